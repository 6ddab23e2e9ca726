package lint

import (
	"fmt"
	"slices"
	"strings"
)

var _ = register(Rule{
	Code:     "unread-flag-key",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a flag key on a trigger whose action does not read it",
		Why: "`flag` is read by `set_flag` and `check_flag` only, `on_present` and `on_absent` by `check_flag` only. On " +
			"another trigger the compiler takes them without a word: no flag is set or checked, and an `evaluate` " +
			"trigger counts a violation each time (behavior schema §3.5; observed).",
		Fix: "Add the `action` that was meant, or remove the keys.",
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
      flag: tests_have_run
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: no-mkfs
name: No Mkfs
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
          value: mkfs
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
			if t.action == "" {
				continue
			}
			for _, f := range t.at.Type.Fields {
				at := t.at.Child(f.Name)
				if f.RequiredWhen == nil || f.RequiredWhen.Sibling != "action" || isAbsent(at) || slices.Contains(f.RequiredWhen.Values, t.action) {
					continue
				}
				d := Diagnostic{
					Span:    at.Key.Span,
					Path:    at.Path(),
					Message: fmt.Sprintf("`%s` is read with `action: %s` only: this trigger is `%s` and %s", f.Name, strings.Join(f.RequiredWhen.Values, "` or `"), t.action, actionEffect[t.action]),
					Help:    "add the action that is meant, or remove the key",
				}
				if t.at.Child("action") != nil {
					d.Related = []Related{{Span: t.at.Child("action").Node.Span, Message: "the action of the trigger"}}
				}
				p.Report(d)
			}
		}
	},
})

var actionEffect = map[string]string{
	evaluateAction: "counts a violation each time",
	setFlagAction:  "only sets the flag",
	checkFlag:      "only checks the flag",
}
