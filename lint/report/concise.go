package report

import (
	"bufio"
	"fmt"
	"io"
)

// writeConcise writes one line a finding: `file:line:column: severity: message [code]`.
func writeConcise(w io.Writer, r *Report, o Options) error {
	b := bufio.NewWriter(w)
	c := palette(o.Color)
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			p := f.Text.Position(d.Span.Start)
			fmt.Fprintf(b, "%s:%d:%d: %s: %s [%s]\n", c.bold(Printable(f.Path)), p.Line, p.Column,
				c.severity(d.Severity, d.Severity.String()), Printable(d.Message), d.Code)
		}
	}
	return b.Flush()
}
