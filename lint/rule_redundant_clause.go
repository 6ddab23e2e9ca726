package lint

import "fmt"

var _ = register(Rule{
	Code:     "redundant-clause",
	Severity: Warning,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a clause that another clause contains`,
		Why: `Two clauses speak of the same side effect, and the preconditions of one are among those of the other. Whatever
violates the smaller one violates the larger one too, and a result names one clause only.`,
		Fix: `Remove the smaller clause, or merge the two.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]},
    {"id": "P3", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["fraud_check"]}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]},
    {"id": "P3", "kind": "side_effect_after_preconditions", "side_effect": "email_send", "preconditions": ["fraud_check"]}
  ]
}
`,
	},
	Check: func(p *Pass) {
		bySide := map[string][]*clause{}
		told := map[*clause]bool{}
		for _, c := range p.supportedClauses() {
			if c.sideEffect == nil || len(c.preconditions) == 0 {
				continue
			}
			name := c.sideEffect.Node.Value
			for _, other := range bySide[name] {
				small, large := c, other
				if !small.within(large) {
					small, large = other, c
				}
				if told[small] || !small.within(large) {
					continue
				}
				told[small] = true
				p.Report(Diagnostic{
					Span: small.listed.Node.Span, Path: small.listed.Path(),
					Message: fmt.Sprintf("%s asks for no more than %s does: whatever violates it violates that one too", small.label(), large.label()),
					Help:    "remove it, or merge the two",
					Related: []Related{{Span: large.listed.Node.Span, Message: fmt.Sprintf("all that %s asks for", large.label())}},
					Tags:    []Tag{Unnecessary},
				})
			}
			bySide[name] = append(bySide[name], c)
		}
	},
})

// within reports whether the clause asks for nothing that the other does not ask for.
func (c *clause) within(other *clause) bool {
	asked := map[string]bool{}
	for _, p := range other.preconditions {
		asked[p.Node.Value] = true
	}
	for _, p := range c.preconditions {
		if !asked[p.Node.Value] {
			return false
		}
	}
	return true
}
