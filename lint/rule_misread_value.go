package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "misread-value",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "an unquoted value that `equals` compares as another text than the one written",
		Why: "Without quotes, YAML 1.1 makes a boolean of `yes`, 511 of `0777` and 1.1 of `1.10`. `equals` compares the field " +
			"with what Python writes for that: `True`, `511`, `1.1` (observed). A number that is written back as it " +
			"stands works, and is not reported.",
		Fix: "Quote the value.",
		Bad: `schema_version: "1"
id: no-yes
name: No Yes
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: equals
          value: yes
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-yes
name: No Yes
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: equals
          value: "yes"
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			if c.operator != "equals" || c.value == nil || t.readsNothing(c.field) || unserializable[c.value.Node.Tag] != "" {
				return
			}
			n := c.value.Node
			if n.Kind != syntax.Scalar {
				p.Report(Diagnostic{
					Span:    n.Span,
					Path:    c.value.Path(),
					Message: fmt.Sprintf("`equals` compares with a text, and this is %s: %s", describeValue(n), t.consequence(c)),
					Help:    "write a text",
				})
				return
			}
			written, read := p.Text(n.Span), pythonText(c.value)
			if n.Tag == syntax.Str || written == read {
				return
			}
			if written == "" {
				written = "value:"
			}
			d := Diagnostic{
				Span:    n.Span,
				Path:    c.value.Path(),
				Message: fmt.Sprintf("`%s` is compared as `%s`, which is what Python makes of it", shortText(written), read),
				Help:    "quote the value",
			}
			if n.Tag == syntax.Bool || n.Tag == syntax.Null {
				d.Message += ": " + t.consequence(c)
			}
			if n.Span.Len() == 0 {
				d.Span, d.Help = c.value.Key.Span, "give it a value"
			} else if n.Style == syntax.Plain && c.value.Via == nil {
				// A number may be compared as was meant, however it is written.
				safe := n.Tag == syntax.Bool || n.Tag == syntax.Null
				d.Fixes = []Fix{{Title: "Quote the value", Safe: safe, Edits: []Edit{{Span: n.Span, New: p.Quote(written, syntax.DoubleQuoted)}}}}
			}
			p.Report(d)
		})
	},
})
