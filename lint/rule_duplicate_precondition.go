package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "duplicate-precondition",
	Severity: Warning,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a precondition is named twice`,
		Why: `The first occurrence of a tool in the trace decides. Naming it twice does not ask for it to run twice; the second
mention adds nothing.`,
		Fix: `Remove the second mention, or write the tool that was meant.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["fraud_check", "fraud_check"]}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]}
  ]
}
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.supportedClauses() {
			first := map[string]*schema.Place{}
			for _, pre := range c.preconditions {
				name := pre.Node.Value
				earlier := first[name]
				if earlier == nil {
					first[name] = pre
					continue
				}
				d := Diagnostic{
					Span: pre.Node.Span, Path: pre.Path(),
					Message: fmt.Sprintf("`%s` is a precondition already: one run of it satisfies both", name),
					Help:    "remove it, or write the tool that was meant",
					Related: []Related{{Span: earlier.Node.Span, Message: "first named here"}},
					Tags:    []Tag{Unnecessary},
				}
				if edit, ok := p.RemoveEntry(pre); ok {
					d.Fixes = []Fix{{Title: "Remove the precondition", Safe: true, Edits: []Edit{edit}}}
				}
				p.Report(d)
			}
		}
	},
})
