package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

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
	Concerns: func(f *Folder, m *Member) bool { return m.anyUse(flagsOf(f).unchecked) },
	Check: func(p *Pass) {
		p.eachFlagUse(func(f *folderFlags, t *trigger, at *schema.Place, use *flagUse) {
			if !f.unchecked(use) {
				return
			}
			d := Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("no behavior checks `%s`: setting it has no effect", t.flag),
				Help:    "add a trigger with `action: check_flag`",
			}
			if near := Suggest(t.flag, f.checkedNames()); near != "" {
				checker := f.flags[near].checker
				d.Help = fmt.Sprintf("did you mean `%s`?", near)
				d.Related = []Related{{Doc: checker.member.Doc, Span: checker.span, Message: fmt.Sprintf("`%s` is checked here", near)}}
			}
			p.Report(d)
		})
	},
})
