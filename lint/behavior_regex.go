package lint

import "github.com/forgelint/forgelint/syntax/regex"

// compile parses a pattern; nil if its engine refuses it, or if it is longer than anybody writes.
func compile(pattern string, dialect regex.Dialect) *regex.Regexp {
	if len(pattern) > regex.MaxLength {
		return nil
	}
	re, err := parseRegex(pattern, dialect)
	if err != nil {
		return nil
	}
	return re
}

// foundIn reports whether a pattern is certainly found in a text. One that does not compile is found
// nowhere, as in the hooks and the host.
func foundIn(re *regex.Regexp, text string) bool {
	if re == nil {
		return false
	}
	found, sure := re.Matches(text)
	return found && sure
}

// sample returns texts that a pattern may be found in, simple ones first; to be tried.
func sample(re *regex.Regexp) []string {
	if re == nil {
		return nil
	}
	return re.Samples()
}
