package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "matches-everything",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a pattern is found in every text",
		Why: "A search succeeds as soon as the pattern matches the empty text somewhere, and `.*`, `x?` or `^` always do. In a " +
			"behavior the condition is then always true. In a Kyvvu manifest the rule passes whatever the value is, also when it is " +
			"absent, and under `not` every step is a violation. That no text is left out is decided on the pattern itself, not by " +
			"trying texts.",
		Fix: "Say what the text must hold: `x+` for `x*`, `.+` for a value that must not be empty, or leave the condition out.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: properties.command
          pattern: '.*'
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: properties.command
          pattern: 'rm\s+-rf'
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.re == nil || pat.dialect == regex.JavaScript || pat.text == "" && pat.dialect == regex.Python {
				continue
			}
			everything := pat.re.Everything()
			if everything == regex.Some || emptyBranch(pat.re) != nil {
				continue // the empty branch has a finding of its own
			}
			which := "every text"
			if everything == regex.OneLine {
				which = "every text of one line"
			}
			p.Report(Diagnostic{
				Span:    pat.place.Node.Span,
				Path:    pat.place.Path(),
				Message: fmt.Sprintf("%s is found in %s: %s", pat.subject(), which, p.whenAlways(pat)),
				Help:    "say what the text must hold, as in `x+` for `x*`",
			})
		}
	},
})
