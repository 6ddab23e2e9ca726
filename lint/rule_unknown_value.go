package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unknown-value",
	Severity: Error,
	Doc: Doc{
		Summary: "a value that is none of those allowed",
		Why: `The key takes one of a few words. A loader that checks it refuses the file; one that does not
carries the word on until nothing knows it: a misspelt level is never reached, a misspelt event is never
sent, and the policy stays silent.`,
		Fix: "Write one of the allowed values, letter by letter.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap mail
    rule_type: execution_max_steps
    params:
      kind: step.mesage
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Cap mail
    rule_type: execution_max_steps
    params:
      kind: step.message
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			if isUnknownValue(place) && !p.unreadable(place) && place.Type.Format != "contract-schema" { // that is unsupported-schema
				p.reportValue(place)
			}
		}
	},
})

// isUnknownValue reports whether a value is of the right type and none of those that are allowed.
func isUnknownValue(place *schema.Place) bool {
	t := place.Type
	return t != nil && len(t.Enum) > 0 && !t.OpenEnum && place.Node.Kind == syntax.Scalar &&
		fitsType(place) && !isNull(place.Node) && !inEnum(t, place.Node.Value)
}

func inEnum(t *schema.Type, value string) bool {
	for i := range t.Enum {
		if t.Enum[i].Name == value || t.IgnoreCase && strings.EqualFold(t.Enum[i].Name, value) {
			return true
		}
	}
	return false
}

// fewValues is the number of allowed values up to which a message lists them.
const fewValues = 8

func (p *Pass) reportValue(place *schema.Place) {
	t, n := place.Type, place.Node
	names := p.allowed(place)
	d := Diagnostic{Span: n.Span, Path: place.Path()}
	if place.Via != nil {
		d.Span = place.Via.Span
	}
	d.Message = fmt.Sprintf("`%s` is no value of %s", shortText(n.Value), valueOf(place))
	effect := p.effectOfValue(place)
	switch {
	case effect != "":
		d.Message += ": " + effect
		d.Help = p.valueHelp(place, names)
	case len(names) <= fewValues:
		d.Message += ": use " + quoteList(names, "or")
	}
	best, sure := nearestValue(t, n.Value)
	former, renamed := schema.Renamed(t.Renames, n.Value)
	if renamed {
		best, sure = former.New, former.Safe
	}
	opposite := t.Format == "operator" && negates(n.Value) && !negates(best)
	switch {
	case opposite:
		d.Help = negationHelp
	case place.Via != nil:
	case renamed && !former.Safe && len(names) <= fewValues:
		// The word of today does not say all: an author has to choose.
		if i := slices.Index(names, best); i > 0 {
			names = slices.Concat([]string{best}, names[:i], names[i+1:])
		}
		for _, name := range names {
			d.Fixes = append(d.Fixes, Fix{Title: "Change to `" + name + "`", Edits: []Edit{p.ReplaceText(n, name)}})
		}
	case best != "":
		if len(names) == 1 || len(names) > fewValues {
			d.Help = ""
		}
		d.Help = strings.TrimSpace(fmt.Sprintf("did you mean `%s`? ", best) + d.Help)
		d.Fixes = []Fix{{Title: "Change to `" + best + "`", Safe: sure, Edits: []Edit{p.ReplaceText(n, best)}}}
	case len(names) <= fewValues:
		for _, name := range names {
			d.Fixes = append(d.Fixes, Fix{Title: "Change to `" + name + "`", Edits: []Edit{p.ReplaceText(n, name)}})
		}
	}
	if former.Words != "" && !opposite {
		d.Help = former.Words
	} else if renamed && !opposite {
		d.Help = fmt.Sprintf("it is called `%s` today", former.New)
	}
	p.Report(d)
}

// nearestValue returns the allowed value that was most likely meant, "" if none is near.
func nearestValue(t *schema.Type, text string) (best string, sure bool) {
	names, trimmed := t.Names(), strings.TrimSpace(text)
	if slices.Contains(names, trimmed) {
		return trimmed, true
	}
	for i := range t.Enum {
		if slices.Contains(t.Enum[i].Near, trimmed) {
			return t.Enum[i].Name, false
		}
	}
	return nearest(trimmed, names)
}

// valueHelp lists the allowed values, if they are few.
func (p *Pass) valueHelp(place *schema.Place, names []string) string {
	if help := p.fieldHelp(place); help != "" {
		return help
	}
	if len(names) > fewValues {
		return "`forgelint schema " + p.Format.ID + "` lists the values"
	}
	if len(names) == 0 {
		return ""
	}
	return "it is " + quoteList(names, "or")
}

// valueOf says what the value is a value of.
func valueOf(place *schema.Place) string {
	if place.Key == nil && place.Parent != nil && place.Parent.Key != nil {
		return "`" + place.Parent.Name() + "`"
	}
	return typeSubjectOrKey(place)
}

func typeSubjectOrKey(place *schema.Place) string {
	if place.Key != nil {
		return "`" + place.Name() + "`"
	}
	return "this list"
}
