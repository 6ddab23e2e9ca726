package lint

var _ = register(Rule{
	Code:     "empty-matcher",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "an empty matcher, which is every tool",
		Why: "An event of a tool needs a matcher (behavior schema §6.5). An empty one passes the compiler, and the host reads " +
			"it as `*`: the hook is started at every call of every tool.",
		Fix: "Write the tools, or `\"*\"` if all are meant.",
		Bad: `schema_version: "1"
id: no-mkfs
name: No Mkfs
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: ""
      conditions:
        - field: command
          operator: contains
          value: mkfs
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-mkfs
name: No Mkfs
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: "*"
      conditions:
        - field: command
          operator: contains
          value: mkfs
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		for _, t := range b.triggers {
			at := t.matcher.at
			if text, ok := placeText(at); !watchesTools(t) || !ok || text != "" {
				continue
			}
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: "the matcher is empty, which the host reads as every tool",
				Help:    "write the tools, or `\"*\"` if all are meant",
				Fixes:   p.changeText(at, "*", false),
			})
		}
	},
})
