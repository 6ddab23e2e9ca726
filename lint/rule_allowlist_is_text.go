package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "allowlist-is-text",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `an attribute that holds no list of tools`,
		Why: `Only ` + "`" + `declared_tools` + "`" + ` is a list of names. Any other attribute of an agent is one text or a number: a step whose name is a part of that text passes, by
chance, and all others are violations.`,
		Fix: `Write ` + "`" + `declared_tools` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: Only declared tools
    rule_type: step_name_in_allowlist
    params: {agent_field: name, target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Only declared tools
    rule_type: step_name_in_allowlist
    params: {agent_field: declared_tools, target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("step_name_in_allowlist") {
			field := c.param("agent_field")
			attribute := schema.Vocabulary("agent_attribute").Value(textOf(field))
			if attribute == nil || attribute.List {
				continue
			}
			p.Report(Diagnostic{
				Span: field.Node.Span, Path: field.Path(),
				Message: fmt.Sprintf("`%s` holds no list of tools: a step passes only if its name happens to be a part of it", attribute.Name),
				Help:    "did you mean `declared_tools`?",
				Fixes:   []Fix{{Title: "Change to `declared_tools`", Edits: []Edit{p.ReplaceText(field.Node, "declared_tools")}}},
			})
		}
	},
})
