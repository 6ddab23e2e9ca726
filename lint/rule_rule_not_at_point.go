package lint

import (
	"fmt"
	"slices"
)

var _ = register(Rule{
	Code:     "rule-not-at-point",
	Severity: Error,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a rule stands at an enforcement point where it is not evaluated",
		Why: `Each rule of the registry lists the enforcement points at which it can be evaluated. At
` + "`agent_registration`" + ` there is no step, no verb and no history: a rule that asks for them raises there, and a
rule that raises is a violation, so that no agent can register any more. Conditions inside ` + "`all_of`, `any_of` and `not`" + ` are
evaluated at the point of their policy.`,
		Fix: "Evaluate the policy at `step_execution`, or ask for an attribute of the agent's profile with a field rule.",
		Bad: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: agent_registration
`,
		Good: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			rule, point := p.Format.Rules[c.rule], c.policy.point
			if rule == nil || point == "" || len(rule.EnforcementPoints) == 0 || slices.Contains(rule.EnforcementPoints, point) {
				continue
			}
			d := Diagnostic{
				Span: c.ruleType().Node.Span, Path: c.ruleType().Path(),
				Message: fmt.Sprintf("`%s` cannot be evaluated at `%s`", c.rule, point),
				Help:    fmt.Sprintf("it is a rule of %s", quoteList(rule.EnforcementPoints, "and")),
			}
			if point == agentRegistration {
				d.Message += ": it raises there, and every registration is refused"
			}
			if at := c.policy.place.Child("enforcement_point"); at != nil {
				d.Related = []Related{{Span: at.Node.Span, Message: "the policy's enforcement point"}}
				if c.parent == nil && len(rule.EnforcementPoints) == 1 {
					d.Fixes = []Fix{{Title: "Change the enforcement point to `" + rule.EnforcementPoints[0] + "`", Edits: []Edit{p.ReplaceText(at.Node, rule.EnforcementPoints[0])}}}
				}
			}
			p.Report(d)
		}
	},
})
