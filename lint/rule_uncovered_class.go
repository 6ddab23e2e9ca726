package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "uncovered-class",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `classes that a rule asks about and its policy does not cover`,
		Why: `A policy's own ` + "`" + `risk_classification` + "`" + ` means this class or above: it is not evaluated for an agent below (rules reference,
"Classification rules"). A lower class in ` + "`" + `agent_risk_classifications` + "`" + ` is then never met; where there is no other, nothing is ever forbidden.`,
		Fix: `Remove the policy's ` + "`" + `risk_classification` + "`" + `: the rule looks at the class itself.`,
		Bad: `name: CRM agent
policies:
  - name: Small agents run no commands
    risk_classification: high
    rule_type: step_forbidden_for_classification
    params: {agent_risk_classifications: [minimal, limited], forbidden_kind: step.exec}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Small agents run no commands
    rule_type: step_forbidden_for_classification
    params: {agent_risk_classifications: [minimal, limited], forbidden_kind: step.exec}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("step_forbidden_for_classification") {
			list := c.param("agent_risk_classifications")
			if !isList(list) || len(list.Children) == 0 || c.broken {
				continue
			}
			var below []*schema.Place
			for _, item := range list.Children {
				if c.policy.passesOver(textOf(item)) {
					below = append(below, item)
				}
			}
			related := []Related{}
			if c.policy.classPlace != nil {
				related = append(related, Related{Span: c.policy.classPlace.Node.Span, Message: "covers this class and those above"})
			}
			if len(below) == len(list.Children) {
				p.Report(Diagnostic{
					Span: list.Node.Span, Path: list.Path(),
					Message: fmt.Sprintf("nothing is ever forbidden: the policy covers `%s` agents and above, and the rule asks about none of them", c.policy.class),
					Help:    "remove the policy's `risk_classification`: the rule looks at the class itself",
					Related: related,
				})
				continue
			}
			for _, item := range below {
				p.Report(Diagnostic{
					Span: item.Node.Span, Path: item.Path(), Severity: Info,
					Message: fmt.Sprintf("`%s` is never met: the policy covers `%s` agents and above", textOf(item), c.policy.class),
					Help:    "remove the class here, or the policy's `risk_classification`",
					Related: related,
				})
			}
		}
	},
})

// passesOver reports whether the policy is not evaluated for agents of a class: one below its own, or a
// word that is in no order. One above the order of the reference may be covered.
func (p *policy) passesOver(class string) bool {
	order := schema.Vocabulary("risk_class").Names()
	own, agent := slices.Index(order, p.class), slices.Index(order, class)
	if own < 1 {
		return false // covers every agent that has a class
	}
	return agent >= 0 && agent < own || class == "unclassified"
}
