package regex

import "testing"

// TestBacktracking holds the two kinds of patterns apart: those that take exponential time in
// Python's engine, and those that only look like it.
func TestBacktracking(t *testing.T) {
	exponential := []string{
		`(a+)+$`, `^(a*)*b`, `^(.*)*x`, `^(a+?)+b`, `^(x+x+)+y`,
		`^(\w+\s?)*$`, `^([a-z]+-?)+$`, `^(\S+\s*)*x`, `^(a{1,5})*b`, `^(\d{1,3}\.?)+$`, `^(a+){3,}b`,
		`^(a|aa)+$`, `^(.|\s)*x`, `^(foo|fo|o)*x`, `^(a|a)*b`, `(?=(a+)+b)`, `^(a+){10}b`, `^(.*a){11}b`,
		`^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaab`, `^(?:.{1,3})*\w{2,}$`,
		`^(?:(?:git|g)(?:it)?\s*)*push$`,
	}
	safe := []string{
		`(a+)+`, `(\w|\d)*x`, `^(\s|\n)+x`, `^(.|\n)*x`, `^(\w+\s)*x`, `^([^/]+/)*x`, `^[a-z]+(-[a-z]+)*$`, `^(?>(a+)+)b`,
		`^(a++)+b`, `^(a{2})*b`, `.*.*x`, `\s*\s*x`, `^(a+){2}b`, `git\s+push\s+.*--force`, `(^|[;&|]\s*)rm\s+-rf`,
		`^(?:[^"]|"[^"]*")*$`, `^(ab|ac)*d`, `^(a|b|a)*c`, `^\d{1,3}(,\d{3})*$`,
	}
	for _, pattern := range exponential {
		re, err := Parse(pattern, Python)
		if err != nil {
			t.Fatal(pattern, err)
		}
		b := re.Backtracking()
		if b == nil {
			t.Errorf("%s takes exponential time", pattern)
			continue
		}
		// The proof holds: the text really takes that many steps.
		if m := re.Search(b.Text(b.Many), 10_000_000); m.Steps != b.ManySteps {
			t.Errorf("%s: %d pumps take %d steps, the proof says %d", pattern, b.Many, m.Steps, b.ManySteps)
		}
	}
	for _, pattern := range safe {
		re, err := Parse(pattern, Python)
		if err != nil {
			t.Fatal(pattern, err)
		}
		if b := re.Backtracking(); b != nil {
			t.Errorf("%s does not take exponential time, got %q + %q×n + %q: %d steps for %d, %d for %d", pattern, b.Prefix, b.Pump, b.Suffix, b.FewSteps, b.Few, b.ManySteps, b.Many)
		}
	}
}

func TestBacktrackingWitness(t *testing.T) {
	re, err := Parse(`^(\w+\s?)*$`, Python)
	if err != nil {
		t.Fatal(err)
	}
	b := re.Backtracking()
	if b == nil || re.Text(b.Node) != `(\w+\s?)*` || b.Pump != "a" || b.Factor() < 1.9 || b.Factor() > 2.1 {
		t.Errorf("got %+v", b)
	}
}
