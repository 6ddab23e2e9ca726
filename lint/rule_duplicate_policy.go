package lint

import (
	"fmt"
)

var _ = register(Rule{
	Code:     "duplicate-policy",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `two policies are the same rule under different names`,
		Why: `Both ask the same rule with the same params of the same agents. Each violation is counted twice, and a change of one leaves the other in
force. Mostly a copy whose params were to be changed.`,
		Fix: `Change the params of the copy, or remove it.`,
		Bad: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
  - name: Few shells
    rule_type: execution_max_steps
    params: {max_steps: 20, kind: step.exec}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
  - name: Few gates
    rule_type: execution_max_steps
    params: {max_steps: 20, kind: step.gate}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		first := map[digest]*policy{}
		for _, policy := range p.manifest().policies {
			if policy.root.params == nil || policy.root.rule == "" || policy.point == "" {
				continue
			}
			of := policy.sphere()
			key := digestOf(policy.root.params).text(of.rule).text(of.point).text(of.class)
			earlier := first[key]
			if earlier == nil {
				first[key] = policy
				continue
			}
			at := policy.root.mark()
			d := Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("the same rule with the same params as %s: each violation counts twice", earlier.title()),
				Help:    "change the params, or remove one of the two",
				Related: []Related{{Span: earlier.where(), Message: "the first of the two"}},
				Tags:    []Tag{Unnecessary},
			}
			if earlier.severity != policy.severity {
				d.Message = fmt.Sprintf("the same rule with the same params as %s: the one of higher severity decides", earlier.title())
			}
			p.Report(d)
		}
	},
})
