package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "missing-params",
	Severity: Error,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a rule that needs params has none",
		Why: `Without ` + "`params`" + ` a rule gets an empty mapping. If its schema has required params, the loader refuses
the whole manifest (rules reference, "Load-time validation").`,
		Fix: "Write the params that the rule requires.",
		Bad: `name: CRM agent
policies:
  - name: Commands are approved
    rule_type: step_requires_gate
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Commands are approved
    rule_type: step_requires_gate
    params: {target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			rule := p.Format.Rules[c.rule]
			if rule == nil || c.place.Child("params") != nil || p.brokenIn(c.place) {
				continue
			}
			var required []string
			for _, field := range rule.Params.Fields {
				if field.Required {
					required = append(required, field.Name)
				}
			}
			if len(required) == 0 || p.misspelt(c, "params") {
				continue
			}
			at := c.ruleType()
			path := "params"
			if prefix := c.place.Path(); prefix != "" {
				path = prefix + ".params"
			}
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: path,
				Message: fmt.Sprintf("`%s` needs params: %s", c.rule, quoteList(required, "and")),
				Help:    "write them under `params`",
			})
		}
	},
})

// misspelt reports whether one of the keys beside it was most likely meant to be key.
func (p *Pass) misspelt(c *condition, key string) bool {
	for _, fault := range p.keyFaults() {
		if fault.mapping != c.place {
			continue
		}
		for _, unknown := range fault.unknown {
			if unknown.field != nil && unknown.field.Name == key || unknown.Node.Kind == syntax.Mapping {
				return true
			}
		}
	}
	return false
}
