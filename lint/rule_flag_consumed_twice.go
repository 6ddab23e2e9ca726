package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

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
	Concerns: func(f *Folder, m *Member) bool {
		return m.anyUse(func(use *flagUse) bool { return flagsOf(f).otherConsumer(use) != nil })
	},
	Check: func(p *Pass) {
		p.eachFlagUse(func(f *folderFlags, t *trigger, at *schema.Place, use *flagUse) {
			other := f.otherConsumer(use)
			if other == nil {
				return
			}
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` consumes `%s` too: whichever hook runs first takes the flag from the other", other.member.ID, t.flag),
				Help:    "give each behavior a flag of its own, or write `on_present: keep`",
				Related: []Related{{Doc: other.member.Doc, Span: other.span, Message: "consumed here too"}},
			})
		})
	},
})
