package regex

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestDescribe shows descriptions with an example and a near miss, which the matcher has tried.
func TestDescribe(t *testing.T) {
	tests := []struct{ pattern, words, example, nearMiss string }{
		{`\brm\b`, "`rm` as a whole word", "rm", "r"},
		{`^git\s+push`, "at the start `git`, white space, then `push`", "git push", "x git push"},
		{`\.(py|ts)$`, "`.`, then (`py` or `ts`) at the end", ".py", ".pyx"},
		{`^[^@]+@(acme\.io|x\.org)$`, "from start to end characters other than `@`, `@`, then (`acme.io` or `x.org`)", "a@acme.io", "a@acme.iox"},
		{`(?i)drop\s+table`, "`drop` in any case, white space, then `table` in any case", "drop table", "drop tabl"},
		{`^[A-Z]{2,6}-[0-9]+$`, "from start to end 2 to 6 capital letters, `-`, then digits", "AA-0", "x AA-0"},
		{`(?<!not )push(?= --force)`, "not preceded by `not `, `push`, then followed by ` --force`", "push --force", "push --forc"},
		{`(^|[;&|\s])rm`, "(the start of the text or one of `; & |` or white space), then `rm`", "rm", "r"},
		{`(ab){2,}`, "at least 2 times `ab`", "abab", "aba"},
		{`.{20}`, "20 characters", "aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaa"},
		{`^$`, "the empty text", "", "x "},
		{`(a)\1`, "`a`, then what group 1 matched", "aa", "a"},
	}
	for _, test := range tests {
		re, err := Parse(test.pattern, Python)
		if err != nil {
			t.Fatal(err)
		}
		example, ok := re.Example()
		miss, missed := re.NearMiss(example)
		if words := re.Describe(); words != test.words || example != test.example || miss != test.nearMiss || !ok || !missed {
			t.Errorf("%s:\n got %s; %q %v; %q %v\nwant %s; %q; %q", test.pattern, words, example, ok, miss, missed, test.words, test.example, test.nearMiss)
		}
	}
}

// TestDescribeAll holds what is said of any pattern to its form, and examples to the matcher.
func TestDescribeAll(t *testing.T) {
	for _, r := range oracleRows(t) {
		for _, d := range []Dialect{RE2, Python, JavaScript} {
			re, err := Parse(r.Pattern, d)
			if err != nil {
				continue
			}
			words := re.Describe()
			if words == "" || !utf8.ValidString(words) && utf8.ValidString(r.Pattern) || strings.Count(words, "`")%2 == 1 && !strings.Contains(r.Pattern, "`") || len(words) > maxWords+10 {
				t.Errorf("%s %.60q: bad description %q", d, r.Pattern, words)
			}
			if text, ok := re.Example(); ok {
				if found, sure := re.Matches(text); !found || !sure {
					t.Errorf("%s %.60q: %q is no example", d, r.Pattern, text)
				}
				if miss, ok := re.NearMiss(text); ok {
					if found, _ := re.Matches(miss); found {
						t.Errorf("%s %.60q: %q is no near miss", d, r.Pattern, miss)
					}
				}
			}
		}
	}
}
