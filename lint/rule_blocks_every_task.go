package lint

import "fmt"

var _ = register(Rule{
	Code:     "blocks-every-task",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a policy that the start of every task violates`,
		Why: `A policy at ` + "`" + `step_execution` + "`" + ` is evaluated on ` + "`" + `task.start` + "`" + ` too. If that is a violation whatever the task is, a ` + "`" + `critical` + "`" + ` policy lets no task
start, and any other warns about each of them.`,
		Fix: `Hold only the kinds that are meant.`,
		Bad: `name: CRM agent
policies:
  - name: Few tasks
    rule_type: execution_max_steps
    params: {kind: task.start, max_steps: 0}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Few tasks
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 0}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			b, ok := policy.startBlame()
			if !ok || b.cause != causeElse {
				continue
			}
			at := b.at.mark()
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("`task.start` always violates this policy: the start of every task is %s", policy.outcome()),
				Help:    "hold only the kinds that are meant",
			})
		}
	},
})
