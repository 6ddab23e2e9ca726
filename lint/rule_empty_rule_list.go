package lint

import "fmt"

var _ = register(Rule{
	Code:     "empty-rule-list",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `an empty list of a rule holds nothing, or everything`,
		Why: `The loader takes an empty list. What it means depends on the param: a rule whose required ` + "`" + `target_kinds` + "`" + ` is empty is
evaluated on no step, an empty ` + "`" + `allowed_domains` + "`" + ` lets every host pass, an empty ` + "`" + `values` + "`" + ` allows no value at all, an ` + "`" + `any_of` + "`" + `
without conditions is violated by every step. None of that is what an empty list says to its reader.`,
		Fix: `Fill the list, or remove the policy.`,
		Bad: `name: CRM agent
policies:
  - name: Exit hosts
    rule_type: domain_allowlist
    params: {allowed_domains: [acme.io], target_kinds: []}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Exit hosts
    rule_type: domain_allowlist
    params: {allowed_domains: [acme.io], target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			if c.params == nil {
				continue
			}
			for _, param := range c.params.Children {
				if !isEmptyList(param) {
					continue
				}
				if effect := c.emptyMeans(param.Name()); effect != "" {
					p.Report(Diagnostic{
						Span: param.Node.Span, Path: param.Path(),
						Message: fmt.Sprintf("`%s` is empty: %s", param.Name(), effect),
						Help:    "fill the list, or remove the policy",
					})
				}
			}
		}
	},
})

// emptyMeans says what an empty list does; "" where it does nothing odd.
func (c *condition) emptyMeans(param string) string {
	switch param {
	case "target_kinds":
		if !kindsMeanAll(c.rule) {
			return "no step is evaluated, and nothing is ever a violation"
		}
	case "allowed_domains":
		return "every host passes"
	case "trigger_kinds":
		return "no step is a trigger, and nothing is ever a violation"
	case "forbidden_sequence":
		return "an empty sequence never occurs"
	case "agent_risk_classifications":
		return "no agent is held"
	case "forbidden_intervening":
		return "nothing is forbidden in between, and the rule only asks for an earlier step"
	case "forbidden_predecessor_kinds":
		return "no predecessor is forbidden, and nothing is ever a violation"
	case "values":
		if c.negated() {
			return "no value is in the list, and the `not` around it always passes"
		}
		if !c.policy.atSteps() {
			return "no value is allowed, so every registration is a violation"
		}
		return "no value is allowed, so every step is " + c.policy.outcome()
	case "conditions":
		if c.rule == "all_of" {
			return "`all_of` always passes"
		}
		if !c.policy.atSteps() {
			return "`any_of` is violated by every registration"
		}
		return "`any_of` is violated by every step"
	}
	return ""
}
