package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "block-not-enforced",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a block on an event at which the host blocks nothing",
		Why: "The hooks deny with `permissionDecision`, and the host honours that at PreToolUse only. After a tool has run, " +
			"at a prompt or at the end of a turn the call goes on: the message is shown, and nothing is blocked (observed).",
		Fix: "Watch PreToolUse, or let the escalation end at `warning`.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PostToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: hard_block
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
		soft := b.levels.named("soft_block")
		s, blocks := b.levels.reaches(func(v level) bool { return v >= soft })
		if !blocks || soft < 0 {
			return
		}
		for _, t := range b.triggers {
			event := schema.EventNamed(t.event)
			if event == nil || event.Blocks || !t.violates() || t.at.Child("event") == nil {
				continue
			}
			at := t.at.Child("event")
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` cannot block: at `%s` the message is shown and the call goes on", t.event, b.levels.name(s.level)),
				Help:    "watch `PreToolUse`, or let the escalation end at `warning`",
				Related: []Related{{Span: b.levels.stageAt(s).Node.Span, Message: "the level that is meant to block"}},
			})
		}
	},
})
