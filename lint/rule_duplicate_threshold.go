package lint

import "fmt"

var _ = register(Rule{
	Code:     "duplicate-threshold",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "two entries of the escalation begin at the same number of violations",
		Why: "The hooks sort the entries by `after` and take the last one that is reached. Of two with the same number " +
			"only the later one in the file ever counts (observed).",
		Fix: "Change one of the numbers, or remove the entry that is not meant.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
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
          value: push --force
  enforcement:
    default_level: silent
    escalation:
      - after: 3
        level: soft_block
      - after: 3
        level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-force-push
name: No Force Push
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
          value: push --force
  enforcement:
    default_level: silent
    escalation:
      - after: 3
        level: soft_block
      - after: 5
        level: hard_block
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
		for i := 1; i < len(b.levels.rungs); i++ {
			earlier, r := &b.levels.rungs[i-1], &b.levels.rungs[i]
			if r.after != earlier.after || r.level < earlier.level { // escalation-order speaks of a level that falls
				continue
			}
			after := r.at.Child("after")
			p.Report(Diagnostic{
				Span:    after.Node.Span,
				Path:    after.Path(),
				Message: fmt.Sprintf("two entries begin after %s: only the last of them counts, so `%s` is never used", violations(r.after), b.levels.name(earlier.level)),
				Help:    "change one of the numbers or remove an entry",
				Related: []Related{{Span: earlier.at.Child("after").Node.Span, Message: "the same number here"}},
			})
		}
	},
})
