package lint

var _ = register(Rule{
	Code:     "suppression-without-reason",
	Severity: Info,
	late:     true,
	Doc: Doc{
		Summary: "a finding is hidden and nobody says why",
		Why:     "A hidden finding in a security policy is a decision. Whoever reads the file next has to know what was decided, and whether it still holds.",
		Fix:     "Write the reason behind `--` in the comment.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 010  # forgelint: ignore[ambiguous-scalar]
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 010  # forgelint: ignore[ambiguous-scalar] -- the tool writes it so
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, s := range p.suppressed {
			if s.fault == "" && s.reason == "" {
				p.Report(Diagnostic{Span: s.comment.Span, Message: "the comment hides findings and gives no reason", Help: "write `-- reason` at its end"})
			}
		}
	},
})
