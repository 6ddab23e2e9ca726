package lint

import (
	"fmt"
	"unicode/utf8"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "empty-text",
	Severity: Error,
	Doc: Doc{
		Summary: "a text that must hold something is empty",
		Why: `The text names something: a contract, a clause, a tool, a step. An empty one names nothing, so what it
stands for is never found, or the loader refuses the file.`,
		Fix: "Write the name.",
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.checks",
  "domain": "refund",
  "clauses": [
    {"id": "P1", "kind": "side_effect_after_preconditions", "side_effect": "", "preconditions": ["read_policy"]}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.checks",
  "domain": "refund",
  "clauses": [
    {"id": "P1", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy"]}
  ]
}
`,
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			t, n := place.Type, place.Node
			if t == nil || t.MinLength == 0 || t.Kind != schema.String && t.Kind != schema.Scalar || n.Kind != syntax.Scalar || n.Tag != syntax.Str {
				continue
			}
			if utf8.RuneCountInString(n.Value) >= t.MinLength {
				continue
			}
			d := Diagnostic{Span: n.Span, Path: place.Path()}
			if place.Via != nil {
				d.Span = place.Via.Span
			}
			d.Message = fmt.Sprintf("%s must not be empty", typeSubject(p.Document, place))
			if effect := p.effectOfValue(place); effect != "" {
				d.Message += ": " + effect
			}
			if place.Key == nil {
				d.Help = "write a name, or remove the item"
			}
			p.Report(d)
		}
	},
})
