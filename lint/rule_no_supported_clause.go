package lint

var _ = register(Rule{
	Code:     "no-supported-clause",
	Severity: Error,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a contract none of whose clauses is evaluated`,
		Why: `The evaluator passes over clauses of a kind that it does not know. If no other is left the contract requires
nothing, and every trace passes: "Behavior contract passes." An error, unless all clauses are of kinds that the
specification announces for later versions: then it is a warning.`,
		Fix: `Add a clause of the kind ` + "`" + `side_effect_after_preconditions` + "`" + `.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P3", "kind": "side_effect_after_checks", "side_effect": "refund_commit", "preconditions": ["fraud_check"]}
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
		clauses := p.clauses()
		severity := Warning
		for _, c := range clauses {
			if c.supported() || !isText(c.kind) {
				return
			}
			if clauseKinds().Value(c.kind.Node.Value) == nil {
				severity = Error
			}
		}
		list := p.Root().Child("clauses")
		if len(clauses) == 0 || len(clauses) < len(list.Children) {
			return // another finding
		}
		p.Report(Diagnostic{
			Span: list.Key.Span, Path: list.Path(), Severity: severity,
			Message: "no clause is of a kind that the evaluator reads: every trace passes this contract",
			Help:    "add a clause of the kind `" + supportedClause + "`",
		})
	},
})
