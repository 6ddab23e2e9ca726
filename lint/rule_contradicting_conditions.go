package lint

import (
	"fmt"
	"strings"
)

var _ = register(Rule{
	Code:     "contradicting-conditions",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "two conditions that no text can meet at the same time",
		Why: "With `logic: all`, which is the default, every condition must hold. A path that ends in `.env` does not end " +
			"in `.pem`: together the two never hold, and the trigger never fires. `logic: any` was meant, nearly always.",
		Fix: "Write `logic: any`, or remove one of the conditions.",
		Bad: `schema_version: "1"
id: no-secret-reads
name: No Secret Reads
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Read
      conditions:
        - field: file_path
          operator: ends_with
          value: .env
        - field: file_path
          operator: ends_with
          value: .pem
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-secret-reads
name: No Secret Reads
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Read
      conditions:
        - field: file_path
          operator: ends_with
          value: .env
        - field: file_path
          operator: ends_with
          value: .pem
      logic: any
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
			if t.any || !t.readable {
				continue
			}
			for i, c := range t.conditions {
				for _, earlier := range t.conditions[:i] {
					if !excludes(earlier, c) {
						continue
					}
					p.Report(Diagnostic{
						Span:    c.at.Node.Span,
						Path:    c.at.Path(),
						Message: fmt.Sprintf("no `%s` meets this condition and condition %d: this trigger never fires", c.field, earlier.at.Index+1),
						Help:    "write `logic: any`, or remove one of the two",
						Related: []Related{{Span: earlier.at.Node.Span, Message: "the other condition"}},
					})
					break
				}
			}
		}
	},
})

// excludes reports whether two conditions on one field certainly never hold together.
func excludes(a, b *triggerCondition) bool {
	if a.field != b.field || a.field == "" || isNumberField(a.field) {
		return false
	}
	x, xText := a.operand()
	y, yText := b.operand()
	if !xText || !yText {
		return false
	}
	for _, pair := range [][2]*triggerCondition{{a, b}, {b, a}} {
		first, second := pair[0], pair[1]
		operand, _ := first.operand()
		switch {
		case first.operator == "equals":
			return second.eval(operand) == never
		case first.operator == "not_exists" && second.isText() && second.operator != "not_contains":
			return second.eval("") == never
		case first.operator == "not_exists" && second.operator == "exists":
			return true
		case first.operator == "not_contains" && operand != "":
			text, _ := second.operand()
			if literal := second.operator == "contains" || second.operator == "starts_with" || second.operator == "ends_with"; literal && strings.Contains(text, operand) {
				return true
			}
		}
	}
	switch {
	case a.operator == "starts_with" && b.operator == "starts_with":
		return !strings.HasPrefix(x, y) && !strings.HasPrefix(y, x)
	case a.operator == "ends_with" && b.operator == "ends_with":
		return !strings.HasSuffix(x, y) && !strings.HasSuffix(y, x)
	}
	return false
}
