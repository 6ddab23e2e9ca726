package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// BenchmarkFormats writes 5,000 findings in one file, each with a related place.
func BenchmarkFormats(b *testing.B) {
	var text strings.Builder
	f := File{Path: "policies/many.yaml", Format: "kyvvu-manifest"}
	for i := range 5000 {
		fmt.Fprintf(&text, "  - name: Policy number %d\n    rule_type: ", i)
		start := text.Len()
		text.WriteString("execution_max_step\n")
		f.Diagnostics = append(f.Diagnostics, lint.Diagnostic{
			Span: syntax.Span{Start: start, End: start + 18}, Code: "sample-rule", Severity: lint.Warning,
			Message: "`execution_max_step` is no rule of the registry", Help: "did you mean `execution_max_steps`?",
			Path:    fmt.Sprintf("policies[%d].rule_type", i),
			Related: []lint.Related{{Span: syntax.Span{Start: start - 30, End: start - 20}, Message: "in this policy"}},
		})
	}
	f.Text = syntax.NewFile("many", []byte(text.String()))
	r := &Report{Files: []File{f}}
	for _, format := range Formats {
		b.Run(format.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := format.Write(io.Discard, r, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
