package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "multiline-matcher",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a matcher of more than one line",
		Why: "The compiler writes the matcher into a comment at the head of the generated hook. What stands behind a line " +
			"break is no comment there: the shell **runs it** whenever the hook is started (observed). A line break at " +
			"the end alone is dropped, by luck, and deserves a warning.",
		Fix: "Write the matcher on one line.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: |-
        Bash
        PowerShell
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash|PowerShell
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		for _, at := range p.ByFormat("matcher") {
			text, ok := placeText(at)
			if !ok || !strings.Contains(text, "\n") {
				continue
			}
			d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
			body := strings.TrimRight(text, "\n")
			_, rest, more := strings.Cut(body, "\n")
			if more {
				d.Message = fmt.Sprintf("the second line of the matcher is run as a shell command by the generated hook: `%s`", shortText(strings.TrimSpace(rest)))
				d.Help = "write the matcher on one line, names joined by `|`"
			} else {
				d.Severity = Warning
				d.Message = "the matcher ends in a line break, which no tool's name does: it works only because the compiler drops it"
				d.Help = "write the matcher on one line"
				if at.Via == nil {
					d.Fixes = []Fix{{Title: "Remove the line break", Safe: true, Edits: []Edit{{Span: at.Node.Span, New: p.Quote(body, quoteStyle(at.Node))}}}}
				}
			}
			p.Report(d)
		}
	},
})

// quoteStyle is the style for a scalar that was a block scalar: plain; quotes stay.
func quoteStyle(n *syntax.Node) syntax.Style {
	if n.Style == syntax.Literal || n.Style == syntax.Folded {
		return syntax.Plain
	}
	return n.Style
}
