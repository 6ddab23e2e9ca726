package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "duplicate-clause-id",
	Severity: Error,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `two clauses of a contract have the same id`,
		Why: `The evaluator's result names the violated clause by its id and nothing else. With two clauses of one id nobody
can tell which of them was violated.`,
		Fix: `Give each clause an id of its own.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]},
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "email_send", "preconditions": ["consent_check"]}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]},
    {"id": "P3", "kind": "side_effect_after_preconditions", "side_effect": "email_send", "preconditions": ["consent_check"]}
  ]
}
`,
	},
	Check: func(p *Pass) {
		first := map[string]*schema.Place{}
		for _, c := range p.clauses() {
			id := c.place.Child("id")
			name := textOf(id)
			if name == "" {
				continue
			}
			earlier := first[name]
			if earlier == nil {
				first[name] = id
				continue
			}
			p.Report(Diagnostic{
				Span: id.Node.Span, Path: id.Path(),
				Message: fmt.Sprintf("another clause has the id `%s` too: a violation does not tell which of them it is of", name),
				Help:    "give each clause an id of its own",
				Related: []Related{{Span: earlier.Node.Span, Message: "the first clause of that id"}},
			})
		}
	},
})
