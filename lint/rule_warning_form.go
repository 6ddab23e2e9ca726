package lint

import (
	"fmt"
	"strings"
)

var _ = register(Rule{
	Code:     "warning-form",
	Severity: Info,
	Optional: true,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a warning that is not two to four lines with the behavior's name in bold",
		Why: "The enforcement specification asks that a warning has the name in bold, what happened, what is expected " +
			"and what comes next, on two to four lines. Few behaviors follow it, so the rule is off unless the " +
			"configuration turns it on.",
		Fix: "Write one line for each: what happened, what is expected, what comes next.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: "[{behavior_id}] not like this ({counter})."
`,
		Good: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: |
    **{behavior_name}**: {counter} writes without a search.
    Expected: search for existing code first.
`,
		Options: "`rules: {warning-form: info}` turns it on.",
	},
	Check: func(p *Pass) {
		at := p.Root().Child("rendering").Child("warning_template")
		text, ok := placeText(at)
		if !ok || text == "" {
			return
		}
		lines := strings.Count(strings.TrimRight(text, "\n"), "\n") + 1
		var lacks []string
		if lines < 2 || lines > 4 {
			lacks = append(lacks, fmt.Sprintf("has %d lines and not two to four", lines))
			if lines == 1 {
				lacks[0] = "has one line and not two to four"
			}
		}
		if strings.Count(text, "**") < 2 {
			lacks = append(lacks, "has nothing in bold (`**{behavior_name}**`)")
		}
		if len(lacks) == 0 {
			return
		}
		p.Report(Diagnostic{
			Span:    at.Node.Span,
			Path:    at.Path(),
			Message: "the warning " + strings.Join(lacks, " and "),
			Help:    "say what happened, what is expected and what comes next",
		})
	},
})
