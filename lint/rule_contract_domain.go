package lint

import (
	"fmt"
	"strings"
)

var _ = register(Rule{
	Code:     "contract-domain",
	Severity: Info,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `the domain of a contract is not the prefix of its id`,
		Why: `By convention the id of a contract starts with its domain: ` + "`" + `refund.commit_after_checks` + "`" + ` is a contract of ` + "`" + `refund` + "`" + `. Nothing
reads the two together; it is a slip when a contract was copied.`,
		Fix: `Give both the same domain.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "ship",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]}
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
		id, domain := p.Root().Child("id"), p.Root().Child("domain")
		prefix, _, dotted := strings.Cut(textOf(id), ".")
		if !dotted || textOf(domain) == "" || prefix == textOf(domain) {
			return
		}
		p.Report(Diagnostic{
			Span: domain.Node.Span, Path: domain.Path(),
			Message: fmt.Sprintf("the domain is `%s`, and the id starts with `%s`", textOf(domain), prefix),
			Help:    "give both the same domain",
			Related: []Related{{Span: id.Node.Span, Message: "the id"}},
		})
	},
})
