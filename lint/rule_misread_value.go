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
		Summary: "a value that an operator takes as another than the one written, or does not look at",
		Why: "Without quotes, YAML 1.1 makes a boolean of `yes`, 511 of `0777` and 1.1 of `1.10`. `equals` compares the field " +
			"with what Python writes for that: `True`, `511`, `1.1` (observed). A number that is written back as it " +
			"stands works, and is not reported. `exists` and `not_exists` look at no value: with `value: false` they ask for the " +
			"same as with `true`.",
		Fix: "Quote the value; for `exists` with `false`, write the other operator.",
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
			p.checkUnreadFalse(c)
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

// checkUnreadFalse reports `false` as the value of an operator that looks at none: the other operator is
// what it seems to ask for.
func (p *Pass) checkUnreadFalse(c *triggerCondition) {
	other := map[string]string{"exists": "not_exists", "not_exists": "exists"}[c.operator]
	if value, ok := boolean(c.value); !ok || value || other == "" {
		return
	}
	p.Report(Diagnostic{
		Severity: Warning,
		Span:     c.value.Node.Span,
		Path:     c.value.Path(),
		Message:  fmt.Sprintf("`%s` does not look at `value`: `false` asks for the same as `true`", c.operator),
		Help:     fmt.Sprintf("write `operator: %s` if the opposite is meant, else leave `value` out", other),
	})
}
