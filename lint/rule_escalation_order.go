package lint

import "fmt"

var _ = register(Rule{
	Code:     "escalation-order",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a level of the escalation is milder than one before it",
		Why: "Sorted by `after`, the levels may not fall (behavior schema §6.13). The hooks hold the highest level that a " +
			"session has reached, so an entry that is milder never does anything.",
		Fix: "Put the levels in rising order, or remove the entry.",
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
      - after: 1
        level: hard_block
      - after: 3
        level: soft_block
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
      - after: 1
        level: soft_block
      - after: 3
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
		l := &b.levels
		highest := -1
		for i := range l.rungs {
			r := &l.rungs[i]
			if highest < 0 || r.level >= l.rungs[highest].level {
				highest = i
				continue
			}
			top := &l.rungs[highest]
			effect := "the level never falls within a session, so this entry does nothing"
			if r.after == top.after {
				effect = fmt.Sprintf("of two entries at one number the last counts, so `%s` is never used", l.name(top.level))
			}
			p.Report(Diagnostic{
				Span: r.levelAt.Node.Span,
				Path: r.levelAt.Path(),
				Message: fmt.Sprintf("`%s` after %s is milder than `%s` after %s: %s",
					l.name(r.level), violations(r.after), l.name(top.level), violations(top.after), effect),
				Help:    "sorted by `after`, each level is at least as hard as the one before",
				Related: []Related{{Span: top.levelAt.Node.Span, Message: fmt.Sprintf("`%s` from here on", l.name(top.level))}},
			})
		}
	},
})
