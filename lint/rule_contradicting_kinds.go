package lint

import "fmt"

var _ = register(Rule{
	Code:     "contradicting-kinds",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a kind that a rule both requires and forbids`,
		Why: `` + "`" + `step_preceded_by_without_intervening` + "`" + ` looks back from the step: an entry of ` + "`" + `forbidden_intervening` + "`" + ` before one of
` + "`" + `required_kind` + "`" + ` is a violation. A kind in both is always met as the forbidden one. A successor that is required and forbidden
can never be right either. Every step that the rule holds is a violation.`,
		Fix: `Take the required kind out of the forbidden ones.`,
		Bad: `name: CRM agent
policies:
  - name: Gate with nothing between
    rule_type: step_preceded_by_without_intervening
    params: {required_kind: step.gate, forbidden_intervening: [step.gate, step.model], target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Gate with nothing between
    rule_type: step_preceded_by_without_intervening
    params: {required_kind: step.gate, forbidden_intervening: [step.model], target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("step_preceded_by_without_intervening", "conditional_successor_required") {
			required := c.set("required_kind")
			for _, param := range []string{"forbidden_intervening", "forbidden_kinds"} {
				list := c.set(param)
				if !isList(list) || textOf(required) == "" {
					continue
				}
				for _, item := range list.Children {
					if textOf(item) != textOf(required) {
						continue
					}
					d := Diagnostic{
						Span: item.Node.Span, Path: item.Path(),
						Message: fmt.Sprintf("`%s` is required and forbidden: every step that the rule holds is %s", textOf(item), c.policy.outcome()),
						Help:    fmt.Sprintf("take it out of `%s`", param),
						Related: []Related{{Span: required.Node.Span, Message: "required here"}},
					}
					if edit, ok := p.RemoveEntry(item); ok {
						d.Fixes = []Fix{{Title: "Remove it from `" + param + "`", Edits: []Edit{edit}}}
					}
					p.Report(d)
				}
			}
		}
	},
})
