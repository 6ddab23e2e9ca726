package lint

import "fmt"

var _ = register(Rule{
	Code:     "flag-never-checked",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a flag is set that no behavior of the folder checks",
		Why: "`set_flag` does nothing but remember: without a `check_flag` somewhere in the same `behaviors/` folder it has " +
			"no effect (behavior schema §3.5).",
		Fix: "Add a trigger with `action: check_flag`, correct the name, or remove the trigger.",
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
  enforcement:
    default_level: silent
  recovery:
    hint: Do it another way.
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
			if t.action != setFlagAction || t.flag == "" {
				continue
			}
			if use := uses.flags[t.flag]; use != nil && use.checker != nil {
				continue
			}
			at := t.at.Child("flag")
			d := Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("no behavior checks `%s`: setting it has no effect", t.flag),
				Help:    "add a trigger with `action: check_flag`",
			}
			if near := Suggest(t.flag, uses.checkedNames()); near != "" {
				d.Help = fmt.Sprintf("did you mean `%s`?", near)
				d.Related = []Related{{Doc: uses.flags[near].checker.doc, Span: uses.flags[near].checker.trigger.at.Child("flag").Node.Span, Message: fmt.Sprintf("`%s` is checked here", near)}}
			}
			p.Report(d)
		}
	},
})
