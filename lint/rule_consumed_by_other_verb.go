package lint

import "fmt"

var _ = register(Rule{
	Code:     "consumed-by-other-verb",
	Severity: Info,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `another verb of the kind uses up the predecessor`,
		Why: `` + "`" + `step_requires_dedicated_predecessor` + "`" + ` gives each target step a predecessor of its own. ` + "`" + `target_verb` + "`" + ` narrows the steps that need one, not those that
use one up: after the predecessor a step of ` + "`" + `target_kinds` + "`" + ` with any verb, a blocked attempt too, takes it. Gate, GET, DELETE: the DELETE has no gate left.`,
		Fix: `Put the predecessor right before the step, or leave the verb out.`,
		Bad: `name: CRM agent
policies:
  - name: A gate for each delete
    rule_type: step_requires_dedicated_predecessor
    params: {required_kind: step.gate, target_kinds: [step.resource], target_verb: DELETE}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: A gate for each command
    rule_type: step_requires_dedicated_predecessor
    params: {required_kind: step.gate, target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("step_requires_dedicated_predecessor") {
			verb := c.set("target_verb")
			if verb == nil || cells.cellsOf(kindsIn(c.param("target_kinds")))&^cells.byVerb[textOf(verb)]&^cells.verbless == 0 {
				continue
			}
			p.Report(Diagnostic{
				Span: verb.Node.Span, Path: verb.Path(),
				Message: fmt.Sprintf("the verb narrows the steps that need a `%s` of their own, not those that use one up: a step with another verb takes it too", c.text("required_kind")),
				Help:    "put the required step right before the target, or leave the verb out",
			})
		}
	},
})
