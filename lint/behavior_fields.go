package lint

import (
	"maps"
	"regexp"
	"slices"
	"sync"

	"github.com/forgelint/forgelint/schema"
)

// closedField returns a field of the closed set (behavior schema §3), nil for other names.
func closedField(name string) *schema.Value { return conditionType("field").Value(name) }

func conditionType(key string) *schema.Type {
	return schema.Lookup("behavior").Types["condition"].Field(key).Type
}

// isTextField reports whether a field of the closed set is a text.
func isTextField(name string) bool {
	v := closedField(name)
	return v != nil && slices.Contains(v.Operands, "text")
}

// isNumberField reports whether the field is the counter, in either spelling.
func isNumberField(name string) bool {
	v := closedField(name)
	return v != nil && slices.Contains(v.Operands, "number") && !slices.Contains(v.Operands, "text")
}

// comparesOnly reports whether an operator compares values of one kind, "text" or "number", alone.
func comparesOnly(operator, kind string) bool {
	v := conditionType("operator").Value(operator)
	return v != nil && slices.Equal(v.Operands, []string{kind})
}

func isOperator(name string) bool { return conditionType("operator").Value(name) != nil }

// readsNothing reports whether the field is certainly empty in every call that starts the trigger's
// hook: the counter, names that the host never sends, inputs that none of the listed tools has.
func (t *trigger) readsNothing(field string) bool {
	if isNumberField(field) {
		return true
	}
	event := schema.EventNamed(t.event)
	if event == nil {
		return false
	}
	if !event.ToolInput {
		return !slices.Contains(event.Fields, field) && !slices.Contains(schema.PayloadFields(), field)
	}
	tools, known := t.matcher.listed()
	if !known || closedField(field) == nil && slices.Contains(schema.PayloadFields(), field) {
		return false
	}
	return !slices.ContainsFunc(tools, func(tool *schema.Tool) bool { return tool.Sends(field) })
}

// alwaysFilled reports whether the field certainly holds a text in every call that starts the hook.
func (t *trigger) alwaysFilled(field string) bool {
	event := schema.EventNamed(t.event)
	tools, known := t.matcher.listed()
	return event != nil && event.ToolInput && known &&
		!slices.ContainsFunc(tools, func(tool *schema.Tool) bool { return !slices.Contains(tool.Filled, field) })
}

// alwaysSent reports whether every tool that starts the hook has the field among its inputs.
func (t *trigger) alwaysSent(field string) bool {
	event := schema.EventNamed(t.event)
	if event == nil {
		return false
	}
	if !event.ToolInput {
		return slices.Contains(event.Fields, field)
	}
	tools, known := t.matcher.listed()
	return known && !slices.ContainsFunc(tools, func(tool *schema.Tool) bool { return !slices.Contains(tool.Fields, field) })
}

// sentByHost reports whether a name outside the closed set may hold something by accident: another
// input of a tool, or a key of the hook's own input, which the hooks merge with it.
func sentByHost(field string) bool {
	return slices.Contains(schema.PayloadFields(), field) || slices.ContainsFunc(schema.Tools(), func(t schema.Tool) bool { return slices.Contains(t.Fields, field) })
}

// renderingFields returns the texts that a behavior shows.
func renderingFields() []*schema.Field {
	return schema.Lookup("behavior").Root.Field("rendering").Type.Fields
}

// behaviorIDPattern is what an id must look like.
func behaviorIDPattern() *regexp.Regexp { return idPattern() }

var idPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(schema.Lookup("behavior").Root.Field("id").Type.Pattern)
})

// valueNames returns the names of values.
func valueNames(values []schema.Value) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.Name
	}
	return names
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
