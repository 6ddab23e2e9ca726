package lint

import (
	"fmt"
	"regexp"
)

var _ = register(Rule{
	Code:     "flag-name",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a flag whose name is neither kebab-case nor snake_case",
		Why: "The table of fields asks for kebab-case or snake_case (behavior schema §2), and the compiler takes any text " +
			"(§3.5). Flags are shared by all behaviors of a session: names that follow one form are found again.",
		Fix: "Write small letters and digits, joined by `-` or `_`.",
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
      flag: Plan approved
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: Plan approved
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
      flag: plan_approved
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: plan_approved
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
		for _, at := range p.ByFormat("flag") {
			text, ok := placeText(at)
			if !ok || text == "" || flagForm.MatchString(text) {
				continue
			}
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` is neither kebab-case nor snake_case", shortText(text)),
				Help:    "write small letters and digits, joined by `-` or `_`",
			})
		}
	},
})

var flagForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$|^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
