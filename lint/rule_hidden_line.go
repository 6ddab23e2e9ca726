package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "hidden-line",
	Severity: Warning,
	Doc: Doc{
		Summary: "an invisible character ends a comment, and what follows it is read",
		Why: `YAML 1.1, which the loaders read, ends a line at U+0085 (NEL), U+2028 and U+2029 too; editors and
YAML 1.2 do not. So what looks like the rest of a comment is an entry that holds, and a review does not see it.`,
		Fix: "Delete the character, or break the line in its place.",
		Bad: `schema_version: "1"
behaviors:
  - id: note-search # off` + "\u0085" + `    enabled: false
`,
		Good: `schema_version: "1"
behaviors:
  - id: note-search # off
    enabled: false
`,
	},
	Check: func(p *Pass) {
		text := p.Tree.File.Text
		for _, c := range p.Tree.Comments {
			char, size := utf8.DecodeRuneInString(text[c.Span.End:])
			if char != '\u0085' && char != '\u2028' && char != '\u2029' {
				continue
			}
			rest := text[c.Span.End+size:]
			if i := strings.IndexAny(rest, "\r\n\u0085\u2028\u2029"); i >= 0 {
				rest = rest[:i]
			}
			if rest = strings.TrimSpace(rest); rest == "" || rest[0] == '#' {
				continue
			}
			name := fmt.Sprintf("U+%04X", char)
			if char == '\u0085' {
				name += " (NEL)"
			}
			p.Report(Diagnostic{
				Span:    syntax.Span{Start: c.Span.End, End: c.Span.End + size},
				Message: fmt.Sprintf("the invisible character %s ends the comment for the loader, which reads `%s` behind it", name, shortText(rest)),
				Help:    "delete it, or break the line here if the entry is meant",
			})
		}
	},
})
