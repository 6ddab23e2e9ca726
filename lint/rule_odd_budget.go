package lint

import (
	"fmt"
	"math"
	"slices"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "odd-budget",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a budget that is never used up, or used up at once`,
		Why: `The rule is violated when the sum is greater than the budget. Nothing is greater than ` + "`" + `.inf` + "`" + `; nothing compares with ` + "`" + `.nan` + "`" + `, so that every step of
the kind is refused. A budget of 0 (an info) admits only steps that declare no positive value.`,
		Fix: `Write a finite number above 0.`,
		Bad: `name: CRM agent
policies:
  - name: Token budget
    rule_type: usage_budget
    params: {kind: step.model, property_path: usage.total_tokens, budget: .inf}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Token budget
    rule_type: usage_budget
    params: {kind: step.model, property_path: usage.total_tokens, budget: 50000}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("usage_budget") {
			if path := c.param("property_path"); isText(path) {
				if property := schema.Vocabulary("property").Value(path.Node.Value); property != nil && !slices.Contains(property.Operands, "number") {
					p.Report(Diagnostic{
						Span: path.Node.Span, Path: path.Path(),
						Message: fmt.Sprintf("`%s` is a text and counts as 0: the budget is never used up", property.Name),
						Help:    "write the path of a number, such as `usage.total_tokens`",
					})
				}
			}
			budget := c.set("budget")
			if budget == nil {
				continue
			}
			value, ok := budget.Node.Float()
			d := Diagnostic{Span: budget.Node.Span, Path: budget.Path(), Help: "write a finite number above 0"}
			switch {
			case !ok:
				continue
			case math.IsInf(value, 1):
				d.Message = "no sum is greater than infinity: the budget is never used up"
			case math.IsNaN(value):
				d.Message = fmt.Sprintf("no sum compares with `.nan`: every `%s` step is %s", c.text("kind"), c.policy.outcome())
			case value == 0:
				d.Severity = Info
				d.Message = fmt.Sprintf("a budget of 0 admits only `%s` steps that declare no positive value", c.text("kind"))
			default:
				continue
			}
			p.Report(d)
		}
	},
})
