package schema

import (
	"slices"
	"sync"
)

// Vocabulary returns a word list of Kyvvu: "kind", "verb", "severity", "enforcement_point",
// "risk_class", "agent_class", "step_root", "profile_attribute", "agent_attribute", "property_group",
// "property", "output"; nil for an unknown one.
func Vocabulary(name string) *Type { return vocabulary()[name] }

var vocabulary = sync.OnceValue(func() map[string]*Type { return load("kyvvu-vocabulary").types })

// TemplateVariables returns what may stand in braces in a behavior's templates (behavior schema §4).
func TemplateVariables() []Value { return Lookup("behavior").Types["template_variable"].Enum }

// MessageVariables returns what may stand in braces in a clause's message_template.
func MessageVariables() []Value { return Lookup("agent-contract").Types["message_variable"].Enum }

// Levels returns the enforcement levels of behaviors, the mildest first.
func Levels() []Value { return Lookup("behavior").Types["level"].Enum }

// ConditionFields returns what a condition of a behavior may look at (behavior schema §3).
func ConditionFields() []Value {
	return Lookup("behavior").Types["condition"].Field("field").Type.Enum
}

// Operators returns the operators of a behavior's conditions (behavior schema §3).
func Operators() []Value {
	return Lookup("behavior").Types["condition"].Field("operator").Type.Enum
}

// OperatorsFor returns the operators that fit a condition's field; all of them for an unknown field.
func OperatorsFor(field string) []Value {
	f := Lookup("behavior").Types["condition"].Field("field").Type.Value(field)
	if f == nil {
		return Operators()
	}
	var fit []Value
	for _, op := range Operators() {
		if slices.ContainsFunc(op.Operands, func(o string) bool { return slices.Contains(f.Operands, o) }) {
			fit = append(fit, op)
		}
	}
	return fit
}
