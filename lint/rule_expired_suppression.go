package lint

import "fmt"

var _ = register(Rule{
	Code:     "expired-suppression",
	Severity: Warning,
	late:     true,
	Doc: Doc{
		Summary: "the date up to which a finding was hidden has passed",
		Why:     "The finding was hidden for a time, to be looked at again. That time is over: the comment hides nothing any more, and its finding is back.",
		Fix:     "Repair what the finding says and remove the comment, or give it a new date.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 010  # forgelint: ignore[ambiguous-scalar] until=2020-01-31 -- decimal with the next release
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) {
		for _, s := range p.suppressed {
			if s.fault == "" && s.expired {
				p.Report(Diagnostic{
					Span:    s.comment.Span,
					Message: fmt.Sprintf("the suppression ended on %s", s.until),
					Help:    "repair the finding and remove the comment, or give it a new date",
					Fixes:   []Fix{{Title: "Remove the comment", Edits: []Edit{p.removeComment(s.comment)}}},
				})
			}
		}
	},
})
