package lint

import "fmt"

var _ = register(Rule{
	Code:     "redundant-threshold",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "an entry of the escalation that changes nothing",
		Why: "The level of a session never falls. An entry with the level that holds already, or with a milder one, makes " +
			"no difference: the reader believes in a step that is not there.",
		Fix: "Remove the entry, or give it the level that was meant.",
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
    default_level: warning
    escalation:
      - after: 3
        level: warning
      - after: 5
        level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  warning_template: "[{behavior_id}] not like this ({counter})."
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
    default_level: warning
    escalation:
      - after: 5
        level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  warning_template: "[{behavior_id}] not like this ({counter})."
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		l := &b.levels
		held, from := l.initial, "default_level"
		if l.initial == noLevel || len(l.rungs) > 0 && l.rungs[0].firstViolation() == 1 && l.rungs[0].level != l.initial {
			held = noLevel // never reached, so that the first entry is no repetition of it
		}
		for i := range l.rungs {
			r := &l.rungs[i]
			if r.level > held {
				held, from = r.level, fmt.Sprintf("after %s", violations(r.after))
				continue
			}
			if i > 0 && r.level < held && from != "default_level" {
				continue // escalation-order speaks of it
			}
			d := Diagnostic{
				Span:    r.levelAt.Node.Span,
				Path:    r.at.Path(),
				Message: fmt.Sprintf("`%s` after %s changes nothing: `%s` holds already (%s)", l.name(r.level), violations(r.after), l.name(held), from),
				Help:    "remove the entry or give it a harder level",
				Tags:    []Tag{Unnecessary},
			}
			if edit, ok := p.RemoveEntry(r.at); ok {
				d.Fixes = []Fix{{Title: "Remove this entry", Edits: []Edit{edit}}}
			}
			p.Report(d)
		}
	},
})
