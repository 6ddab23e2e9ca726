package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "field-on-every-step",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a field rule that is asked of every step`,
		Why: `A policy at ` + "`" + `step_execution` + "`" + ` is evaluated on every step, the start and end of a task too. A field rule has no kinds to narrow it: each
step without the field is a violation (rules reference, "Worked example"). With ` + "`" + `critical` + "`" + ` the task cannot even start.`,
		Fix: `Narrow it with ` + "`" + `any_of` + "`" + `: the first condition is ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + ` of the kind that has the field, the second is the field rule.`,
		Bad: `name: CRM agent
policies:
  - name: Tickets are referenced
    rule_type: field_not_empty
    params: {field: input.ticket}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Tickets are referenced
    rule_type: any_of
    params:
      conditions:
        - {rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.resource, verb: POST}}}}
        - {rule_type: field_not_empty, params: {field: input.ticket}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			p.checkNameOnEveryStep(policy)
			b, ok := policy.startBlame()
			if !ok || b.cause != causeField {
				continue
			}
			at := b.at.param("field")
			if at == nil {
				continue
			}
			field := at.Node.Value
			d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
			switch field {
			case "kind", "verb":
				d.Message = "this policy is evaluated on every step, and `task.start` does not pass: no task can start without a violation"
				d.Help = "add the `task.*` kinds to the values, or narrow the rule with `any_of` and `not` `current_is`"
			default:
				d.Message = fmt.Sprintf("this policy is evaluated on every step: each one without `%s` is %s, the start of the task too", field, policy.outcome())
				d.Help = fmt.Sprintf("write `any_of` of `not` `current_is` (%s) and this rule", kindOfField(field))
			}
			p.Report(d)
		}
	},
})

// kindOfField names the kind that carries a field, as far as that is known.
func kindOfField(field string) string {
	if property := schema.Vocabulary("property").Value(strings.TrimPrefix(field, "properties.")); property != nil && len(property.Kinds) > 0 && field != property.Name {
		return "`" + property.Kinds[0] + "`"
	}
	return "the kind that has it"
}

// checkNameOnEveryStep reports a rule about names that is asked of task boundaries too, whose names are
// not those of tools.
func (p *Pass) checkNameOnEveryStep(policy *policy) {
	c := policy.root
	if c.rule != "field_in_list" && c.rule != "field_matches_regex" || c.text("field") != "step_name" || !policy.atSteps() {
		return
	}
	at := c.param("field")
	p.Report(Diagnostic{
		Span: at.Node.Span, Path: at.Path(), Severity: Info,
		Message: "this policy is evaluated on every step: the names of task boundaries, model calls and gates have to pass too",
		Help:    "write `any_of` of `not` `current_is` (the kinds that call tools) and this rule",
	})
}
