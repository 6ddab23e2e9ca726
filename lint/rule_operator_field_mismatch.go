package lint

import "fmt"

var _ = register(Rule{
	Code:     "operator-field-mismatch",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a numeric operator on a text field",
		Why: "`gt`, `gte`, `lt` and `lte` turn the field into a number first. The text of a command, a path or a prompt " +
			"is none, the hook takes the comparison for false, and the condition never holds (behavior schema §3).",
		Fix: "Use an operator for texts, such as `regex_match` or `contains`.",
		Bad: `schema_version: "1"
id: no-chmod
name: No Chmod
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: gte
          value: 777
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-chmod
name: No Chmod
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
          value: chmod 777
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
			if !c.isNumber() || !isTextField(c.field) || t.readsNothing(c.field) {
				return
			}
			effect := t.consequence(c)
			if c.truth(t) == depends {
				effect = "it is true for the tools that do not send it, and for no other"
			}
			p.Report(Diagnostic{
				Span:    c.opAt.Node.Span,
				Path:    c.opAt.Path(),
				Message: fmt.Sprintf("`%s` compares numbers, and `%s` is a text: %s", c.operator, c.field, effect),
				Help:    "use `regex_match`, `contains`, `equals`, `starts_with` or `ends_with`",
			})
		})
	},
})
