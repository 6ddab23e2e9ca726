package regex

import "testing"

// realistic is a pattern of the length and shape that behaviors hold.
const realistic = `(^|[;&|\s])(pytest|npm\s+(test|run\s+build)|yarn\s+(test|build)|go\s+test|make\s+(test|check|build)|vitest(\s|$)|bash\s+\S*tests?/\S+\.sh|\./tests?/\S+\.sh)`

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(realistic, Python); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAnalysis is all that the rules ask of one pattern.
func BenchmarkAnalysis(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		re, err := Parse(realistic, Python)
		if err != nil {
			b.Fatal(err)
		}
		re.Everything()
		re.Flaws()
		re.Redundant()
		if re.Backtracking() != nil {
			b.Fatal("takes no exponential time")
		}
	}
}

// BenchmarkBacktracking is the proof for a pattern that takes exponential time.
func BenchmarkBacktracking(b *testing.B) {
	for b.Loop() {
		re, err := Parse(`^(\w+\s?)*$`, Python)
		if err != nil {
			b.Fatal(err)
		}
		if re.Backtracking() == nil {
			b.Fatal("no proof")
		}
	}
}
