package lint

import "fmt"

var _ = register(Rule{
	Code:     "flag-consumed-twice",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "two behaviors consume the same flag",
		Why: "Flags are shared by all behaviors of a session. Of two that consume the same flag the one whose hook runs " +
			"first takes it away, and the other one finds it absent.",
		Fix: "Give each behavior a flag of its own, or let them keep it.",
		Bad: `-- behaviors/plan-first/behavior.yaml --
schema_version: "1"
id: plan-first
name: Plan First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: ExitPlanMode
      action: set_flag
      flag: planned
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: planned
      on_present: consume
      on_absent: violate
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
-- behaviors/plan-before-edit/behavior.yaml --
schema_version: "1"
id: plan-before-edit
name: Plan Before Edit
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Edit
      action: check_flag
      flag: planned
      on_present: consume
      on_absent: violate
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `-- behaviors/plan-first/behavior.yaml --
schema_version: "1"
id: plan-first
name: Plan First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: ExitPlanMode
      action: set_flag
      flag: planned
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: planned
      on_present: keep
      on_absent: violate
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
-- behaviors/plan-before-edit/behavior.yaml --
schema_version: "1"
id: plan-before-edit
name: Plan Before Edit
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Edit
      action: check_flag
      flag: planned
      on_present: keep
      on_absent: violate
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		b, folder := p.Document.behavior(), p.Workspace.Folder(p.Document)
		if b == nil || folder == nil {
			return
		}
		uses := flagsOf(folder)
		for _, t := range b.triggers {
			if t.action != checkFlag || t.onPresent != onPresentConsume || t.flag == "" {
				continue
			}
			other := uses.flags[t.flag].otherConsumer(p.Document)
			if other == nil {
				continue
			}
			at := t.at.Child("flag")
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` consumes `%s` too: whichever hook runs first takes the flag from the other", other.doc.behavior().id, t.flag),
				Help:    "give each behavior a flag of its own, or write `on_present: keep`",
				Related: []Related{{Doc: other.doc, Span: other.trigger.at.Child("flag").Node.Span, Message: "consumed here too"}},
			})
		}
	},
})
