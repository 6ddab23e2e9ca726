package lint

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "wrong-type",
	Severity: Error,
	Doc: Doc{
		Summary: "a value of another type than the format asks for",
		Why: `Policies are read with PyYAML, which types plain values as YAML 1.1 does: ` + "`yes`" + ` is a boolean,
` + "`12:30`" + ` the number 750, ` + "`1.10`" + ` the number 1.1, ` + "`2026-01-15`" + ` a date, and a quoted ` + "`'false'`" + ` is a
text that counts as true. A loader that checks types refuses the file; one that does not compares the
value with something that it never equals.`,
		Fix: "Quote a text that reads as something else; take the quotes from a number or boolean.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Runs
    rule_type: max_consecutive_same_type
    params:
      kind: step.exec
      max_consecutive: true
    severity: high
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Runs
    rule_type: max_consecutive_same_type
    params:
      kind: step.exec
      max_consecutive: 3
    severity: high
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			if !fitsType(place) && !p.brokenValue(place) {
				p.reportType(place)
			}
		}
	},
})

// fitsType reports whether a value is of the type that the schema asks for. What stands in a place of
// no known type fits.
func fitsType(p *schema.Place) bool {
	t, n := p.Type, p.Node
	if t == nil || t.Kind == schema.Any || n.Tag == syntax.Other {
		return true
	}
	if isNull(n) {
		return t.Null
	}
	scalar := n.Kind == syntax.Scalar
	switch t.Kind {
	case schema.String:
		return scalar && n.Tag == syntax.Str
	case schema.Integer:
		return scalar && n.Tag == syntax.Int
	case schema.Number:
		return scalar && (n.Tag == syntax.Int || n.Tag == syntax.Float)
	case schema.Boolean:
		return scalar && n.Tag == syntax.Bool
	case schema.Mapping:
		return n.Kind == syntax.Mapping
	case schema.Sequence:
		return n.Kind == syntax.Sequence
	case schema.Scalar:
		return scalar
	}
	return true
}

// brokenValue reports whether a value is not there because of a fault of the syntax beside it.
func (p *Pass) brokenValue(place *schema.Place) bool {
	return isNull(place.Node) && p.brokenIn(place)
}

func (p *Pass) reportType(place *schema.Place) {
	want := kindNoun[place.Type.Kind]
	d := Diagnostic{Span: place.Node.Span, Path: place.Path()}
	if place.Node.Kind != syntax.Scalar {
		d.Span = header(place)
	}
	if place.Via != nil {
		d.Span = place.Via.Span
	}
	subject := typeSubject(p.Document, place)
	switch {
	case isNull(place.Node) && place.Parent == nil:
		d.Message = fmt.Sprintf("the file is empty: %s is a mapping", withArticle(p.Format.Title))
		d.Help = requiredHelp(place.Type)
	case isNull(place.Node):
		if d.Span.Len() == 0 {
			d.Span = header(place)
		}
		d.Message = fmt.Sprintf("%s has no value: it must be %s", subject, want)
		if place.Key != nil && place.Field != nil && !place.Field.Required {
			d.Help = "give it a value, or remove the key"
		} else if d.Help = requiredHelp(place.Type); d.Help == "" {
			d.Help = "give it a value"
		}
	default:
		d.Message = fmt.Sprintf("%s must be %s, not %s", subject, want, describeValue(place.Node))
		d.Help, d.Fixes = p.typeRepair(place)
	}
	p.Report(d)
}

var kindNoun = map[schema.Kind]string{
	schema.String:   "a string",
	schema.Integer:  "an integer",
	schema.Number:   "a number",
	schema.Boolean:  "a boolean, `true` or `false`",
	schema.Mapping:  "a mapping",
	schema.Sequence: "a list",
	schema.Scalar:   "a text or number",
}

// typeSubject names what has the wrong type.
func typeSubject(d *Document, p *schema.Place) string {
	switch {
	case p.Parent == nil:
		return withArticle(d.Format.Title)
	case p.Key != nil:
		return "`" + p.Name() + "`"
	case p.Type.Name != "":
		return withArticle(p.Type.Name)
	case p.Parent.Key != nil:
		return "an item of `" + p.Parent.Name() + "`"
	}
	return "an item of a list"
}

// requiredHelp lists what a mapping that is not there has to hold.
func requiredHelp(t *schema.Type) string {
	var names []string
	for _, f := range t.Fields {
		if f.Required {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "it needs " + quoteList(names, "and")
}

// describeValue says what a value is to PyYAML, with the reading where that surprises.
func describeValue(n *syntax.Node) string {
	if n.Kind == syntax.Mapping {
		return "a mapping"
	}
	if n.Kind == syntax.Sequence {
		return "a list"
	}
	text := shortText(n.Value)
	switch n.Tag {
	case syntax.Bool:
		if value, ok := n.Bool(); ok && strings.ToLower(n.Value) != strconv.FormatBool(value) {
			return fmt.Sprintf("`%s`, which reads as the boolean `%t`", text, value)
		}
		return fmt.Sprintf("the boolean `%s`", text)
	case syntax.Int, syntax.Float:
		kind := "integer"
		if n.Tag == syntax.Float {
			kind = "number"
		}
		if value := syntax.PyText(n); value != n.Value {
			return fmt.Sprintf("`%s`, which reads as the %s %s%s", text, kind, value, base(n))
		}
		return fmt.Sprintf("the %s `%s`", kind, text)
	case syntax.Timestamp:
		return fmt.Sprintf("`%s`, which reads as a date", text)
	case syntax.Str:
		return fmt.Sprintf("the text `%s`", text)
	case syntax.Binary:
		return "binary data"
	}
	return "`" + text + "`"
}

// base says by which rule of YAML 1.1 an integer is read that is not decimal.
func base(n *syntax.Node) string {
	digits := strings.TrimLeft(n.Value, "+-")
	switch {
	case strings.Contains(digits, ":"):
		return " in base 60"
	case strings.HasPrefix(digits, "0x"):
		return " in base 16"
	case strings.HasPrefix(digits, "0b"):
		return " in base 2"
	case len(digits) > 1 && digits[0] == '0' && n.Tag == syntax.Int:
		return " in base 8"
	}
	return ""
}

// shortText cuts a long value, and shows what would break a line of output.
func shortText(text string) string {
	const most = 60
	runes := []rune(text)
	if len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		text = strings.Trim(strconv.Quote(text), `"`)
	}
	return text
}

// typeRepair says how a value gets its type, and does so where that is certain.
func (p *Pass) typeRepair(place *schema.Place) (help string, fixes []Fix) {
	n, t := place.Node, place.Type
	replace := func(title, text string, safe bool) []Fix {
		if place.Via != nil {
			return nil
		}
		return []Fix{{Title: title, Safe: safe, Edits: []Edit{{Span: n.Span, New: text}}}}
	}
	if n.Kind != syntax.Scalar {
		return "", nil
	}
	switch t.Kind {
	case schema.String:
		if n.Style != syntax.Plain || n.TagSpan.Len() > 0 {
			return "", nil
		}
		quoted := p.Quote(n.Value, syntax.DoubleQuoted)
		return "write " + quoted + " with quotes", replace("Quote the value", quoted, true)
	case schema.Boolean:
		if n.Tag == syntax.Str && syntax.ResolvePlain(n.Value) == syntax.Bool {
			value, _ := (&syntax.Node{Tag: syntax.Bool, Value: n.Value}).Bool()
			text := strconv.FormatBool(value)
			return "a quoted `" + n.Value + "` is a text; write " + text + " without quotes", replace("Remove the quotes", text, true)
		}
		if value, ok := n.Int(); ok && (value == 0 || value == 1) {
			text := strconv.FormatBool(value == 1)
			return "write " + text, replace("Change to `"+text+"`", text, false)
		}
	case schema.Integer, schema.Number:
		if n.Tag == syntax.Str {
			switch tag := syntax.ResolvePlain(n.Value); {
			case tag == syntax.Int, tag == syntax.Float && t.Kind == schema.Number:
				return "write " + n.Value + " without quotes", replace("Remove the quotes", n.Value, true)
			}
			if value, err := strconv.ParseFloat(n.Value, 64); err == nil && value == math.Trunc(value) && math.Abs(value) < 1e15 {
				text := strconv.FormatInt(int64(value), 10)
				return "YAML 1.1 reads it as a text; write " + text, replace("Change to `"+text+"`", text, true)
			}
		}
		if value, ok := n.Float(); ok && value == math.Trunc(value) && math.Abs(value) < 1e15 {
			text := strconv.FormatInt(int64(value), 10)
			return "write " + text, replace("Change to `"+text+"`", text, true)
		}
	case schema.Sequence:
		if t.Items != nil && t.Items.Kind == schema.String && n.Tag == syntax.Str && n.Style != syntax.Literal && n.Style != syntax.Folded {
			text := "[" + p.Text(n.Span) + "]"
			if n.Style == syntax.Plain {
				text = "[" + p.Quote(n.Value, syntax.Plain) + "]"
			}
			return "write a list with one item", replace("Make it a list", text, false)
		}
	}
	return "", nil
}
