package lint

var _ = register(Rule{
	Code:     "idle-check",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a check of a flag that does nothing, whether the flag is set or not",
		Why: "With `on_present: keep` a flag that is set stays, with `on_absent: skip` one that is not set is passed over: " +
			"together the trigger has no effect at all (behavior schema §3.5; observed).",
		Fix: "Write `on_absent: violate` to demand the flag, or `on_present: consume` to take it away.",
		Bad: `schema_version: "1"
id: tests-first
name: Tests First
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
          value: go test
      action: set_flag
      flag: tests_have_run
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: git push
      action: check_flag
      flag: tests_have_run
      on_present: keep
      on_absent: skip
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: tests-first
name: Tests First
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
          value: go test
      action: set_flag
      flag: tests_have_run
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: git push
      action: check_flag
      flag: tests_have_run
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
		b := p.Document.behavior()
		if b == nil {
			return
		}
		for _, t := range b.triggers {
			if t.action != checkFlag || t.flag == "" || t.onPresent != onPresentKeep || t.onAbsent != onAbsentSkip {
				continue
			}
			at := t.at.Child("on_absent")
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: "this trigger does nothing: a flag that is set is kept, and one that is not set is passed over",
				Help:    "write `violate` to demand the flag, or `on_present: consume` to take it away",
				Related: []Related{{Span: t.at.Child("on_present").Node.Span, Message: "kept here"}},
				Fixes:   p.changeText(at, onAbsentViolate, false),
			})
		}
	},
})
