package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "flag-never-set",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a flag is checked that no behavior of the folder sets",
		Why: "Flags belong to the session and are shared by the behaviors of one `behaviors/` folder. When nothing sets the " +
			"flag, a check with `on_absent: violate` counts a violation on every call (an error), and one with `skip` " +
			"never does anything (a warning; behavior schema §3.5; observed).",
		Fix: "Add a trigger with `action: set_flag`, or correct the name.",
		Bad: `-- behaviors/tests-first/behavior.yaml --
schema_version: "1"
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
      flag: test_have_run
      on_present: keep
      on_absent: violate
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `-- behaviors/tests-first/behavior.yaml --
schema_version: "1"
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
	Concerns: func(f *Folder, m *Member) bool { return m.anyUse(flagsOf(f).unset) },
	Check: func(p *Pass) {
		p.eachFlagUse(func(f *folderFlags, t *trigger, at *schema.Place, use *flagUse) {
			if !f.unset(use) {
				return
			}
			d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
			effect := "every call that matches is a violation"
			if t.onAbsent != onAbsentViolate {
				effect, d.Severity = "this trigger does nothing", Warning
			}
			if setter := f.flags[t.flag].setter; setter != nil {
				d.Severity = Warning
				d.Message = fmt.Sprintf("only a behavior that is off sets `%s`: %s", t.flag, effect)
				d.Help = "set the flag in a behavior that is on"
				d.Related = []Related{{Doc: setter.member.Doc, Span: setter.span, Message: "set here, in a behavior that is off"}}
			} else {
				d.Message = fmt.Sprintf("no behavior sets `%s`: %s", t.flag, effect)
				d.Help = "add a trigger with `action: set_flag`"
				if near := Suggest(t.flag, f.setNames()); near != "" {
					setter := f.flags[near].setter
					d.Help = fmt.Sprintf("did you mean `%s`?", near)
					d.Related = []Related{{Doc: setter.member.Doc, Span: setter.span, Message: fmt.Sprintf("`%s` is set here", near)}}
					d.Fixes = p.changeText(at, near, false)
				}
			}
			p.Report(d)
		})
	},
})
