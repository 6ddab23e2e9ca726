package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "near-duplicate-tool",
	Severity: Warning,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `two spellings of what looks like one tool`,
		Why: `Tool names are compared exactly. ` + "`" + `fraud_check` + "`" + ` in one place and ` + "`" + `fraudCheck` + "`" + ` in another are two tools: the one that no
trace holds is a precondition that is never met, or a side effect that is never seen.`,
		Fix: `Write the name that the traces hold, everywhere.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"]},
    {"id": "P3", "kind": "side_effect_after_preconditions", "side_effect": "email_send", "preconditions": ["fraudCheck"]}
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
		first := map[string]*schema.Place{}
		told := map[string]bool{}
		for _, c := range p.supportedClauses() {
			tools := c.preconditions
			if c.sideEffect != nil {
				tools = append([]*schema.Place{c.sideEffect}, tools...)
			}
			for _, tool := range tools {
				name := tool.Node.Value
				folded := foldName(name)
				earlier := first[folded]
				if earlier == nil {
					first[folded] = tool
					continue
				}
				other := earlier.Node.Value
				if name == other || told[name] || folded == "" {
					continue
				}
				told[name] = true
				p.Report(Diagnostic{
					Span: tool.Node.Span, Path: tool.Path(),
					Message: fmt.Sprintf("`%s` and `%s` are two tools, for names are compared exactly: one of them never runs", name, other),
					Help:    fmt.Sprintf("did you mean `%s`?", other),
					Related: []Related{{Span: earlier.Node.Span, Message: "the other spelling"}},
					Fixes:   []Fix{{Title: "Change to `" + other + "`", Edits: []Edit{p.ReplaceText(tool.Node, other)}}},
				})
			}
		}
	},
})
