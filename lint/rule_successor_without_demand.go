package lint

var _ = register(Rule{
	Code:     "successor-without-demand",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a successor rule that demands nothing`,
		Why: `` + "`" + `conditional_successor_required` + "`" + ` compares the step after a trigger with ` + "`" + `required_kind` + "`" + ` and ` + "`" + `forbidden_kinds` + "`" + `. Both are
optional in the schema. With neither, any step may follow, and the rule is never violated.`,
		Fix: `Name the kind that has to follow, or the kinds that must not.`,
		Bad: `name: CRM agent
policies:
  - name: External content goes to a gate
    rule_type: conditional_successor_required
    params:
      trigger_kinds: [step.resource]
      trigger_condition: {field: properties.target.trust, op: equals, value: external}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: External content goes to a gate
    rule_type: conditional_successor_required
    params:
      trigger_kinds: [step.resource]
      trigger_condition: {field: properties.target.trust, op: equals, value: external}
      required_kind: step.gate
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("conditional_successor_required") {
			if c.broken || c.params == nil || c.set("required_kind") != nil {
				continue
			}
			if list := c.set("forbidden_kinds"); list != nil && !isEmptyList(list) {
				continue
			}
			at := c.mark()
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: "neither `required_kind` nor `forbidden_kinds` is given: any step may follow, and nothing is ever a violation",
				Help:    "name the kind that has to follow, or the kinds that must not",
			})
		}
	},
})
