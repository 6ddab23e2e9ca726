package lint

import "fmt"

var _ = register(Rule{
	Code:     "always-sent",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "`not_exists` on a field that every call of the trigger's tools sends",
		Why: "`Bash` cannot be called without a `command`, nor `Read` without a `file_path`, and neither may be empty (tools of " +
			"the host): a condition that asks for a call without it never holds. What may be empty, such as the `content` of a " +
			"file, is passed over.",
		Fix: "Ask for something that the field may hold, or for a field that may be missing.",
		Bad: `schema_version: "1"
id: name-the-file
name: Name the File
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Read
      conditions:
        - field: file_path
          operator: not_exists
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: name-the-file
name: Name the File
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
      conditions:
        - field: content
          operator: not_exists
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			if c.operator != "not_exists" || !t.alwaysFilled(c.field) {
				return
			}
			p.Report(Diagnostic{
				Span:    c.opAt.Node.Span,
				Path:    c.opAt.Path(),
				Message: fmt.Sprintf("%s sends `%s`: %s", t.calls(), c.field, t.consequence(c)),
				Help:    fmt.Sprintf("say what `%s` must hold, or leave the condition out", c.field),
			})
		})
	},
})
