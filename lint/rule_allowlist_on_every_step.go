package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "allowlist-on-every-step",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a list of tools that is asked of task boundaries too`,
		Why: `Without ` + "`" + `target_kinds` + "`" + `, or with an empty one, the rule is evaluated on every step. The start and end of a task, model calls and gates have names
too, and those stand in no list of tools: each of them is a violation, and with ` + "`" + `critical` + "`" + ` the task does not start.`,
		Fix: `Name the kinds that call tools, such as ` + "`" + `step.resource` + "`" + ` and ` + "`" + `step.exec` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: Only declared tools
    rule_type: step_name_in_allowlist
    params: {agent_field: declared_tools}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Only declared tools
    rule_type: step_name_in_allowlist
    params: {agent_field: declared_tools, target_kinds: [step.resource, step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("step_name_in_allowlist") {
			if c.broken || !c.unguarded() || !c.policy.atSteps() {
				continue
			}
			list := c.set("target_kinds")
			at, message := c.mark(), "without `target_kinds` the list is asked of every step"
			if list != nil {
				at, message = list, "an empty `target_kinds` means every step"
			}
			if list != nil && !isEmptyList(list) {
				p.checkListedBoundaries(c, list)
				continue
			}
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("%s: the start and end of a task, model calls and gates that are not declared as tools are %s", message, c.policy.outcome()),
				Help:    "name the kinds that call tools, such as `step.resource` and `step.exec`",
			})
		}
	},
})

// checkListedBoundaries reports kinds of task boundaries among those that a list of tools is asked of.
func (p *Pass) checkListedBoundaries(c *condition, list *schema.Place) {
	if !isList(list) {
		return
	}
	for _, item := range list.Children {
		kind := textOf(item)
		if cells.of(kind)&cells.boundary == 0 {
			continue
		}
		d := Diagnostic{
			Span: item.Node.Span, Path: item.Path(),
			Message: fmt.Sprintf("the name of a `%s` step stands in no list of tools: each of them is %s", kind, c.policy.outcome()),
			Help:    "name the kinds that call tools alone, such as `step.resource` and `step.exec`",
		}
		p.Report(d)
	}
}
