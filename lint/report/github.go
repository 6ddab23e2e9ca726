package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/forgelint/forgelint/lint"
)

// maxAnnotations is how many annotations of a step GitHub shows; it drops the others in silence.
const maxAnnotations = 10

// writeGitHub writes workflow commands, which GitHub shows as annotations in the changed files. When
// there are more than it shows, the worst become annotations and the others stand in the log.
func writeGitHub(w io.Writer, r *Report, _ Options) error {
	b := bufio.NewWriter(w)
	annotated := r.worst(maxAnnotations)
	var rest []string
	i := 0
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			if annotated[i] {
				r.githubCommand(b, f, d)
			} else {
				p := f.Text.Position(d.Span.Start)
				rest = append(rest, fmt.Sprintf("%s:%d:%d: %s: %s [%s]", Printable(f.Path), p.Line, p.Column, d.Severity, Printable(sentence(d)), d.Code))
			}
			i++
		}
	}
	if len(rest) > 0 {
		fmt.Fprintf(b, "::group::forgelint: %d more findings\n", len(rest))
		for _, line := range rest {
			// The runner takes a line that starts with `::` or holds `##[` for a command.
			fmt.Fprintf(b, "  - %s\n", strings.ReplaceAll(line, "##[", "## ["))
		}
		fmt.Fprintln(b, "::endgroup::")
	}
	return b.Flush()
}

func (r *Report) githubCommand(b *bufio.Writer, f File, d lint.Diagnostic) {
	level := map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "notice"}[d.Severity]
	rel, _ := r.relative(f.Path)
	start, end := f.Text.Position(d.Span.Start), f.Text.Position(d.Span.End)
	place := fmt.Sprintf("line=%d,col=%d,endLine=%d", start.Line, start.Column, end.Line)
	if start.Line == end.Line {
		place += fmt.Sprintf(",endColumn=%d", end.Column) // GitHub wants it on the same line only
	}
	fmt.Fprintf(b, "::%s file=%s,%s,title=%s::%s\n", level, githubProperty(rel), place, githubProperty("forgelint "+d.Code),
		githubData(sentence(d)+"\nsee: "+lint.URL(d.Code)))
}

var (
	githubDataEscaper     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubPropertyEscaper = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// githubData escapes the message of a workflow command. Its own line breaks are kept; other control
// characters are shown as escapes.
func githubData(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Printable(lines[i])
	}
	return githubDataEscaper.Replace(strings.Join(lines, "\n"))
}

func githubProperty(s string) string { return githubPropertyEscaper.Replace(Printable(s)) }

// worst chooses the n worst findings of the report, in its order: which of all findings, counted
// through, are chosen.
func (r *Report) worst(n int) []bool {
	var severities []lint.Severity
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			severities = append(severities, d.Severity)
		}
	}
	chosen := make([]bool, len(severities))
	for want := lint.Error; want >= lint.Info; want-- {
		for i, s := range severities {
			if s == want && n > 0 {
				chosen[i] = true
				n--
			}
		}
	}
	return chosen
}
