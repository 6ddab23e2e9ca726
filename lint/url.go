package lint

// DocsURL is the address of the documentation.
const DocsURL = "https://github.com/forgelint/forgelint/blob/main/docs"

// URL returns the address of a rule's page.
func URL(code string) string { return DocsURL + "/rules/" + code + ".md" }
