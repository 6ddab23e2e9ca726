package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "comment-in-text",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a comment inside a block scalar is part of the text",
		Why: "Inside `|` and `>` everything that is indented is text, also a line that begins with `#`. The agent is " +
			"shown the comment (observed); the specification's own reference has this fault.",
		Fix: "Move the comment above the key, or behind the `|`.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: |
    **{behavior_name}**: do not do that ({counter}).
    # at most 500 characters
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
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: |  # at most 500 characters
    **{behavior_name}**: do not do that ({counter}).
`,
	},
	Check: func(p *Pass) {
		for _, at := range p.ByFormat("template") {
			if at.Node.Style != syntax.Literal && at.Node.Style != syntax.Folded {
				continue
			}
			text := p.Text(at.Node.Span)
			offset := strings.IndexAny(text, "\r\n") // behind the header
			if offset < 0 {
				continue
			}
			for offset < len(text) {
				line := text[offset:]
				if end := strings.IndexAny(line[1:], "\r\n"); end >= 0 {
					line = line[:end+1]
				}
				start := at.Node.Span.Start + offset
				offset += len(line)
				comment := strings.TrimSpace(line)
				if !strings.HasPrefix(comment, "#") {
					continue
				}
				start += strings.IndexByte(line, '#')
				p.Report(Diagnostic{
					Span:    syntax.Span{Start: start, End: start + len(comment)},
					Path:    at.Path(),
					Message: fmt.Sprintf("`%s` is part of the block scalar: the agent is shown it", comment),
					Help:    "move it above the key or behind the `|`",
				})
			}
		}
	},
})
