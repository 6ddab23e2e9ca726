package lint

var _ = register(Rule{
	Code:     "no-step-is-governed",
	Severity: Info,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `all policies are evaluated at registration`,
		Why:     `Policies at ` + "`" + `agent_registration` + "`" + ` are checked once, when an agent registers. With no other, every step of every task is allowed.`,
		Fix:     `Add policies at ` + "`" + `step_execution` + "`" + `, if steps are to be governed.`,
		Bad: `name: CRM agent
policies:
  - name: Has an owner
    rule_type: field_not_empty
    params: {field: owner_id}
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
		policies := p.manifest().policies
		for _, policy := range policies {
			if policy.point != agentRegistration {
				return
			}
		}
		if len(policies) == 0 {
			return
		}
		at := p.Root().Child("policies")
		p.Report(Diagnostic{
			Span: at.Key.Span, Path: at.Path(),
			Message: "every policy is evaluated at `agent_registration`: no step of a task is governed",
			Help:    "add policies at `step_execution`, if steps are to be governed",
		})
	},
})
