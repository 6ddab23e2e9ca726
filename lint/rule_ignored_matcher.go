package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "ignored-matcher",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a matcher on an event that has none",
		Why: "The host starts the hooks of `UserPromptSubmit` and `Stop` at every such event and does not look at the matcher " +
			"(hooks reference of the host).",
		Fix: "Remove the matcher, or watch an event of a tool.",
		Bad: `schema_version: "1"
id: stop-checklist
name: Stop Checklist
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: Stop
      matcher: Bash
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: stop-checklist
name: Stop Checklist
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: Stop
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		for _, t := range b.triggers {
			e := schema.EventNamed(t.event)
			if e == nil || e.Matcher || t.matcher.all || t.matcher.at == nil {
				continue
			}
			at := t.matcher.at
			d := Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` has no matcher: the host ignores it, and this trigger fires at %s", t.event, t.calls()),
				Help:    "remove it",
				Tags:    []Tag{Unnecessary},
			}
			if edit, ok := p.RemoveEntry(at); ok {
				d.Fixes = []Fix{{Title: "Remove `matcher`", Safe: true, Edits: []Edit{edit}}}
			}
			p.Report(d)
		}
	},
})
