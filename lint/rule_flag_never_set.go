package lint

import "fmt"

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
	Check: func(p *Pass) {
		b, folder := p.Document.behavior(), p.Workspace.Folder(p.Document)
		if b == nil || folder == nil {
			return
		}
		uses := flagsOf(folder)
		for _, t := range b.triggers {
			if t.action != checkFlag || t.flag == "" {
				continue
			}
			use := uses.flags[t.flag]
			if use != nil && use.setter != nil && (use.setEnabled || !uses.enabled(p.Document)) {
				continue
			}
			at := t.at.Child("flag")
			d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
			effect := "every call that matches is a violation"
			if t.onAbsent != onAbsentViolate {
				effect, d.Severity = "this trigger does nothing", Warning
			}
			if use != nil && use.setter != nil {
				d.Severity = Warning
				d.Message = fmt.Sprintf("only a behavior that is off sets `%s`: %s", t.flag, effect)
				d.Help = "set the flag in a behavior that is on"
				d.Related = []Related{{Doc: use.setter.doc, Span: use.setter.trigger.at.Child("flag").Node.Span, Message: "set here, in a behavior that is off"}}
			} else {
				d.Message = fmt.Sprintf("no behavior sets `%s`: %s", t.flag, effect)
				d.Help = "add a trigger with `action: set_flag`"
				if near := Suggest(t.flag, uses.setNames()); near != "" {
					d.Help = fmt.Sprintf("did you mean `%s`?", near)
					d.Related = []Related{{Doc: uses.flags[near].setter.doc, Span: uses.flags[near].setter.trigger.at.Child("flag").Node.Span, Message: fmt.Sprintf("`%s` is set here", near)}}
					d.Fixes = []Fix{{Title: fmt.Sprintf("Change to `%s`", near), Edits: []Edit{p.ReplaceText(at.Node, near)}}}
				}
			}
			p.Report(d)
		}
	},
})
