package regex

import "testing"

func TestForeign(t *testing.T) {
	tests := []struct {
		dialect      Dialect
		pattern      string
		mark, repair string // of the first; "" for none
		seldom       bool
	}{
		{Python, `rm[[:space:]]+-rf`, `[[:space:]]`, `\s`, true},
		{Python, `[[:alpha:]`, `[:alpha:]`, "", false},
		{Python, `[:upper:]x`, `[:upper:]`, "[A-Z]", false},
		{RE2, `[[:space:]]`, "", "", false},
		{RE2, `[:space:]`, `[:space:]`, "[[:space:]]", false},
		{Python, `\<rm\>`, `\<`, `\b`, true},
		{Python, `\<\/b\>`, "", "", false},
		{RE2, `a{,5}b`, "{,5}", "{0,5}", true},
		{Python, `a{,5}b`, "", "", false},
		{Python, `a{1, 3}`, "{1, 3}", "{1,3}", true},
		{RE2, `(a)\12`, `\12`, "", true},
		{Python, `/rm -rf/i`, "/rm -rf/i", "", true},
		{Python, `/etc/`, "", "", false},
		{JavaScript, `\ABash`, `\A`, "^", true},
		{JavaScript, `\x{41}`, `\x{41}`, "", true},
		{JavaScript, `\x41`, "", "", false},
		{JavaScript, `(a)\1`, "", "", false},
		{JavaScript, `(a)\2`, `\2`, "", true},
		{JavaScript, `[^]`, `[^]`, "", false},
	}
	for _, test := range tests {
		re, err := Parse(test.pattern, test.dialect)
		if err != nil {
			t.Fatal(err)
		}
		var f Foreign
		if found := re.Foreign(); len(found) > 0 {
			f = found[0]
		}
		if mark := test.pattern[f.Start:f.End]; mark != test.mark || f.Repair != test.repair || f.Seldom != test.seldom {
			t.Errorf("%s %s: got %q, repair %q, seldom %v", test.dialect, test.pattern, mark, f.Repair, f.Seldom)
		}
		if f.Repair != "" {
			if _, err := Parse(test.pattern[:f.Start]+f.Repair+test.pattern[f.End:], test.dialect); err != nil {
				t.Errorf("%s %s: the repair does not compile: %v", test.dialect, test.pattern, err)
			}
		}
	}
}
