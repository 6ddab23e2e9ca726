package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unread-key",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a key that the loader accepts and drops`,
		Why: `The loader takes some keys of a policy that only a server uses, and drops them: ` + "`" + `enabled: false` + "`" + ` leaves the policy enforced, ` + "`" + `agent_id` + "`" + `
leaves it to govern every agent. A param that starts with ` + "`" + `_` + "`" + ` is dropped too. A key that seems to do something is a
warning, the others are an info.`,
		Fix: `Remove the key. A policy that should not run is taken out, or put in comments.`,
		Bad: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
    enabled: false
`,
		Good: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			if place.Key == nil {
				continue
			}
			d := Diagnostic{Span: place.Key.Span, Path: place.Path(), Help: "remove it", Tags: []Tag{Unnecessary}}
			switch {
			case place.Field != nil && place.Field.Inert != "":
				d.Message = fmt.Sprintf("`%s` does nothing: %s", place.Name(), place.Field.Inert)
				if !place.Field.Misleads {
					d.Severity = Info
				} else if place.Node.Kind == syntax.Scalar {
					d.Message = fmt.Sprintf("`%s: %s` does nothing: %s", place.Name(), shortText(place.Node.Value), place.Field.Inert)
				}
			case place.Field == nil && ignoredByPrefix(place):
				d.Message = fmt.Sprintf("`%s` does nothing: a param that starts with `%s` is dropped", place.Name(), place.Parent.Type.IgnoredPrefix)
				if field := place.Parent.Type.Field(strings.TrimPrefix(place.Name(), place.Parent.Type.IgnoredPrefix)); field != nil {
					d.Help = fmt.Sprintf("did you mean `%s`?", field.Name)
				}
			default:
				continue
			}
			if edit, ok := p.RemoveEntry(place); ok {
				d.Fixes = []Fix{{Title: "Remove the key", Safe: d.Severity == Info, Edits: []Edit{edit}}}
			}
			p.Report(d)
		}
	},
})

// ignoredByPrefix reports whether the loader drops the key for how it starts.
func ignoredByPrefix(place *schema.Place) bool {
	t := place.Parent.Type
	return t != nil && t.IgnoredPrefix != "" && strings.HasPrefix(place.Name(), t.IgnoredPrefix)
}
