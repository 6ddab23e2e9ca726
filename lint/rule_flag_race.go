package lint

import "fmt"

var _ = register(Rule{
	Code:     "flag-race",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "one call both sets and checks a flag",
		Why: "The host runs all matching hooks at the same time, so that either may come first. When one call sets the flag " +
			"in one trigger and checks it in another, it depends on chance whether the check finds it (observed: both " +
			"orders give different decisions).",
		Fix: "Set the flag at `PostToolUse`, or keep the two apart by their conditions.",
		Bad: `schema_version: "1"
id: tests-first
name: Tests First
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
		pairs := 0
		for _, t := range b.triggers {
			if t.action != checkFlag || t.flag == "" || t.onPresent == onPresentKeep && t.onAbsent == onAbsentSkip {
				continue
			}
			for _, set := range b.triggers {
				if set.action != setFlagAction || set.flag != t.flag {
					continue
				}
				if pairs++; pairs > maxPairs {
					return
				}
				call := bothFire(set, t)
				if call == nil {
					continue
				}
				at := t.at.Child("flag")
				p.Report(Diagnostic{
					Span:    at.Node.Span,
					Path:    at.Path(),
					Message: fmt.Sprintf("%s sets and checks `%s` at once: whether the check finds it depends on which hook is faster", call.words, t.flag),
					Help:    "set the flag at `PostToolUse`, or keep the two apart by their conditions",
					Related: []Related{{Span: set.at.Child("flag").Node.Span, Message: "set here"}},
				})
				break
			}
		}
	},
})
