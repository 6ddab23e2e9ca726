package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "list-value",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a value in a list that the field never has`,
		Why: `` + "`" + `field_in_list` + "`" + ` passes where the field equals one of ` + "`" + `values` + "`" + `, with its type and letter case. An unquoted date equals nothing, a kind or
verb that does not exist is the value of no step. And null is what an absent field reads as: with it in the list,
every step without the field passes.`,
		Fix: `Write the values as the steps carry them.`,
		Bad: `name: CRM agent
policies:
  - name: Only the frozen snapshot
    rule_type: any_of
    params: {conditions: [{rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.resource}}}}, {rule_type: field_in_list, params: {field: input.snapshot, values: [2026-01-15]}}]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Only the frozen snapshot
    rule_type: any_of
    params: {conditions: [{rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.resource}}}}, {rule_type: field_in_list, params: {field: input.snapshot, values: ["2026-01-15"]}}]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("field_in_list") {
			if !isList(c.param("values")) {
				continue
			}
			field := c.text("field")
			for _, item := range c.param("values").Children {
				p.checkListValue(c, field, item)
			}
		}
	},
})

func (p *Pass) checkListValue(c *condition, field string, item *schema.Place) {
	v := item.Node
	if v.Kind != syntax.Scalar {
		if field == "kind" || field == "verb" || field == "step_name" {
			p.Report(Diagnostic{Span: v.Span, Path: item.Path(), Message: fmt.Sprintf("a collection is never the value of `%s`, which is a text", field), Help: "list the values themselves"})
		}
		return
	}
	d := Diagnostic{Span: v.Span, Path: item.Path()}
	if v.Span.Len() == 0 {
		d.Span = item.Parent.Node.Span
	}
	odd, found := c.neverListed(field, v)
	switch {
	case isNull(v) && len(item.Parent.Node.Items) == 1 && c.negated() && c.blamedForStart() && field != "verb":
		d.Message = fmt.Sprintf("null is what an absent field reads as: each step without `%s` is %s, the start of the task too", field, c.policy.outcome())
		d.Help = "hold only the steps that have it: `any_of` with the conditions `not` `current_is` (their kind) and this rule"
	case isNull(v) && (field == "verb" || c.parent != nil && len(item.Parent.Node.Items) == 1):
		return // what a step without a verb has; a condition that asks for just that
	case isNull(v) && c.policy.atSteps() && field != "kind" && field != "step_name":
		d.Message = fmt.Sprintf("null is what an absent field reads as: every step without `%s` passes", field)
		if c.negated() {
			d.Message = fmt.Sprintf("null is what an absent field reads as: every step without `%s` is in the list, and its `not` is violated", field)
		}
		d.Help = "remove it, unless absent fields are to be in the list"
	case found:
		d.Message = fmt.Sprintf("`%s` is never the value of `%s`, for %s", shortText(v.Value), field, odd.reason)
		if odd.today == "" {
			break
		}
		d.Help = fmt.Sprintf("did you mean `%s`?", odd.today)
		edit := p.ReplaceText(v, odd.today)
		if v.Tag == syntax.Timestamp {
			d.Help = "put it in quotes"
			edit = Edit{Span: v.Span, New: p.Quote(odd.today, syntax.DoubleQuoted)}
		}
		d.Fixes = []Fix{{Title: "Change to `" + edit.New + "`", Edits: []Edit{edit}}}
	default:
		return
	}
	p.Report(d)
}

// neverListed finds out whether a field never has a value.
func (c *condition) neverListed(field string, v *syntax.Node) (odd oddValue, found bool) {
	if !c.policy.atSteps() {
		switch attribute := schema.Vocabulary("profile_attribute").Value(field); {
		case attribute == nil || v.Tag == syntax.Null:
		case attribute.List:
			return oddValue{reason: fmt.Sprintf("`%s` is a list, and one value equals none", field)}, true
		case attribute.Nested:
			return oddValue{reason: fmt.Sprintf("`%s` is a mapping, and one value equals none", field)}, true
		}
		if field == "risk_classification" && v.Tag == syntax.Str {
			classes := schema.Vocabulary("agent_class")
			return oddWord(v.Value, classes.Names(), "an agent's class is compared exactly")
		}
		return neverEqual(v, nil)
	}
	switch field {
	case "kind", "verb":
		if v.Tag == syntax.Str {
			words := schema.Vocabulary(field).Names()
			return oddWord(v.Value, words, fmt.Sprintf("there is no such %s", field))
		}
	case "step_name":
		if v.Tag == syntax.Int || v.Tag == syntax.Float || v.Tag == syntax.Bool {
			return oddValue{fmt.Sprintf("a name is a text, and %s equals none", pyWord(v)), ""}, true
		}
		return neverEqual(v, nil)
	default:
		if path, ok := strings.CutPrefix(field, "properties."); ok {
			if odd, found := ofGroup(v, path); found {
				return odd, true
			}
			return neverEqual(v, schema.Vocabulary("property").Value(path))
		}
		return neverEqual(v, nil)
	}
	if v.Tag == syntax.Null {
		return oddValue{}, false
	}
	return oddValue{fmt.Sprintf("a %s is a text", field), ""}, true
}

// oddWord finds a word that is none of a closed set.
func oddWord(word string, known []string, reason string) (odd oddValue, found bool) {
	if slices.Contains(known, word) {
		return oddValue{}, false
	}
	return oddValue{reason, Suggest(word, known)}, true
}
