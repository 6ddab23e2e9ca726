package lint

var _ = register(Rule{
	Code:     "no-policies",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a manifest without a policy",
		Why: `An empty list of policies loads. Nothing is enforced then: the engine allows every step, and
` + "`kyvvu try`" + ` says that the agent is ungoverned.`,
		Fix: "Write the policies, or remove the file.",
		Bad: `name: CRM agent
policies: []
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
		if list := p.Root().Child("policies"); isEmptyList(list) {
			p.Report(Diagnostic{
				Span: list.Node.Span, Path: list.Path(),
				Message: "`policies` is empty: the manifest loads, and every step is allowed",
				Help:    "write at least one policy",
			})
		}
	},
})
