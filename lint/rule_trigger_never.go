package lint

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "trigger-never",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a trigger condition that never holds`,
		Why: `The condition looks at one field of the step before: ` + "`" + `below` + "`" + ` and ` + "`" + `above` + "`" + ` compare numbers, ` + "`" + `equals` + "`" + ` is exact in type and letter case. Where it
can never hold the trigger never fires, and any step may follow.`,
		Fix: `Write the value as the steps carry it, and name the kinds that have the field.`,
		Bad: `name: CRM agent
policies:
  - name: Very long answers go to a gate
    rule_type: conditional_successor_required
    params:
      trigger_kinds: [step.model]
      trigger_condition: {field: properties.usage.total_tokens, op: above, value: .inf}
      required_kind: step.gate
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Very long answers go to a gate
    rule_type: conditional_successor_required
    params:
      trigger_kinds: [step.model]
      trigger_condition: {field: properties.usage.total_tokens, op: above, value: 4000}
      required_kind: step.gate
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("conditional_successor_required") {
			trigger := c.param("trigger_condition")
			if trigger == nil || trigger.Node.Kind != syntax.Mapping {
				continue
			}
			value := trigger.Child("value")
			if value == nil {
				continue
			}
			if odd, found := c.triggerFault(textOf(trigger.Child("field")), textOf(trigger.Child("op")), value.Node); found {
				d := Diagnostic{
					Span: value.Node.Span, Path: value.Path(),
					Message: fmt.Sprintf("this trigger never fires: %s", odd.reason),
					Help:    "write the value as the steps carry it",
				}
				if odd.today != "" {
					d.Help = fmt.Sprintf("did you mean `%s`?", odd.today)
				}
				p.Report(d)
			}
		}
	},
})

// triggerFault says why a trigger condition never holds.
func (c *condition) triggerFault(field, op string, value *syntax.Node) (odd oddValue, found bool) {
	property := schema.Vocabulary("property").Value(strings.TrimPrefix(field, "properties."))
	if !strings.HasPrefix(field, "properties.") {
		property = nil
	}
	word := field == "kind" || field == "verb" || field == "step_name"
	if path, ok := strings.CutPrefix(field, "properties."); ok && op != "contains" {
		if odd, found := ofGroup(value, path); found {
			return odd, true
		}
	}
	switch op {
	case "contains":
		return c.containsFault(field, value, property)
	case "below", "above":
		f, ok := value.Float()
		switch {
		case word:
			return oddValue{reason: fmt.Sprintf("`%s` is no number", field)}, true
		case property != nil && !slices.Contains(property.Operands, "number"):
			return oddValue{reason: fmt.Sprintf("`%s` is a text and no number", field)}, true
		case ok && math.IsNaN(f):
			return oddValue{reason: "no number compares with `.nan`"}, true
		case ok && math.IsInf(f, 1) && op == "above":
			return oddValue{reason: "nothing is above infinity"}, true
		case ok && math.IsInf(f, -1) && op == "below":
			return oddValue{reason: "nothing is below minus infinity"}, true
		}
		return oddValue{}, false
	case "equals":
		if (property != nil || word) && value.Kind != syntax.Scalar {
			return oddValue{reason: fmt.Sprintf("`%s` is no collection", field)}, true
		}
		if !word {
			if odd, found = neverEqual(value, property); !found && property == nil && isQuotedNumber(value) {
				return oddValue{reason: fmt.Sprintf("the text `%s` equals no number", value.Value)}, true
			}
			return odd, found
		}
		return c.wordFault(field, value)
	}
	return oddValue{}, false
}

// containsFault says why a field never contains a value. A field of the author's own may be a list or a
// mapping, which may contain anything.
func (c *condition) containsFault(field string, value *syntax.Node, property *schema.Value) (odd oddValue, found bool) {
	name := strings.TrimPrefix(field, "properties.")
	switch word := field == "kind" || field == "verb" || field == "step_name"; {
	case !word && property == nil:
		return oddValue{}, false
	case property != nil && slices.Contains(property.Operands, "number"):
		return oddValue{reason: fmt.Sprintf("`%s` is a number, and contains nothing", name)}, true
	case value.Kind != syntax.Scalar || value.Tag != syntax.Str:
		return oddValue{reason: fmt.Sprintf("`%s` is a text, and contains texts only", name)}, true
	case property != nil:
		for _, known := range property.Values {
			if !strings.Contains(known, value.Value) && strings.EqualFold(known, strings.TrimSpace(value.Value)) {
				return oddValue{"letter case counts", known}, true
			}
		}
		return oddValue{}, false
	case field == "step_name":
		return oddValue{}, false
	}
	kinds := kindsIn(c.param("trigger_kinds"))
	for set := cells.cellsOf(kinds); set != 0; set &= set - 1 {
		cell := bits.TrailingZeros32(uint32(set))
		text := cells.kinds[cells.kindAt[cell]].Name
		if field == "verb" {
			text = cells.verbAt[cell]
		}
		if text != "" && strings.Contains(text, value.Value) {
			return oddValue{}, false
		}
	}
	return oddValue{reason: fmt.Sprintf("the %s of no step of `trigger_kinds` contains `%s`", field, shortText(value.Value))}, kinds != 0
}

// wordFault says why none of the trigger kinds has a kind, verb or name.
func (c *condition) wordFault(field string, value *syntax.Node) (odd oddValue, found bool) {
	kinds := kindsIn(c.param("trigger_kinds"))
	if value.Kind != syntax.Scalar || value.Tag != syntax.Str {
		verbless := value.Tag == syntax.Null && field == "verb" && (kinds == 0 || cells.cellsOf(kinds)&cells.verbless != 0)
		return oddValue{reason: fmt.Sprintf("`%s` is a text", field)}, !verbless
	}
	if kinds == 0 || field == "step_name" {
		return oddValue{}, false
	}
	has := cells.of(value.Value)
	if field == "verb" {
		has = cells.byVerb[value.Value]
	}
	if has&cells.cellsOf(kinds) != 0 {
		return oddValue{}, false
	}
	names := cells.names(kinds)
	if field == "kind" {
		return oddValue{reason: fmt.Sprintf("`trigger_kinds` does not hold `%s`", value.Value)}, true
	}
	if has == 0 {
		return oddValue{fmt.Sprintf("there is no verb `%s`", value.Value), Suggest(value.Value, schema.Vocabulary("verb").Names())}, true
	}
	return oddValue{reason: fmt.Sprintf("no %s step has the verb `%s`", quoteList(names, "or"), value.Value)}, true
}

// isQuotedNumber reports whether a text would be a plain decimal number without its quotes.
func isQuotedNumber(v *syntax.Node) bool {
	if v.Kind != syntax.Scalar || v.Tag != syntax.Str || v.Style == syntax.Plain || strings.HasPrefix(v.Value, "0") && len(v.Value) > 1 && v.Value[1] != '.' {
		return false
	}
	tag := syntax.ResolvePlain(v.Value)
	return (tag == syntax.Int || tag == syntax.Float) && strings.Trim(v.Value, "-0123456789.") == ""
}
