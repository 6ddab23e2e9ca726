package lint

import (
	"fmt"
	"slices"
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
			if !fitsType(place) && !p.unreadable(place) {
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
		return p.Nullable()
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

// unreadable reports whether a scalar is what it is because of a fault of the syntax: it is a part of
// what cannot be read, or it is not there.
func (p *Pass) unreadable(place *schema.Place) bool {
	if len(p.Tree.Errors) == 0 || place.Node.Kind != syntax.Scalar {
		return false
	}
	if place.Node.Broken || place.Parent == nil && place != p.Root() && isNull(place.Node) {
		return true // an empty second document is one too many, and nothing else
	}
	if isNull(place.Node) {
		// A second document that is empty is said to be one too many.
		return p.brokenIn(place) || place.Parent == nil && place != p.Root()
	}
	return slices.ContainsFunc(p.Tree.Errors, func(e syntax.Error) bool {
		return e.Span.Start < place.Node.Span.End && place.Node.Span.Start < e.Span.End
	})
}

func (p *Pass) reportType(place *schema.Place) {
	want := kindNoun[place.Type.Kind]
	d := Diagnostic{Span: place.Node.Span, Path: place.Path()}
	if place.Node.Kind != syntax.Scalar {
		d.Span = p.collectionSpan(place)
	}
	if place.Via != nil {
		d.Span = place.Via.Span
	}
	subject := typeSubject(p.Document, place)
	switch {
	case isNull(place.Node) && place.Parent == nil && place.Node.Span.Len() > 0:
		d.Message = fmt.Sprintf("the file holds nothing but null, and is as good as empty: %s is a mapping", withArticle(p.Format.Title))
		d.Help = requiredHelp(place.Type)
	case isNull(place.Node) && place.Parent == nil:
		d.Span = syntax.Span{} // what is not there is marked where a reader starts
		d.Message = fmt.Sprintf("the file is empty: %s is a mapping", withArticle(p.Format.Title))
		d.Help = requiredHelp(place.Type)
	case isNull(place.Node):
		if d.Span.Len() == 0 {
			d.Span = header(place)
		}
		state := "has no value"
		if place.Key == nil {
			state = "is empty"
		} else if place.Node.Span.Len() > 0 {
			state = "is null"
		}
		d.Message = fmt.Sprintf("%s %s: it must be %s", subject, state, want)
		if place.Key != nil && place.Field != nil && !needed(place.Parent, place.Field) {
			d.Help = "give it a value, or remove the key"
		} else if d.Help = requiredHelp(place.Type); d.Help == "" {
			d.Help = "give it a value"
			if names := place.Type.Names(); len(names) > 1 && len(names) <= fewValues {
				d.Help += ": " + quoteList(names, "or")
			}
		}
	default:
		d.Message = fmt.Sprintf("%s must be %s, not %s", subject, want, describeValue(place.Node))
		d.Help, d.Fixes = p.typeRepair(place)
	}
	if effect := p.effectOfValue(place); effect != "" {
		d.Message = strings.Replace(d.Message, ": it must be ", ", not ", 1) + ": " + effect
	}
	p.Report(d)
}

// collectionSpan marks a list or mapping: in brackets itself, by its bracket if it goes on over more
// lines; without brackets by its key.
func (p *Pass) collectionSpan(place *schema.Place) syntax.Span {
	span := place.Node.Span
	switch {
	case place.Node.Style != syntax.Flow || span.Len() == 0:
		return header(place)
	case strings.ContainsAny(p.Tree.File.Text[span.Start:span.End], "\r\n"):
		return syntax.Span{Start: span.Start, End: span.Start + 1}
	}
	return span
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
