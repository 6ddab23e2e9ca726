package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "too-short",
	Severity: Error,
	Doc: Doc{
		Summary: "a text shorter than the format allows",
		Why:     "An empty name names nothing: a result that reports it leaves its reader without a clue, and no step is ever of that name.",
		Fix:     "Write the text.",
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "",
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
			if place.Type == nil || place.Type.MinLength == 0 || place.Node.Kind != syntax.Scalar || isNull(place.Node) {
				continue
			}
			length := textLength(place.Node.Value)
			if length >= place.Type.MinLength {
				continue
			}
			d := Diagnostic{Span: place.Node.Span, Path: place.Path()}
			if place.Via != nil {
				d.Span = place.Via.Span
			}
			d.Message = fmt.Sprintf("%s is empty", valueOf(place))
			if place.Type.MinLength > 1 {
				d.Message = fmt.Sprintf("%s is %d characters long: at least %d are needed", valueOf(place), length, place.Type.MinLength)
			}
			p.Report(d)
		}
	},
})
