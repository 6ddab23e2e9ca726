package lint

import "fmt"

var _ = register(Rule{
	Code:     "inactive-scope",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a scope that is reserved and does nothing",
		Why: "Only `session` works in 3.0; `task` and `project` parse, and counters and flags still live as long as the " +
			"session (behavior schema §9).",
		Fix: "Write `scope: session`.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Search before you write.
category: core
scope: task
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: search-first
name: Search First
description: Search before you write.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		at := p.Root().Child("scope")
		text, ok := placeText(at)
		if !ok || at.Type == nil {
			return
		}
		for _, v := range at.Type.Enum {
			if v.Name == text && v.Reserved {
				p.Report(Diagnostic{
					Span:    at.Node.Span,
					Path:    at.Path(),
					Message: fmt.Sprintf("`scope: %s` is reserved: counters and flags live as long as the session, whatever is written here", text),
					Help:    "write `session`",
					Fixes:   p.changeText(at, "session", true),
				})
			}
		}
	},
})
