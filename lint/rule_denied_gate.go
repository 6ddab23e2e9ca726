package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "denied-gate",
	Severity: Info,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a gate that was denied counts too`,
		Why: `These rules ask that a gate was carried out, not what it decided: a ` + "`" + `step.gate` + "`" + ` with ` + "`" + `decision: deny` + "`" + ` satisfies them like one that passed. Only
` + "`" + `step_requires_gate` + "`" + `, and a filter on the output, look at the decision.`,
		Fix: `Use ` + "`" + `step_requires_gate` + "`" + `, or ` + "`" + `history_contains` + "`" + ` with ` + "`" + `output_filter: {decision: pass}` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: Commands are approved
    rule_type: step_requires_predecessor
    params: {required_kind: step.gate, target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Commands are approved
    rule_type: step_requires_gate
    params: {target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			var at *schema.Place
			switch c.rule {
			case "step_directly_preceded_by", "step_requires_predecessor", "step_preceded_by_without_intervening", "step_requires_dedicated_predecessor":
				at = c.param("required_kind")
			case "history_contains":
				if _, ok := c.required(); ok && !hasEntries(c.param("output_filter")) {
					at = c.param("kind")
				}
			}
			if textOf(at) != "step.gate" {
				continue
			}
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("a gate that decided `deny` satisfies `%s` too", c.rule),
				Help:    "`step_requires_gate` looks at the decision, and so does `history_contains` with `output_filter: {decision: pass}`",
			})
		}
	},
})
