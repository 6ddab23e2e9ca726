package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "empty-list",
	Severity: Error,
	Doc: Doc{
		Summary: "a list that must hold something is empty",
		Why:     "Without an item the policy has nothing to act on: it would load and never do anything, so the format forbids it.",
		Fix:     "Add an item, or remove the policy.",
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.checks",
  "domain": "refund",
  "clauses": []
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.checks",
  "domain": "refund",
  "clauses": [
    {
      "id": "P1",
      "kind": "side_effect_after_preconditions",
      "side_effect": "refund_commit",
      "preconditions": ["read_policy"]
    }
  ]
}
`,
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			if place.Type == nil || place.Type.MinItems == 0 || place.Node.Kind != syntax.Sequence || len(place.Node.Items) >= place.Type.MinItems {
				continue
			}
			what := "one item"
			if items := place.Type.Items; items != nil && items.Name != "" {
				what = "one " + items.Name
			}
			d := Diagnostic{Span: place.Node.Span, Path: place.Path()}
			if len(place.Node.Items) > 0 {
				d.Span, what = header(place), fmt.Sprintf("%d items", place.Type.MinItems)
			}
			d.Message = fmt.Sprintf("%s must hold at least %s", typeSubject(p.Document, place), what)
			p.Report(d)
		}
	},
})
