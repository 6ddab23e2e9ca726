package lint

import "fmt"

var _ = register(Rule{
	Code:     "null-for-default",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `null in place of a param that has a default`,
		Why: `A param that is left out gets its default. A param that is null does not: the rule reads null itself. ` + "`" + `path_within_root` + "`" + `
raises on ` + "`" + `field: null` + "`" + ` and ` + "`" + `working_hours_only` + "`" + ` on ` + "`" + `timezone: null` + "`" + `, and a rule that raises is a violation, of every step; ` + "`" + `gate_decision: null` + "`" + ` is met by no
gate that passed.`,
		Fix: `Leave the param out.`,
		Bad: `name: CRM agent
policies:
  - name: Files stay inside
    rule_type: path_within_root
    params: {field: null, target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Files stay inside
    rule_type: path_within_root
    params: {target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			if c.params == nil {
				continue
			}
			for _, param := range c.params.Children {
				if param.Field == nil || param.Field.Default == "" || !isNull(param.Node) {
					continue
				}
				span := param.Node.Span
				if span.Len() == 0 {
					span = param.Key.Span
				}
				d := Diagnostic{
					Span: span, Path: param.Path(),
					Message: fmt.Sprintf("null is not the default of `%s`: %s", param.Name(), c.nullMeans(param.Name())),
					Help:    fmt.Sprintf("leave it out to get `%s`", param.Field.Default),
				}
				if edit, ok := p.RemoveEntry(param); ok {
					d.Fixes = []Fix{{Title: "Remove the key", Edits: []Edit{edit}}}
				}
				p.Report(d)
			}
		}
	},
})

// nullMeans says what a rule does with null for a param that has a default.
func (c *condition) nullMeans(param string) string {
	if param == "gate_decision" {
		return "no gate that passed meets it, and every step that the rule holds is " + c.policy.outcome()
	}
	return "the rule raises, which is a violation of every step that it is evaluated on"
}
