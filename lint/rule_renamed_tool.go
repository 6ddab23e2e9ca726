package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "renamed-tool",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a matcher names a tool that is called otherwise today, or is gone",
		Why: "The host maps a few former names, so that `Task` still matches `Agent`. Tools that were removed are never " +
			"called by a current version: a trigger for them only serves old installations.",
		Fix: "Write today's name.",
		Bad: `schema_version: "1"
id: brief-for-agents
name: Brief For Agents
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Task
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: brief-for-agents
name: Brief For Agents
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Agent
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
			if !watchesTools(t) {
				continue
			}
			m := &t.matcher
			for _, n := range m.names {
				tool := schema.ToolNamed(n.name)
				if tool == nil || tool.Legacy == "" {
					continue
				}
				d := Diagnostic{
					Span:    m.span(p, n.from, n.to),
					Path:    m.at.Path(),
					Message: fmt.Sprintf("`%s` was %s", n.name, tool.Legacy),
					Tags:    []Tag{Deprecated},
				}
				if tool.Renamed != "" {
					d.Help = fmt.Sprintf("write `%s`", tool.Renamed)
					d.Fixes = p.changePart(m.at, d.Span, tool.Renamed, true)
				}
				p.Report(d)
			}
		}
	},
})
