package lint

import "fmt"

var _ = register(Rule{
	Code:     "precondition-is-side-effect",
	Severity: Error,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a clause asks its side effect to come before itself`,
		Why: `Every precondition must stand in the trace before the side effect. A tool never stands before itself, so the
clause is violated whenever the tool runs.`,
		Fix: `Remove the tool from the preconditions, or name the check that was meant.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["fraud_check", "refund_commit"]}
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
			for _, pre := range c.preconditions {
				if c.sideEffect == nil || pre.Node.Value != c.sideEffect.Node.Value {
					continue
				}
				d := Diagnostic{
					Span: pre.Node.Span, Path: pre.Path(),
					Message: fmt.Sprintf("`%s` cannot come before itself: %s is violated whenever it runs", pre.Node.Value, c.label()),
					Help:    "remove it from the preconditions",
					Related: []Related{{Span: c.sideEffect.Node.Span, Message: "the side effect"}},
				}
				if edit, ok := p.RemoveEntry(pre); ok {
					d.Fixes = []Fix{{Title: "Remove the precondition", Edits: []Edit{edit}}}
				}
				p.Report(d)
			}
		}
	},
})
