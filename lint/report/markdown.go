package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/forgelint/forgelint/lint"
)

// writeMarkdown writes a heading with the counts and a table of the findings, as for a comment on a
// change or the summary of a job (GitHub Flavored Markdown).
func writeMarkdown(w io.Writer, r *Report, o Options) error {
	b := bufio.NewWriter(w)
	s := r.Summary()
	fmt.Fprintf(b, "## forgelint: %s\n", s)
	if s.Error+s.Warning+s.Info > 0 {
		fmt.Fprint(b, "\n| Severity | Place | Finding | Rule |\n|---|---|---|---|\n")
	}
	left, written := s.Error+s.Warning+s.Info, 0
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			p := f.Text.Position(d.Span.Start)
			place := fmt.Sprintf("%s:%d:%d", Printable(f.Path), p.Line, p.Column)
			message := markdownText(d.Message)
			if d.Help != "" {
				message += "<br>" + markdownText(d.Help)
			}
			row := fmt.Sprintf("| %s | %s | %s | [%s](%s) |\n", d.Severity, markdownCode(place), message, d.Code, lint.URL(d.Code))
			if o.MaxBytes > 0 && written+len(row) > o.MaxBytes {
				fmt.Fprintf(b, "\n%s not shown\n", Plural(left, "more finding"))
				return b.Flush()
			}
			b.WriteString(row)
			written += len(row)
			left--
		}
	}
	if len(r.Problems) > 0 {
		fmt.Fprint(b, "\nNot done:\n\n")
		for _, p := range r.Problems {
			fmt.Fprintf(b, "- %s\n", markdownText(p))
		}
	}
	return b.Flush()
}

// markdownText returns a message, whose backticks mark code, as the text of a table cell.
func markdownText(s string) string {
	s = Printable(s)
	var b strings.Builder
	for s != "" {
		before, rest, found := strings.Cut(s, "`")
		b.WriteString(markdownEscaper.Replace(before))
		if !found {
			break
		}
		code, after, closed := strings.Cut(rest, "`")
		if !closed {
			b.WriteString("\\`")
			s = rest
			continue
		}
		b.WriteString(markdownCode(code))
		s = after
	}
	return b.String()
}

var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"#", `\#`, "|", `\|`, "~", `\~`, "@", "@\u200b")

// markdownCode returns a code span for a table cell.
func markdownCode(s string) string {
	if s == "" {
		return "``"
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.TrimSpace(s) == "" {
		s = " " + s + " "
	}
	return fence + strings.ReplaceAll(s, "|", `\|`) + fence
}
