package lint

import (
	"fmt"
	"slices"
)

var _ = register(Rule{
	Code:     "hostless-kind",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a domain allowlist on steps that have no host`,
		Why: `A step of a listed kind without ` + "`" + `properties.target.host` + "`" + ` is a violation. A message carries its destination in
` + "`" + `properties.message.recipient` + "`" + `, a gate, a model call and the boundaries of a task have none at all: every such step is
stopped, whatever the list says (rules reference, "Content rules").`,
		Fix: `Name the kinds that reach hosts, typically ` + "`" + `step.resource` + "`" + `. Check the recipients of messages with a field rule.`,
		Bad: `name: CRM agent
policies:
  - name: Mail to our domain
    rule_type: domain_allowlist
    params: {allowed_domains: [acme.io], target_kinds: [step.message]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Calls to our domain
    rule_type: domain_allowlist
    params: {allowed_domains: [acme.io], target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("domain_allowlist") {
			kinds := c.param("target_kinds")
			if !isList(kinds) || isEmptyList(c.param("allowed_domains")) || c.sparesHostless() {
				continue
			}
			for _, item := range kinds.Children {
				name := textOf(item)
				if cells.kind(name)&cells.hostless == 0 && name != "step.exec" && name != "step.self" {
					continue
				}
				d := Diagnostic{
					Span: item.Node.Span, Path: item.Path(),
					Message: fmt.Sprintf("`%s` steps carry no `properties.target.host`: every one of them is %s", name, c.policy.outcome()),
					Help:    "name the kinds that reach hosts, such as `step.resource`",
				}
				if name == "step.exec" {
					d.Message = fmt.Sprintf("`step.exec` steps carry no host, at most a path in `properties.target.host`: every one of them is %s", c.policy.outcome())
				}
				if name == "step.message" {
					d.Help = "check `properties.message.recipient` with a field rule"
				}
				p.Report(d)
			}
		}
	},
})

// sparesHostless reports whether a condition stands in an any_of beside one that lets pass the steps
// without a host.
func (c *condition) sparesHostless() bool {
	if c.parent == nil || c.parent.rule != "any_of" {
		return false
	}
	return slices.ContainsFunc(c.parent.parts, func(other *condition) bool {
		values := other.param("values")
		return other.rule == "field_in_list" && other.text("field") == "properties.target.host" && isList(values) &&
			slices.ContainsFunc(values.Node.Items, isNull)
	})
}
