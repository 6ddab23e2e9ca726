package lint

import "strings"

var _ = register(Rule{
	Code:     "threshold-variable",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "`{threshold}` shows the number of violations, not the next threshold",
		Why: "The specification says that `{threshold}` is the next threshold, or `max`. The hooks of v3.8 put the counter " +
			"there: `{counter}/{threshold}` reads 1/1, 2/2, 3/3 (behavior schema §4; observed).",
		Fix: "Leave `{threshold}` out, or write the number.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
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
          value: push --force
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: violation {counter}/{threshold}"
`,
		Good: `schema_version: "1"
id: no-force-push
name: No Force Push
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
          value: push --force
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		const variable = "{threshold}"
		for _, at := range p.ByFormat("template") {
			text, _ := placeText(at)
			for from := 0; ; {
				i := strings.Index(text[from:], variable)
				if i < 0 {
					break
				}
				p.Report(Diagnostic{
					Span:    p.Tree.Source(at.Node, from+i, from+i+len(variable)),
					Path:    at.Path(),
					Message: "`{threshold}` is replaced by the number of violations, as `{counter}` is: it never shows the next threshold",
					Help:    "leave it out, or write the number",
				})
				from += i + len(variable)
			}
		}
	},
})
