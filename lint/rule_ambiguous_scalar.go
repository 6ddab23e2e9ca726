package lint

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "ambiguous-scalar",
	Severity: Warning,
	Doc: Doc{
		Summary: "a plain value that does not mean what it looks like",
		Why: `The loaders read YAML 1.1: ` + "`010`" + ` is 8, ` + "`12:30`" + ` is 750 and ` + "`yes`" + ` is true. Other tools and most
readers go by YAML 1.2, where these are something else. The value has the right type, so nothing refuses it.`,
		Fix: "Write numbers in decimal digits and booleans as `true` and `false`.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 010
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) {
		if p.Tree.JSON {
			return
		}
		for _, place := range p.Places {
			n := place.Node
			if place.Type == nil || n.Kind != syntax.Scalar || n.Style != syntax.Plain || n.Tag == syntax.Str || n.Tag == syntax.Null || n.TagSpan.Len() > 0 || !fitsType(place) {
				continue
			}
			p.checkAmbiguity(place)
		}
	},
})

func (p *Pass) checkAmbiguity(place *schema.Place) {
	n := place.Node
	d := Diagnostic{Span: n.Span}
	if place.Via != nil {
		d.Span = place.Via.Span
	}
	fix := func(title, text string, safe bool) {
		if place.Via == nil {
			d.Fixes = append(d.Fixes, Fix{Title: title, Safe: safe, Edits: []Edit{{Span: n.Span, New: text}}})
		}
	}
	reading := syntax.PyText(n)
	switch kind := place.Type.Kind; {
	case kind == schema.Boolean && n.Value != "true" && n.Value != "false":
		value, _ := n.Bool()
		text := strconv.FormatBool(value)
		if strings.EqualFold(n.Value, text) {
			return // True and FALSE are booleans to every reader
		}
		d.Message = fmt.Sprintf("`%s` reads as %s in YAML 1.1 and as a text in YAML 1.2", n.Value, text)
		d.Help = fmt.Sprintf("write `%s`", text)
		fix("Change to `"+text+"`", text, true)
	case (kind == schema.Integer || kind == schema.Number) && n.Tag == syntax.Int && oddInteger(n.Value):
		d.Message = fmt.Sprintf("`%s` reads as %s%s in YAML 1.1, and as something else in YAML 1.2", n.Value, reading, base(n))
		d.Help = fmt.Sprintf("write `%s`", reading)
		fix("Change to `"+reading+"`", reading, false)
		if plain := strings.TrimLeft(n.Value, "+0"); base(n) == " in base 8" && plain != reading {
			d.Help = fmt.Sprintf("write `%s` or `%s`, whichever is meant", reading, plain)
			fix("Change to `"+plain+"`", plain, false)
		}
	default:
		return
	}
	d.Path = place.Path()
	p.Report(d)
}

// oddInteger reports whether an integer of YAML 1.1 is none, or another one, in YAML 1.2.
func oddInteger(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	return strings.ContainsAny(digits, "_:") || len(digits) > 1 && digits[0] == '0' && digits[1] != 'x'
}
