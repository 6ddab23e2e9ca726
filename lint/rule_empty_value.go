package lint

import "fmt"

var _ = register(Rule{
	Code:     "empty-value",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a condition compares with the empty text",
		Why: "Every text contains, begins and ends with the empty text, and the empty pattern is found in every text: the " +
			"condition is always true, or with `not_contains` never. `equals` with it is true only when the field is " +
			"absent (observed).",
		Fix: "Write what is looked for, or use `exists` and `not_exists`.",
		Bad: `schema_version: "1"
id: no-mkfs
name: No Mkfs
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
          value: ""
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
      matcher: Bash
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
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			if text, ok := placeText(c.value); !ok || text != "" || isNumberField(c.field) {
				return
			}
			d := Diagnostic{Span: c.value.Node.Span, Path: c.value.Path(), Help: "write what is looked for"}
			switch {
			case c.operator == "equals":
				d.Message = fmt.Sprintf("`%s` equals the empty text only when it is absent", c.field)
				d.Help = "write `operator: not_exists`"
			case c.operator == "not_contains":
				d.Message = fmt.Sprintf("every text contains the empty text: %s", t.consequence(c))
			case c.operator == "regex_match":
				d.Message = fmt.Sprintf("the empty pattern is found in every text: %s", t.consequence(c))
			case c.isText():
				d.Message = fmt.Sprintf("every text %s the empty text: %s", verbs[c.operator], t.consequence(c))
			default:
				return
			}
			p.Report(d)
		})
	},
})

var verbs = map[string]string{"contains": "contains", "starts_with": "starts with", "ends_with": "ends with"}
