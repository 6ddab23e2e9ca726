package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// oddValue is a value that nothing a step carries equals.
type oddValue struct {
	reason string // "an unquoted date equals no value of a step"
	today  string // the text that was meant; "" if that is not known
}

// neverEqual finds out whether a value equals nothing that a step carries at a standard property (nil
// for a name of the author's own). Numbers and booleans equal each other where Python's do.
func neverEqual(v *syntax.Node, property *schema.Value) (odd oddValue, found bool) {
	if v.Kind != syntax.Scalar {
		return oddValue{}, false
	}
	switch v.Tag {
	case syntax.Timestamp:
		return oddValue{"an unquoted date equals no value of a step", v.Value}, true
	case syntax.Float:
		if f, ok := v.Float(); ok && math.IsNaN(f) {
			return oddValue{reason: "`.nan` equals nothing, not even itself"}, true
		}
	}
	if property == nil || v.Tag == syntax.Null {
		return oddValue{}, false
	}
	numeric := slices.Contains(property.Operands, "number")
	switch {
	case numeric && v.Tag == syntax.Str:
		return oddValue{reason: fmt.Sprintf("`%s` is a number, and a text equals none", property.Name)}, true
	case numeric || v.Tag != syntax.Str && v.Tag != syntax.Bool && v.Tag != syntax.Int && v.Tag != syntax.Float:
		return oddValue{}, false
	case v.Tag != syntax.Str:
		return oddValue{fmt.Sprintf("`%s` is a text, and %s equals none", property.Name, pyWord(v)), ""}, true
	}
	return oddText(v.Value, property)
}

// oddText finds near misses of a property's known values, and patterns in place of a value.
func oddText(text string, property *schema.Value) (odd oddValue, found bool) {
	if slices.Contains(property.Values, text) {
		return oddValue{}, false
	}
	trimmed := strings.TrimSpace(text)
	for _, known := range property.Values {
		if trimmed == known && text != trimmed {
			return oddValue{"values are compared exactly, white space too", known}, true
		}
		if strings.EqualFold(trimmed, known) {
			return oddValue{"values are compared exactly, letter case too", known}, true
		}
	}
	// A command may hold any character.
	if property.Name != "command" && (strings.Contains(text, "*") || strings.HasPrefix(text, "^")) {
		return oddValue{reason: "values are compared exactly, and not as patterns"}, true
	}
	for _, known := range property.Values {
		if isSlip(trimmed, known) || len(trimmed) >= 3 && len(known) >= 6 && strings.HasPrefix(known, strings.ToLower(trimmed)) {
			return oddValue{"values are compared exactly", known}, true
		}
	}
	if parts := strings.FieldsFunc(text, func(r rune) bool { return r == '|' || r == ',' }); len(parts) > 1 && slices.ContainsFunc(parts, func(part string) bool {
		return slices.Contains(property.Values, strings.TrimSpace(part))
	}) {
		return oddValue{reason: "it is compared as one text, not as alternatives"}, true
	}
	switch {
	case text != trimmed:
		return oddValue{"values are compared exactly, white space too", trimmed}, true
	case len(property.Values) == 0:
		return oddValue{}, false
	case text == "":
		return oddValue{reason: "a step without it reads as null"}, true
	case !property.OpenValues:
		return oddValue{"it is " + quoteList(property.Values, "or"), Suggest(text, property.Values)}, true
	}
	return oddValue{}, false
}

// ofGroup finds a scalar that stands where a whole group of properties is read.
func ofGroup(v *syntax.Node, path string) (odd oddValue, found bool) {
	if v.Kind != syntax.Scalar || v.Tag == syntax.Null || schema.Vocabulary("property_group").Value(path) == nil {
		return oddValue{}, false
	}
	return oddValue{reason: fmt.Sprintf("`%s` is a group of properties, and one value equals none", path)}, true
}

// pathsBelow lists the standard paths of a group.
func pathsBelow(group string) []string {
	var found []string
	for _, p := range schema.Vocabulary("property").Enum {
		if strings.HasPrefix(p.Name, group+".") {
			found = append(found, p.Name)
		}
	}
	return found
}

// pyWord names a scalar as the loader reads it.
func pyWord(v *syntax.Node) string {
	if v.Tag == syntax.Bool {
		return "the boolean `" + strings.ToLower(syntax.PyText(v)) + "`"
	}
	return "the number `" + syntax.PyText(v) + "`"
}

// property returns the standard property that the path is, nil for a name of the author's own. A
// property in no group is one only for the kinds that carry it.
func (r relativePath) property() *schema.Value {
	value := r.known().Value(r.path)
	if value == nil || strings.Contains(value.Name, ".") {
		return value
	}
	if kinds := r.condition.filteredKinds(r.param); kinds != 0 && len(value.Kinds) > 0 {
		for _, kind := range value.Kinds {
			if kinds == cells.kind(kind) {
				return value
			}
		}
		return nil
	}
	return value
}

// filteredKinds returns the kinds of the steps that a filter or a trigger condition looks at; none if the
// param is neither.
func (c *condition) filteredKinds(param string) kindSet {
	switch param {
	case "property_filter", "output_filter":
		return cells.kind(c.text("kind"))
	case "taint_property_filter", "taint_output_filter":
		return cells.kind(c.text("taint_kind"))
	case "trigger_condition":
		return kindsIn(c.param("trigger_kinds"))
	case "target_property_filter":
		if c.rule == "step_forbidden_for_classification" {
			return cells.kind(c.text("forbidden_kind"))
		}
		return kindsIn(c.param("target_kinds"))
	}
	return 0
}
