package regex

import "testing"

// TestSearch holds the finer points of each engine, as the engines decide them.
func TestSearch(t *testing.T) {
	tests := []struct {
		dialect       Dialect
		pattern, text string
		start, end    int // -1: not found
	}{
		{Python, "a$", "a\n", 0, 1},
		{RE2, "a$", "a\n", -1, -1},
		{JavaScript, "a$", "a\n", -1, -1},
		{Python, `a\Z`, "a\n", -1, -1},
		{RE2, ".", "\n", 0, 1},
		{Python, ".", "\n", -1, -1},
		{JavaScript, ".", "\u2028", -1, -1},
		{Python, `\d+`, "٣٤", 0, 2},
		{JavaScript, `\d+`, "٣٤", -1, -1},
		{Python, `(?a)\w`, "é", -1, -1},
		{Python, `\bfoo\b`, "fooé", -1, -1},
		{RE2, `\bfoo\b`, "fooé", 0, 3},
		{JavaScript, "^.$", "😀", -1, -1},
		{JavaScript, "(|b)?", "b", 0, 1},
		{Python, "(|b)?", "b", 0, 0},
		{JavaScript, `\1(a)`, "a", 0, 1},
		{Python, `(?i)(ß)\1`, "ßß", 0, 2},
		{Python, `(?:(a)|b)*\1`, "aba", 0, 3},
		{JavaScript, `(?:(a)|b)*\1`, "aba", 0, 2},
		{JavaScript, `(?<=(\d+)(\d+))$`, "1053", 4, 4},
		{Python, `(?<=ab)c`, "abc", 2, 3},
		{Python, `(?>a+)a`, "aaa", -1, -1},
		{Python, "a++b", "aaab", 0, 4},
		{Python, "(a)?(?(1)b|c)", "ab", 0, 2},
		{Python, "(a)?(?(1)b|c)", "c", 0, 1},
		{Python, "a{,2}b", "aab", 0, 3},
		{RE2, "a{,2}b", "a{,2}b", 0, 6},
		{RE2, `\Qa.b\E+`, "a.bbb", 0, 5},
		{RE2, "(?U)a+", "aaa", 0, 1},
		{RE2, "(a*)*b", "aaab", 0, 4},
		{Python, "(a*)*b", "aaab", 0, 4},
		{Python, "(?m)^b$", "a\nb\nc", 2, 3},
		{Python, "(?x) a b # c", "ab", 0, 2},
		{Python, "a{2,3}?", "aaaa", 0, 2},
		{RE2, "a|ab", "ab", 0, 1},
		{Python, `(?!a)b`, "ab", 1, 2},
		{Python, `\B`, "", -1, -1},
	}
	for _, test := range tests {
		re, err := Parse(test.pattern, test.dialect)
		if err != nil {
			t.Errorf("%s %s: %v", test.dialect, test.pattern, err)
			continue
		}
		m := re.Search(test.text, 10_000)
		start, end := m.Start, m.End
		if !m.Found {
			start, end = -1, -1
		}
		if start != test.start || end != test.end || m.Exhausted {
			t.Errorf("%s %s in %q: %d-%d, want %d-%d", test.dialect, test.pattern, test.text, start, end, test.start, test.end)
		}
	}
}

// TestBudget holds the matcher to its steps.
func TestBudget(t *testing.T) {
	re, err := Parse("^(a+)+$", Python)
	if err != nil {
		t.Fatal(err)
	}
	if m := re.Search("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", 5_000); !m.Exhausted || m.Steps > 5_100 {
		t.Errorf("got %+v", m)
	}
	if found, sure := re.Matches("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"); found || sure {
		t.Errorf("got found %v, sure %v", found, sure)
	}
}
