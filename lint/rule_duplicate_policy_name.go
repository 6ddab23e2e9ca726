package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "duplicate-policy-name",
	Severity: Error,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "two policies of a manifest have the same name",
		Why: `The loader refuses a manifest in which two policies have the same name, and nothing of the file is
enforced (rules reference, "Load-time validation"). Names are compared as text: ` + "`1` and `\"1\"`, `yes` and `\"True\"`" + ` are the same.`,
		Fix: "Give each policy a name of its own: it is what a decision shows to its reader.",
		Bad: `name: CRM agent
policies:
  - name: Few calls
    rule_type: execution_max_steps
    params: {kind: step.resource, max_steps: 40}
    severity: critical
    enforcement_point: step_execution
  - name: Few calls
    rule_type: execution_max_steps
    params: {kind: step.model, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Few resource calls
    rule_type: execution_max_steps
    params: {kind: step.resource, max_steps: 40}
    severity: critical
    enforcement_point: step_execution
  - name: Few model calls
    rule_type: execution_max_steps
    params: {kind: step.model, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		first := map[string]*policy{}
		for _, policy := range p.manifest().policies {
			name := policy.namePlace
			if name == nil || !policy.named {
				continue
			}
			earlier, taken := first[policy.name]
			if !taken {
				first[policy.name] = policy
				continue
			}
			message := fmt.Sprintf("another policy is named `%s` too: the loader refuses the whole file", policy.name)
			if name.Node.Tag != earlier.namePlace.Node.Tag {
				message = fmt.Sprintf("another policy is named `%s` too, for names are compared as text: the loader refuses the whole file", policy.name)
			}
			p.Report(Diagnostic{
				Span: written(name), Path: name.Path(), Message: message,
				Help:    "give each policy a name of its own",
				Related: []Related{{Span: written(earlier.namePlace), Message: "the first policy of that name"}},
			})
		}
	},
})

// written marks a value where it comes into its mapping: itself, or the alias or merge that brings it.
func written(place *schema.Place) syntax.Span {
	if place.Via != nil {
		return place.Via.Span
	}
	return place.Node.Span
}
