package lint

import "strings"

var _ = register(Rule{
	Code:     "empty-name",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "the behavior's name is empty",
		Why:     "`{behavior_name}` stands for the name in every message: without one the agent does not learn which behavior speaks.",
		Fix:     "Give the behavior a name for people.",
		Bad: `schema_version: "1"
id: search-first
name: ""
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
		Good: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
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
		at := p.Root().Child("name")
		if text, ok := placeText(at); ok && strings.TrimSpace(text) == "" {
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: "the name is empty: messages with `{behavior_name}` do not say which behavior speaks",
				Help:    "give the behavior a name for people",
			})
		}
	},
})
