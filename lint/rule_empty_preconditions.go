package lint

import "fmt"

var _ = register(Rule{
	Code:     "empty-preconditions",
	Severity: Warning,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a clause without preconditions`,
		Why: `Every named precondition must come before the side effect. With none named there is nothing to violate: the clause
passes every trace.`,
		Fix: `Name the tools that must have run before.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": []}
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
			if isEmptyList(c.listed) {
				p.Report(Diagnostic{
					Span: c.listed.Node.Span, Path: c.listed.Path(),
					Message: fmt.Sprintf("`preconditions` is empty: %s is never violated", c.label()),
					Help:    "name the tools that must have run before the side effect",
				})
			}
		}
	},
})
