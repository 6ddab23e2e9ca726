package lint

import (
	"regexp"

	"github.com/forgelint/forgelint/syntax/regex"
)

// searchPython reports whether Python's re.search finds the pattern in a text; a pattern that does not
// compile is found nowhere, as in the hooks.
func searchPython(pattern, text string) bool { return search(pattern, text, regex.Python) }

// searchJavaScript reports whether the host's unanchored test of a matcher succeeds.
func searchJavaScript(pattern, text string) bool { return search(pattern, text, regex.JavaScript) }

func search(pattern, text string, dialect regex.Dialect) bool {
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(text)
}

func compilesJavaScript(pattern string) bool {
	_, err := regexp.Compile(pattern)
	return err == nil
}

func sample(pattern string) []string { return nil }
