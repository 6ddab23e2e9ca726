package regex

import "testing"

func TestEverything(t *testing.T) {
	tests := []struct {
		dialect Dialect
		pattern string
		want    Everything
	}{
		{RE2, ".*", All}, {Python, ".*", All}, {RE2, "^.*$", All}, {Python, "^.*$", OneLine}, {JavaScript, "^.*$", OneLine},
		{Python, "x?", All}, {Python, "^", All}, {Python, "$", All}, {Python, "$(.*)", All}, {Python, "^$", Some},
		{RE2, `@acme\.io$|`, All}, {RE2, "(a|)", All}, {RE2, "^[^a]*$", Some}, {RE2, "a*b", Some}, {Python, "(?!rm)", Some},
		{Python, `\b`, Some}, {Python, "(^|x)y?", All}, {Python, "(?:)", All}, {Python, "^(?:[^r]|r[^m])*r?$", Some}, {Python, `[\s\S]*`, All},
		{Python, `^[\s\S]*$`, All}, {RE2, "$^", Some}, {RE2, "^.{0,9}$", Some}, {Python, "^(\\w+\\s?)*$", Some}, {Python, "^(a|.*)", All},
	}
	for _, test := range tests {
		re, err := Parse(test.pattern, test.dialect)
		if err != nil {
			t.Fatal(err)
		}
		if got := re.Everything(); got != test.want {
			t.Errorf("%s %s: got %d, want %d", test.dialect, test.pattern, got, test.want)
		}
		for _, text := range []string{"", "a", "rm -rf /", "x\ny", "\n", "é!"} {
			if found, _ := re.Matches(text); !found && re.Everything() == All {
				t.Errorf("%s %s is not found in %q", test.dialect, test.pattern, text)
			}
		}
	}
}

func TestFlaws(t *testing.T) {
	tests := []struct {
		dialect Dialect
		pattern string
		cause   string // text of the first dead end's cause and part; "" for none
		part    string
		edge    string // where the first suspicious `\b` stands: before or after; "" for none
	}{
		{RE2, "${HOME}", "$", "${HOME}", ""},
		{Python, "a^", "^", "a^", ""},
		{Python, "$a", "$", "$a", ""},
		{Python, `a$\n`, "", "", ""},
		{RE2, `a$\n`, "$", `a$\n`, ""},
		{JavaScript, "[]", "[]", "[]", ""},
		{JavaScript, "[]a]", "[]", "[]a]", ""},
		{Python, `foo|$bar`, "$", "$bar", ""},
		{Python, `(x$y|z)`, "$", "x$y", ""},
		{Python, `(x$y)?z`, "", "", ""},
		{Python, `a\bb`, `\b`, `a\bb`, ""},
		{Python, `rm \b-rf`, `\b`, `rm \b-rf`, ""},
		{Python, `^\b-x`, `\b`, `^\b-x`, ""},
		{Python, `\b--force\b`, "", "", "before"},
		{Python, `rm -rf /\b`, "", "", "after"},
		{Python, `\.env\b`, "", "", ""},
		{Python, `(?i)(^|\b)(no[,.\s]|stop)`, "", "", ""},
		{Python, `(\b-f\b|x)`, "", "", "before"},
		{Python, `(^|\s)foo\b`, "", "", ""},
		{Python, `\bé`, "", "", ""},
		{RE2, `\bé`, "", "", "before"},
		{Python, `(^a)+`, "", "", ""},
		{Python, `(?m)a\n^b`, "", "", ""},
	}
	for _, test := range tests {
		re, err := Parse(test.pattern, test.dialect)
		if err != nil {
			t.Fatal(err)
		}
		dead, edges := re.Flaws()
		cause, part, edge := "", "", ""
		if len(dead) > 0 {
			cause, part = re.Text(dead[0].Cause), re.Text(dead[0].Part)
		}
		if len(edges) > 0 {
			edge = map[bool]string{true: "before", false: "after"}[edges[0].Before]
		}
		if cause != test.cause || part != test.part || edge != test.edge {
			t.Errorf("%s %s: got %q in %q, edge %q", test.dialect, test.pattern, cause, part, edge)
		}
	}
}
