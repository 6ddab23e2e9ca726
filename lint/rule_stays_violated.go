package lint

import "fmt"

var _ = register(Rule{
	Code:     "stays-violated",
	Severity: Info,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a rule that stays violated for the rest of the task`,
		Why: `` + "`" + `sequence_forbidden` + "`" + ` and ` + "`" + `max_consecutive_same_type` + "`" + ` look at the path as a whole. A blocked attempt stays in the path: once the sequence, or the run that is too
long, has happened, every later step of any kind is a violation, the end of the task too. A sequence of one kind (a warning) is such a
violation from the first step of that kind on.`,
		Fix: `If only the step itself should be stopped, use a rule with target kinds (` + "`" + `step_not_after` + "`" + `, ` + "`" + `execution_max_steps` + "`" + `). To forbid a kind write ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: No unknown steps
    rule_type: sequence_forbidden
    params: {forbidden_sequence: [step.unknown]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: No unknown steps
    rule_type: not
    params: {condition: {rule_type: current_is, params: {kind: step.unknown}}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("sequence_forbidden", "max_consecutive_same_type") {
			policy := c.policy
			if !policy.atSteps() || c.broken || !c.unguarded() {
				continue
			}
			d := Diagnostic{}
			switch c.rule {
			case "sequence_forbidden":
				list := c.param("forbidden_sequence")
				if !isList(list) || len(list.Children) == 0 {
					continue
				}
				d.Span, d.Path = list.Node.Span, list.Path()
				if len(list.Children) == 1 {
					d.Severity = Warning
					d.Message = fmt.Sprintf("a sequence of one kind: once a `%s` step was tried, every later step of any kind is %s", textOf(list.Children[0]), policy.outcome())
					d.Help = "to forbid the kind write `not` over `current_is`"
				} else {
					d.Message = fmt.Sprintf("once the sequence was tried, every later step of any kind is %s, for the rest of the task", policy.outcome())
					d.Help = "`step_not_after` stops only the steps that must not follow"
				}
			case "max_consecutive_same_type":
				most := c.param("max_consecutive")
				if most == nil {
					continue
				}
				d.Span, d.Path = most.Node.Span, most.Path()
				d.Message = fmt.Sprintf("once a longer run was tried, every later step of any kind is %s, for the rest of the task", policy.outcome())
				d.Help = "`execution_max_steps` stops only the steps of the kind"
			default:
				continue
			}
			p.Report(d)
		}
	},
})
