package lint

import (
	"fmt"
	"slices"
	"strings"
)

var _ = register(Rule{
	Code:     "unsupported-schema",
	Severity: Error,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: "a contract of a version that the evaluator does not read",
		Why: `The evaluator compares ` + "`schema`" + ` with the one value that it supports. With any other it writes a warning to the console and
answers "not violated": every trace passes (contract specification §4).`,
		Fix: "Write `agent-behavior-contract/v0`. The clause kinds of v1 are announced, and no evaluator reads them yet.",
		Bad: `{
  "schema": "agent-behavior-contract/v1",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["fraud_check"]}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["fraud_check"]}
  ]
}
`,
	},
	Check: func(p *Pass) {
		at := p.Root().Child("schema")
		if !isText(at) || at.Type == nil || len(at.Type.Enum) == 0 || slices.Contains(at.Type.Names(), at.Node.Value) {
			return
		}
		supported := at.Type.Enum[0].Name
		d := Diagnostic{
			Span: at.Node.Span, Path: at.Path(),
			Message: fmt.Sprintf("`%s` is not supported: the evaluator passes over this contract, and every trace passes it", shortText(at.Node.Value)),
			Help:    fmt.Sprintf("write `%s`", supported),
		}
		name, version, _ := strings.Cut(at.Node.Value, "/")
		if later := strings.TrimPrefix(version, "v"); name+"/v0" == supported && later != version && isDigits(later) && later != "0" {
			d.Help = fmt.Sprintf("v%s is not supported by the evaluator of v0: write `%s`", later, supported)
		}
		d.Fixes = []Fix{{Title: "Change to `" + supported + "`", Edits: []Edit{p.ReplaceText(at.Node, supported)}}}
		p.Report(d)
	},
})
