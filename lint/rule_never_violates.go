package lint

var _ = register(Rule{
	Code:     "never-violates",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "no trigger of the behavior can count a violation",
		Why: "`set_flag` counts nothing, and `check_flag` with `on_absent: skip` neither. A behavior of such triggers alone " +
			"never comes to a level: its `enforcement` and its texts are dead (behavior schema §3.5, §6.12). One that is " +
			"`silent` and has no texts only keeps flags for others, and is not reported.",
		Fix: "Write `on_absent: violate`, or add a trigger with `evaluate`.",
		Bad: `schema_version: "1"
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
      on_absent: skip
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
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
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil || len(b.triggers) == 0 || b.violates() || !b.levels.complete || !b.actionsKnown() {
			return
		}
		stages := b.levels.stages
		if stages[len(stages)-1].level <= b.levels.named("silent") && len(items(b.root.Child("rendering"))) == 0 {
			return
		}
		var skips []Related
		for _, t := range b.triggers {
			if at := t.at.Child("on_absent"); at != nil {
				skips = append(skips, Related{Span: at.Node.Span, Message: "skips where it could violate"})
			}
		}
		at := b.root.Child("policy").Child("enforcement")
		p.Report(Diagnostic{
			Span:    at.Key.Span,
			Path:    at.Path(),
			Message: "no trigger counts a violation: the behavior never comes to a level, and says nothing",
			Help:    "write `on_absent: violate`, or add a trigger with `action: evaluate`",
			Related: skips,
		})
	},
})
