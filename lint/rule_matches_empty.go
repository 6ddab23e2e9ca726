package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "matches-empty",
	Severity: Warning,
	Formats:  []string{"kyvvu-manifest"},
	Doc: Doc{
		Summary: "a pattern that an absent value matches",
		Why: "Kyvvu reads a value that is absent as the empty text. A pattern that the empty text matches, as `^$` or `^[^@]*$`, " +
			"lets every step pass that does not have the field at all, which is most of them (observed). Whoever leaves the value " +
			"out goes round the rule.",
		Fix: "Ask for a character: `^[^@]+$` for `^[^@]*$`, and `field_not_empty` beside it where the field must be there.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition:
              rule_type: current_is
              params: {kind: step.message}
        - rule_type: field_matches_regex
          params:
            field: properties.message.recipient
            pattern: '^[^@]*$'
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition:
              rule_type: current_is
              params: {kind: step.message}
        - rule_type: field_matches_regex
          params:
            field: properties.message.recipient
            pattern: '^[^@]+$'
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.re == nil || pat.dialect != regex.RE2 || pat.re.Everything() != regex.Some {
				continue
			}
			if found, sure := pat.re.Matches(""); !found || !sure {
				continue
			}
			d := Diagnostic{
				Span:    pat.place.Node.Span,
				Path:    pat.place.Path(),
				Message: fmt.Sprintf("the empty text matches, and an absent value is read as that: a step without `%s` passes", shortText(fieldOf(pat.place))),
				Help:    "ask for a character at least, as in `[^@]+` for `[^@]*`",
			}
			if pat.negated() {
				c := p.manifest().at(pat.place.Parent)
				if c == nil || !c.blamedForStart() {
					continue // the field may well be asked for
				}
				d.Message = fmt.Sprintf("the empty text matches, and an absent value is read as that: each step without `%s` is %s, the start of the task too",
					shortText(fieldOf(pat.place)), c.policy.outcome())
				d.Help = "hold only the steps that have it: `any_of` with the conditions `not` `current_is` (their kind) and this rule"
			}
			p.Report(d)
		}
	},
})
