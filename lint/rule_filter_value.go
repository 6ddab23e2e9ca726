package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "filter-value",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a filter asks for a value that no step has`,
		Why: `An entry of a filter holds where the step's value is equal to the one written, with its type and letter case; all
entries have to hold. A list equals no value, an unquoted date or ` + "`" + `no` + "`" + ` is no text, ` + "`" + `External` + "`" + ` is not ` + "`" + `external` + "`" + `. The manifest loads, and
the filter never matches. Values are only compared with those of the standard properties; null (an info) matches every
step that lacks the property.`,
		Fix: `Write the value as the steps carry it. For one of several values use several conditions in ` + "`" + `any_of` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: PII never leaves by mail
    rule_type: tainted_path_block
    params: {taint_kind: step.resource, taint_property_filter: {data.classification: [pii, secret]}, target_kinds: [step.message]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: PII never leaves by mail
    rule_type: tainted_path_block
    params: {taint_kind: step.resource, taint_property_filter: {data.classification: pii}, target_kinds: [step.message]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, use := range p.manifest().paths {
			if use.place.Key == use.node {
				p.checkFilterValue(use)
			}
		}
	},
})

func (p *Pass) checkFilterValue(use relativePath) {
	v := use.place.Node
	d := Diagnostic{Span: v.Span}
	if v.Span.Len() == 0 {
		d.Span = use.node.Span
	}
	switch {
	case v.Kind == syntax.Sequence:
		d.Message = fmt.Sprintf("a list equals no value of a step: %s", use.consequence())
		d.Help = "write one value; for one of several use several conditions in `any_of`"
	case v.Kind == syntax.Mapping:
		d.Message = fmt.Sprintf("a mapping equals only one with the very same keys, and `%s` holds more: %s", use.path, use.consequence())
		switch {
		case use.known().Value(use.path) != nil:
			d.Message = fmt.Sprintf("`%s` is no mapping: %s", use.path, use.consequence())
		case schema.Vocabulary("property_group").Value(use.path) == nil:
			d.Severity = Info
			d.Message = fmt.Sprintf("a mapping equals only one with the very same keys and values: the entry fails on a step whose `%s` holds any other", use.path)
		}
		d.Help = "write the path to each value with dots"
		if len(v.Pairs) > 0 {
			d.Help = fmt.Sprintf("write the path to each value with dots: `%s.%s`", use.path, v.Pairs[0].Key.Value)
		}
	case isNull(v):
		d.Severity = Info
		d.Message = fmt.Sprintf("null is what an absent property reads as: the entry holds on every step without `%s`", use.path)
		d.Help = "write the value that is meant, unless that is it"
	case !use.output && use.path == "kind" && p.checkFormerGate(use):
		return
	case !use.output && schema.Vocabulary("property_group").Value(use.path) != nil:
		odd, _ := ofGroup(v, use.path)
		d.Message = fmt.Sprintf("`%s` is never the value of `%s`, for %s: %s", shortText(v.Value), use.path, odd.reason, use.consequence())
		d.Help = "write the path to the value with dots"
		if paths := pathsBelow(use.path); len(paths) > 0 {
			d.Help = "write the path to the value: " + quoteList(paths, "or")
		}
	default:
		odd, found := neverEqual(v, use.property())
		if !found {
			return
		}
		d.Message = fmt.Sprintf("%s is never the value of `%s`, for %s: %s", quoteText(v.Value), use.path, odd.reason, use.consequence())
		d.Help = "write the value as the steps carry it"
		if odd.today != "" {
			d.Help = fmt.Sprintf("did you mean `%s`?", odd.today)
			edit := p.ReplaceText(v, odd.today)
			if v.Tag == syntax.Timestamp {
				d.Help = "put it in quotes"
				edit = Edit{Span: v.Span, New: p.Quote(odd.today, syntax.DoubleQuoted)}
			}
			d.Fixes = []Fix{{Title: "Change to `" + edit.New + "`", Edits: []Edit{edit}}}
		}
	}
	d.Path = use.place.Path()
	p.Report(d)
}

// quoteText quotes a value in a message; the empty one has a name.
func quoteText(value string) string {
	if value == "" {
		return "the empty text"
	}
	return "`" + shortText(value) + "`"
}

// checkFormerGate finds the word of an older dialect for what decides at a gate, and reports whether
// there is one.
func (p *Pass) checkFormerGate(use relativePath) bool {
	v := use.place.Node
	former, renamed := schema.Renamed("kyvvu-gate-kind", v.Value)
	if !renamed {
		return false
	}
	d := Diagnostic{
		Span: v.Span, Path: use.place.Path(), Tags: []Tag{Deprecated},
		Message: fmt.Sprintf("`%s` is a word of an older engine, and never the value of `kind` today: %s", shortText(v.Value), use.consequence()),
		Help:    former.Words,
	}
	words := use.property().Values
	if former.New != "" {
		d.Help = fmt.Sprintf("it is called `%s` today", former.New)
		words = []string{former.New}
	}
	if use.place.Via == nil {
		for _, word := range words {
			d.Fixes = append(d.Fixes, Fix{Title: "Change to `" + word + "`", Edits: []Edit{p.ReplaceText(v, word)}})
		}
	}
	p.Report(d)
	return true
}
