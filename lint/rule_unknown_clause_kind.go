package lint

import "fmt"

var _ = register(Rule{
	Code:     "unknown-clause-kind",
	Severity: Warning,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a clause of a kind that the evaluator does not know`,
		Why: `The evaluator of v0 reads clauses of one kind, ` + "`" + `side_effect_after_preconditions` + "`" + `. It passes over any other
with a warning on the console, and the clause is never violated. Three kinds are announced for later versions; what
keys they will have is not specified, so nothing else is said of them.`,
		Fix: `Write ` + "`" + `side_effect_after_preconditions` + "`" + `, or wait for a version that reads the kind.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]},
    {"id": "P3", "kind": "bounded_count", "tool": "refund_commit", "max": 1}
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
		kinds := clauseKinds()
		for _, c := range p.clauses() {
			if !isText(c.kind) || c.supported() {
				continue
			}
			name := c.kind.Node.Value
			d := Diagnostic{Span: c.kind.Node.Span, Path: c.kind.Path()}
			if known := kinds.Value(name); known != nil {
				d.Message = fmt.Sprintf("`%s` is deferred to a later version: the evaluator passes over %s, which is never violated", name, c.label())
				d.Help = "v0 reads `" + supportedClause + "` only"
			} else {
				d.Message = fmt.Sprintf("`%s` is no kind of clause: the evaluator passes over %s, which is never violated", name, c.label())
				d.Help = "v0 reads `" + supportedClause + "` only"
				if near := Suggest(name, kinds.Names()); near != "" {
					d.Help = fmt.Sprintf("did you mean `%s`?", near)
					d.Fixes = []Fix{{Title: "Change to `" + near + "`", Edits: []Edit{p.ReplaceText(c.kind.Node, near)}}}
				}
			}
			p.Report(d)
		}
	},
})
