package lint

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "step-value",
	Severity: Error,
	Formats:  []string{stepsFormat},
	Doc: Doc{
		Summary: "a step's data holds what a step cannot carry: a date, a key that is no text, a huge number",
		Why: `Input, output and properties travel as interoperable JSON (RFC 7493): keys are texts, and there is no date,
no infinity and no integer of 2⁵³ or more. ` + "`kyvvu try`" + ` refuses a step that holds one, and then evaluates no step at all.`,
		Fix: "Put the value or key in quotes.",
		Bad: `steps:
  - {step_name: report, kind: step.exec, input: {day: 2026-01-15}}
`,
		Good: `steps:
  - {step_name: report, kind: step.exec, input: {day: "2026-01-15"}}
`,
	},
	Check: func(p *Pass) {
		for _, step := range p.steps() {
			for _, key := range []string{"input", "output", "properties"} {
				if data := step.Child(key); data != nil {
					p.checkStepData(data)
				}
			}
		}
	},
})

func (p *Pass) checkStepData(at *schema.Place) {
	for _, c := range at.Children {
		if c.Key != nil && c.Key.Kind == syntax.Scalar && c.Key.Tag != syntax.Str {
			p.reportStepData(c, c.Key, fmt.Sprintf("the key `%s` is %s, and a step's keys are texts", shortText(c.Key.Value), tagNoun[c.Key.Tag]))
		}
		if what := notCarried(c.Node); what != "" {
			p.reportStepData(c, c.Node, fmt.Sprintf("`%s` is %s, which a step cannot carry", shortText(c.Node.Value), what))
		}
		p.checkStepData(c)
	}
}

var tagNoun = map[syntax.Tag]string{
	syntax.Null: "null", syntax.Bool: "a boolean", syntax.Int: "a number", syntax.Float: "a number",
	syntax.Timestamp: "a date", syntax.Binary: "binary data",
}

// notCarried says what a scalar is that a step cannot carry; "" for all others.
func notCarried(n *syntax.Node) string {
	switch n.Tag {
	case syntax.Timestamp:
		return "a date"
	case syntax.Binary:
		return "binary data"
	case syntax.Set:
		return "a set"
	case syntax.Float:
		if v := strings.ToLower(strings.TrimLeft(n.Value, "+-")); v == ".inf" || v == ".nan" {
			return "no finite number"
		}
	case syntax.Int:
		limit := new(big.Int).Lsh(big.NewInt(1), 53)
		if i, ok := new(big.Int).SetString(strings.ReplaceAll(n.Value, "_", ""), 0); ok && i.CmpAbs(limit) >= 0 {
			return "an integer of 2⁵³ or more"
		}
	}
	return ""
}

func (p *Pass) reportStepData(at *schema.Place, n *syntax.Node, message string) {
	d := Diagnostic{Span: n.Span, Path: at.Path(), Message: message + ": no step is evaluated", Help: "put it in quotes"}
	if at.Via != nil {
		d.Span = at.Via.Span
	} else if n.Kind == syntax.Scalar && n.Style == syntax.Plain && n.TagSpan.Len() == 0 && n.Span.Len() > 0 {
		d.Fixes = []Fix{{Title: "Quote the value", Edits: []Edit{{Span: n.Span, New: p.Quote(p.Text(n.Span), syntax.DoubleQuoted)}}}}
	}
	p.Report(d)
}
