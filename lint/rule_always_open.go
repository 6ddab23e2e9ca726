package lint

import "fmt"

var _ = register(Rule{
	Code:     "always-open",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a window of hours that holds every hour`,
		Why: `The window goes from ` + "`" + `start_hour` + "`" + ` up to but not including ` + "`" + `end_hour` + "`" + `; a start at or after the end goes over night. With equal hours, or
with 0 to 24, every hour is inside, and the rule never stops anything.`,
		Fix: `Write the hours that were meant, or remove the rule.`,
		Bad: `name: CRM agent
policies:
  - name: By day
    rule_type: working_hours_only
    params: {start_hour: 8, end_hour: 8}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: By day
    rule_type: working_hours_only
    params: {start_hour: 8, end_hour: 18}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("working_hours_only") {
			if !c.alwaysOpen() {
				continue
			}
			end := c.param("end_hour")
			p.Report(Diagnostic{
				Span: end.Node.Span, Path: end.Path(),
				Message: fmt.Sprintf("%s to %s holds every hour: the rule never stops anything", p.Text(c.param("start_hour").Node.Span), p.Text(end.Node.Span)),
				Help:    "write the hours that were meant, or remove the rule",
				Related: []Related{{Span: c.param("start_hour").Node.Span, Message: "the start"}},
			})
		}
	},
})
