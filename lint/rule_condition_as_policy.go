package lint

import "fmt"

var _ = register(Rule{
	Code:     "condition-as-policy",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a condition that is no policy of its own`,
		Why: `` + "`" + `current_is` + "`" + ` and ` + "`" + `history_contains` + "`" + ` are conditions for ` + "`" + `any_of` + "`" + `, ` + "`" + `all_of` + "`" + ` and ` + "`" + `not` + "`" + `. As a policy ` + "`" + `current_is` + "`" + ` is violated by every step of another kind,
and ` + "`" + `history_contains` + "`" + ` by every step until the entry is there - the first step and the required one itself included, so that with ` + "`" + `critical` + "`" + ` it never comes.`,
		Fix: `To forbid a kind write ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + `. To ask for an earlier step use a rule with ` + "`" + `target_kinds` + "`" + `, such as ` + "`" + `step_requires_predecessor` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: No shell
    rule_type: current_is
    params: {kind: step.exec}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: No shell
    rule_type: not
    params: {condition: {rule_type: current_is, params: {kind: step.exec}}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			b, ok := policy.startBlame()
			if !ok || b.cause != causeCondition {
				continue
			}
			at := b.at.mark()
			d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
			if b.at.rule == "current_is" {
				d.Message = fmt.Sprintf("%s is %s, the start of the task too", policy.allBut(), policy.outcome())
				d.Help = "to forbid the kind write `not` over it; to hold only that kind use it in `any_of`, under `not`"
			} else {
				d.Message = fmt.Sprintf("it asks for a `%s` entry before every step: the first step is %s, and so is all that comes before the entry", b.at.text("kind"), policy.outcome())
				d.Help = "hold only the kinds that need it: `any_of` of `not` `current_is` and this rule, or `step_requires_predecessor`"
			}
			p.Report(d)
		}
	},
})
