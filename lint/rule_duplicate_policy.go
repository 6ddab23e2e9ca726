package lint

import "fmt"

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
		groups := map[digest][]*policy{}
		var order []digest
		for _, policy := range p.manifest().policies {
			if policy.root.params == nil || policy.root.rule == "" || policy.point == "" {
				continue
			}
			of := policy.sphere()
			key := digestOf(policy.root.params).text(of.rule).text(of.point).text(of.class)
			if len(groups[key]) == 1 {
				order = append(order, key)
			}
			groups[key] = append(groups[key], policy)
		}
		for _, key := range order {
			p.reportCopies(groups[key])
		}
	},
})

// reportCopies reports policies that are the same, at the second of them.
func (p *Pass) reportCopies(same []*policy) {
	first, second := same[0], same[1]
	at := second.root.mark()
	d := Diagnostic{
		Span: written(at), Path: at.Path(),
		Message: fmt.Sprintf("the same rule with the same params as %s: each violation counts %s", first.title(), times(len(same))),
		Help:    "change the params, or keep one of them",
		Related: []Related{{Span: first.where(), Message: "the first of them"}},
		Tags:    []Tag{Unnecessary},
	}
	for _, policy := range same[1:] {
		if policy.severity != first.severity {
			d.Message = fmt.Sprintf("the same rule with the same params as %s: the one of the highest severity decides", first.title())
		}
	}
	for _, policy := range same[2:min(len(same), 2+maxCopies)] {
		d.Related = append(d.Related, Related{Span: policy.where(), Message: "and another copy"})
	}
	p.Report(d)
}

// maxCopies bounds the places that a finding about copies names.
const maxCopies = 8

func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
