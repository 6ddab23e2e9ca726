package lint

var _ = register(Rule{
	Code:     "fixed-message",
	Severity: Info,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a message template without a placeholder`,
		Why:     `The message of a violation is then the same whatever was violated: it does not say which tool came too early.`,
		Fix:     `Use ` + "`" + `{clause_id}` + "`" + `, ` + "`" + `{side_effect}` + "`" + ` or ` + "`" + `{violating_precondition}` + "`" + `.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"], "message_template": "Too early"}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"], "message_template": "{side_effect} came too early"}
  ]
}
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.supportedClauses() {
			template := c.place.Child("message_template")
			if isText(template) && !placeholder.MatchString(template.Node.Value) {
				p.Report(Diagnostic{
					Span: template.Node.Span, Path: template.Path(),
					Message: "the message has no placeholder: it does not say what came too early",
					Help:    "use `{clause_id}`, `{side_effect}` or `{violating_precondition}`",
				})
			}
		}
	},
})
