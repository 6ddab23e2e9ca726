package regex

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestErrors checks the place, kind and words of what each engine refuses.
func TestErrors(t *testing.T) {
	tests := []struct {
		dialect Dialect
		pattern string

		kind    string
		message string
	}{
		{RE2, "«(?!».*x).+", "lookahead", "RE2 has no lookahead `(?!`"},
		{RE2, "a«(?<=»b)", "lookbehind", "RE2 has no lookbehind `(?<=`"},
		{RE2, `(a)«\1»`, "backreference", "RE2 has no backreference `\\1`"},
		{RE2, `a«\Z»`, "bad-escape", "RE2 has no escape `\\Z`"},
		{RE2, "^[«z-a»]+$", "bad-range", "the range `z-a` runs backwards"},
		{RE2, "a«**»", "bad-repeat", "`**` repeats a repeat"},
		{RE2, "a«++»b", "possessive", "RE2 has no possessive quantifier `++`"},
		{RE2, "x«{1001}»", "repeat-too-large", "RE2 repeats at most 1000 times, not `{1001}`"},
		{RE2, "don't|can't «(»run|push", "unterminated-group", "the group that `(` opens has no `)`"},
		{RE2, `é«\p{Grek}»`, "bad-unicode-property", "RE2 has no Unicode property `\\p{Grek}`"},
		{RE2, `[«[:foo:]»]`, "other", "RE2 has no class `[:foo:]`"},
		{RE2, "(?«x»)a", "bad-flags", "RE2 has no inline flag `x`"},
		{Python, "a«(?i)»b", "bad-flags", "Python takes `(?i)` only at the very start of the pattern"},
		{Python, "«(?<»n>a)", "named-group-syntax", "Python has no group name of the form `(?<name>…)`"},
		{Python, "(?<=«a+»)b", "lookbehind", "Python looks behind by a fixed number of characters, and `a+` has no limit"},
		{Python, `(?<=«^|\s»)rm`, "lookbehind", "Python looks behind by a fixed number of characters, and `^|\\s` matches 0 to 1"},
		{Python, `«\p{L}»+`, "bad-unicode-property", "Python has no Unicode properties such as `\\p{L}`"},
		{Python, `«\x{e9}»`, "bad-escape", "`\\x{e9}` is no complete escape in Python"},
		{Python, `a«\z»`, "bad-escape", "Python has no escape `\\z`"},
		{Python, `[«\d-z»]`, "bad-range", "`\\d-z` is no range: one end is a class"},
		{Python, "«^*»", "nothing-to-repeat", "Python cannot repeat `^`"},
		{Python, "«*».py", "nothing-to-repeat", "`*` has nothing before it to repeat"},
		{Python, "(?P<n>a)(?P<«n»>b)", "named-group-syntax", "`n` is already the name of group 1"},
		{Python, "«(?(2)»a|b)", "conditional", "the condition asks for group 2: the pattern has no group"},
		{JavaScript, "«(?i)»bash", "bad-flags", "JavaScript has no inline flags such as `(?i)`"},
		{JavaScript, "Bash|«*»", "nothing-to-repeat", "`*` has nothing before it to repeat"},
		{JavaScript, "«(?P<»n>a)", "named-group-syntax", "JavaScript has no group name of the form `(?P<name>…)`"},
		{JavaScript, "Bash«(»git", "unterminated-group", "the group that `(` opens has no `)`"},
		{JavaScript, "Bash«)»", "unmatched-paren", "`)` closes no group"},
		{JavaScript, `Bash«\»`, "bad-escape", "the pattern ends in a single `\\`"},
		{JavaScript, "«[»a-z", "unterminated-class", "the set that `[` opens has no `]`"},
	}
	for _, test := range tests {
		pattern := strings.NewReplacer("«", "", "»", "").Replace(test.pattern)
		_, err := Parse(pattern, test.dialect)
		if err == nil {
			t.Errorf("%s %q compiles", test.dialect, pattern)
			continue
		}
		marked := pattern[:err.Start] + "«" + pattern[err.Start:err.End] + "»" + pattern[err.End:]
		if marked != test.pattern || err.Kind != test.kind || err.Message != test.message || err.Help == "" {
			t.Errorf("%s %q:\n got %s %s: %s (help %q)\nwant %s %s: %s", test.dialect, pattern, marked, err.Kind, err.Message, err.Help, test.pattern, test.kind, test.message)
		}
	}
}

// TestDeepNesting holds that no pattern overflows the stack.
func TestDeepNesting(t *testing.T) {
	for _, open := range []string{"(", "(?:", "((?:", "(a|", "[", "(?i)", "(?=", "a{2}", "(?:a{1}"} {
		for _, d := range []Dialect{RE2, Python, JavaScript} {
			Parse(strings.Repeat(open, 100_000), d)
			Parse(strings.Repeat(open, 100_000)+strings.Repeat(")", 100_000), d)
		}
	}
	if _, err := Parse(strings.Repeat("(", 1500)+strings.Repeat(")", 1500), RE2); err != nil {
		t.Errorf("RE2 takes 1500 nested groups: %v", err)
	}
	if _, err := Parse(strings.Repeat("(", 600)+strings.Repeat(")", 600), Python); err == nil || err.Kind != "too-big" {
		t.Errorf("Python gives up on 600 nested groups, got %v", err)
	}
}

// manyDigits finds a count that RE2 reads as text and Go refuses.
var manyDigits = regexp.MustCompile(`[0-9]{9}`)

// differsFromGo reports whether a pattern holds one of the constructs that RE2 and Go's
// regexp/syntax are known to decide differently.
func differsFromGo(pattern string) bool {
	return strings.Contains(pattern, `\C`) || strings.Contains(pattern, `\p`) || strings.Contains(pattern, `\P`) ||
		strings.Contains(pattern, "<") || strings.Contains(pattern, "{1000") || len(pattern) > 300 ||
		strings.Count(pattern, "{") > 1 || manyDigits.MatchString(pattern)
}

// FuzzRE2 compares Parse with Go's regexp/syntax, and checks that every error has a place.
func FuzzRE2(f *testing.F) {
	for _, s := range []string{`a(?i)b`, `[[:alpha:]-z]`, `\Qa\E*`, `a{2}{3}`, `x{,5}`, `(?P<n>a)`, `[]a]`, `\x{10ffff}`, `(?-s:.)`, `^*`, `(?i)*`, `[a-\d]`, `\18`} {
		f.Add(s, "ab-AB é\n")
	}
	f.Add("(?<\xab\\>", "0")
	f.Add("{1001000000}", "0")
	f.Add(`\Q`, "0")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		for _, d := range []Dialect{RE2, Python, JavaScript} {
			re, err := Parse(pattern, d)
			if err != nil {
				if err.Start < 0 || err.End > len(pattern) || err.Start >= err.End || err.Message == "" || err.Kind == "" {
					t.Errorf("%s %q: bad error %+v", d, pattern, err)
				}
				continue
			}
			re.Root.Walk(func(n *Node) bool {
				if n.Start < 0 || n.End > len(pattern) || n.Start > n.End {
					t.Errorf("%s %q: bad span of %+v", d, pattern, n)
				}
				return true
			})
		}
		if differsFromGo(pattern) {
			return
		}
		re, err := Parse(pattern, RE2)
		_, goErr := syntax.Parse(pattern, syntax.Perl|syntax.DotNL)
		if (err == nil) != (goErr == nil) {
			t.Fatalf("%q: got %v, regexp/syntax says %v", pattern, err, goErr)
		}
		if err != nil || strings.Contains(pattern, `\B`) || !utf8.ValidString(text) || len(text) > 50 {
			return
		}
		span := regexp.MustCompile("(?s)" + pattern).FindStringIndex(text)
		switch m := re.Search(text, 100_000); {
		case m.Exhausted:
		case m.Found != (span != nil):
			t.Errorf("%q in %q: found %v, package regexp %v", pattern, text, m.Found, span)
		case m.Found:
			if start, end := utf8.RuneCountInString(text[:span[0]]), utf8.RuneCountInString(text[:span[1]]); m.Start != start || m.End != end {
				t.Errorf("%q in %q: found at %d-%d, package regexp at %d-%d", pattern, text, m.Start, m.End, start, end)
			}
		}
	})
}
