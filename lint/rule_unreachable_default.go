package lint

import "fmt"

var _ = register(Rule{
	Code:     "unreachable-default",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "`default_level` never holds, because the escalation begins with the first violation",
		Why: "A violation is counted before its level is looked up, so the first one counts as 1 and an entry with " +
			"`after: 1` holds from the start. A `default_level` that is harder than that entry is never reached, and " +
			"the behavior is milder than it looks (observed: default `hard_block` with `after: 1, level: nudge` nudges for ever).",
		Fix: "Let the escalation begin at 2, or write the level of its first entry as `default_level`.",
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
    default_level: hard_block
    escalation:
      - after: 1
        level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
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
    default_level: nudge
    escalation:
      - after: 2
        level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil || len(b.levels.rungs) == 0 {
			return
		}
		l := &b.levels
		first := &l.rungs[0]
		// `silent` before the first violation is how everybody writes it.
		if first.firstViolation() > 1 || l.initial <= l.named("silent") || first.level == l.initial {
			return
		}
		p.Report(Diagnostic{
			Span:    l.defaultAt.Node.Span,
			Path:    l.defaultAt.Path(),
			Message: fmt.Sprintf("`default_level: %s` never holds: the first violation is at `%s` already", l.name(l.initial), l.name(first.level)),
			Help:    "let the escalation begin at 2, or make this the level of its first entry",
			Related: []Related{{Span: first.at.Child("after").Node.Span, Message: "from the first violation on"}},
		})
	},
})
