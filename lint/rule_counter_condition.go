package lint

import "fmt"

var _ = register(Rule{
	Code:     "counter-condition",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a condition on the violation counter, which the hooks cannot read there",
		Why: "The specification lists `counter` as a field, but the generated hook looks for it in the tool's input, finds " +
			"nothing and goes on with 0 (observed with v3.8). `gte 3` is never true, and because nothing is counted it " +
			"never becomes true; `gte 0` and `lt 3` are always true.",
		Fix: "Remove the condition and say in `enforcement.escalation` from how many violations which level holds.",
		Bad: `schema_version: "1"
id: no-third-push
name: No Third Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: counter
          operator: gte
          value: 3
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-third-push
name: No Third Push
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
          value: git push
  enforcement:
    default_level: silent
    escalation:
      - after: 3
        level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			if !isNumberField(c.field) {
				return
			}
			reads := "finds no counter in the tool's input and reads 0"
			if c.isText() || c.operator == "equals" {
				reads = "finds no counter in the tool's input and reads an empty text"
			}
			effect := ""
			if c.at.Child("operator") != nil && c.truth(t) != depends {
				effect = ": " + t.consequence(c)
			}
			p.Report(Diagnostic{
				Span:    c.fieldAt.Node.Span,
				Path:    c.fieldAt.Path(),
				Message: fmt.Sprintf("the hook %s for `%s`%s", reads, c.field, effect),
				Help:    "remove the condition, and give `enforcement.escalation` the number of violations",
			})
		})
	},
})
