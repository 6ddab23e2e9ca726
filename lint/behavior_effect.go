package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// The rules about keys, types and values know no format. What a fault that they find does to a behavior
// at run time is said here, in words that go on behind a colon; "" where there is nothing to say.

const (
	compilerStops = "the compiler stops, and no hook is made"
	shellText     = "the text behind the line break runs as shell in the generated hook"
)

// effectOfMissing says what a missing key does.
func (d *Document) effectOfMissing(mapping *schema.Place, key string) string {
	b := d.behavior()
	if b == nil || mapping.Type == nil {
		return ""
	}
	switch mapping.Type.Name + "." + key {
	case "behavior.schema_version", "behavior.id", "behavior.policy", "policy.triggers":
		return compilerStops
	case "policy.enforcement":
		return "every violation is `silent`"
	case "enforcement.default_level":
		return b.levels.withoutDefault()
	case "escalation.after":
		return "the hooks take the entry as reached from the first violation on"
	case "escalation.level":
		return "the hooks fall back to `default_level`"
	case "trigger.event":
		return "the compiler takes `PreToolUse`"
	case "trigger.matcher":
		return fmt.Sprintf("`event: %s` needs one, and without it the hook runs on every tool", siblingText(mapping, "event"))
	case "trigger.flag", "trigger.on_present", "trigger.on_absent":
		return fmt.Sprintf("`action: %s` needs it, and the compiler stops", siblingText(mapping, "action"))
	case "condition.field", "condition.operator", "condition.value":
		return b.effectOfCondition(mapping)
	}
	return ""
}

// effectOfValue says what a value does that is of a wrong type or none of those allowed.
func (d *Document) effectOfValue(at *schema.Place) string {
	if d.Format.ID == "behavior-index" && at.Name() == "enabled" && at.Node.Kind == syntax.Scalar && at.Node.Tag == syntax.Str && at.Node.Value != "" {
		return "the tools that ask Python take every text for `true`"
	}
	b := d.behavior()
	if b == nil || at.Parent == nil {
		return ""
	}
	if _, ok := unserializable[at.Node.Tag]; ok {
		return compilerStops
	}
	owner := at.Parent.Type
	if owner == nil {
		return ""
	}
	if at.Key == nil {
		return itemEffect(at)
	}
	if dropsLineBreak(at) {
		return "it works only because the compiler drops the line break at the end"
	}
	switch owner.Name + "." + at.Name() {
	case "behavior.policy", "policy.enforcement", "policy.recovery", "behavior.rendering":
		if !isNull(at.Node) {
			return compilerStops
		}
		if at.Name() == "enforcement" {
			return "every violation is `silent`"
		}
	case "policy.triggers", "trigger.action", "trigger.on_present", "trigger.on_absent":
		return compilerStops
	case "behavior.schema_version":
		// A number that is 1 is taken as well.
		if text, ok := placeText(at); ok && strings.TrimRight(text, "\n") != "1" {
			return compilerStops
		}
	case "behavior.id":
		if value, ok := boolean(at); ok && value {
			return "the compiler makes `true` of it"
		}
		return compilerStops
	case "behavior.category":
		if text, ok := placeText(at); ok && strings.Contains(strings.TrimRight(text, "\n"), "\n") {
			return shellText
		}
	case "trigger.flag":
		value, ok := boolean(at)
		text, isText := keptText(at)
		switch t := b.triggerAt(at.Parent); {
		case ok && value:
			return "the flag is called `true`"
		case ok, isNull(at.Node) && t != nil && t.needsFlag(), isText && text == "":
			return compilerStops
		}
	case "trigger.event":
		return eventEffect(at)
	case "trigger.logic":
		return "everything but `any` is read as `all`"
	case "trigger.matcher":
		if at.Node.Kind == syntax.Sequence {
			return "its JSON text is read as a set of characters, and matches other tools than it names"
		}
	case "trigger.conditions":
		return conditionsEffect(at)
	case "enforcement.default_level":
		return b.levels.withoutDefault()
	case "escalation.level":
		return "the level that is reached already stays"
	case "enforcement.escalation":
		if !isNull(at.Node) {
			return "the hooks fail to read it, and `default_level` with it: every violation is `silent`"
		}
	case "escalation.after":
		switch {
		case at.Node.Tag == syntax.Str && at.Node.Kind == syntax.Scalar:
			return "a text is more than every number, and the entry is never reached"
		case at.Node.Kind == syntax.Sequence:
			return "the entry is never reached"
		case at.Node.Tag == syntax.Bool:
			return "the entry counts from the first violation on"
		}
		if after, ok := number(at); ok {
			r := rung{after: after}
			return fmt.Sprintf("the entry counts from violation %d on", r.firstViolation())
		}
	case "condition.field", "condition.operator", "condition.value":
		return b.effectOfCondition(at.Parent)
	}
	return ""
}

// dropsLineBreak reports whether a text of the trigger or of a level, or the id, is what the format asks
// for but for the line breaks at its end, as a block scalar leaves them. What conditions hold keeps them.
func dropsLineBreak(at *schema.Place) bool {
	text, ok := placeText(at)
	kept := strings.TrimRight(text, "\n")
	if !ok || kept == text {
		return false
	}
	switch at.Parent.Type.Name {
	case "behavior":
		return at.Name() == "id" && behaviorIDPattern().MatchString(kept)
	case "trigger", "enforcement", "escalation":
		return at.Type != nil && at.Type.Value(kept) != nil
	}
	return false
}

// itemEffect says what an item of a list does that is no mapping.
func itemEffect(at *schema.Place) string {
	if at.Type == nil || at.Node.Kind == syntax.Mapping {
		return ""
	}
	switch at.Type.Name {
	case "trigger":
		if isNull(at.Node) {
			return "the compiler makes a hook of it that counts a violation on every tool call"
		}
		return compilerStops
	case "condition":
		return "the hook fails, and this trigger never fires"
	case "escalation":
		return "the hooks fail to read the escalation, and `default_level` with it: every violation is `silent`"
	}
	return ""
}

// effectOfKey says what a misspelt key does, by the field that was meant.
func (d *Document) effectOfKey(mapping *schema.Place, field *schema.Field) string {
	if d.behavior() == nil || field == nil || mapping.Child(field.Name) != nil {
		return ""
	}
	if mapping.Type.Name == "trigger" && field.Name == "conditions" {
		if t := d.behavior().triggerAt(mapping); t != nil {
			return "without conditions this trigger fires on " + t.calls()
		}
	}
	if mapping.Type.Name == "enforcement" && field.Name == "escalation" {
		return "the level stays at `default_level`"
	}
	return d.effectOfMissing(mapping, field.Name)
}

func (b *behavior) triggerAt(at *schema.Place) *trigger {
	for _, t := range b.triggers {
		if t.at == at {
			return t
		}
	}
	return nil
}

// effectOfCondition says what a faulty condition does to its trigger.
func (b *behavior) effectOfCondition(at *schema.Place) string {
	for _, t := range b.triggers {
		for _, c := range t.conditions {
			if c.at != at {
				continue
			}
			if c.truth(t) != depends {
				return t.consequence(c)
			}
			if c.operator == "equals" && c.value == nil {
				return "it is true only when the field is absent"
			}
			if c.field != "" && closedField(c.field) == nil && sentByHost(c.field) {
				return "it is read by accident, and may be gone with the next version"
			}
		}
	}
	return ""
}

// withoutDefault says what a behavior does whose default_level cannot be read.
func (l *ladder) withoutDefault() string {
	if len(l.rungs) == 0 {
		return "the behavior counts violations and says nothing"
	}
	first := &l.rungs[0]
	if first.firstViolation() == 1 {
		return ""
	}
	return fmt.Sprintf("the behavior says nothing before %s", violations(first.after))
}

func eventEffect(at *schema.Place) string {
	text, ok := keptText(at)
	switch e := schema.EventNamed(strings.TrimSpace(text)); {
	case !ok:
		return "the hook is never started"
	case e != nil && !e.InSchema:
		return "the host has such an event, but version 1 of the schema does not"
	case strings.ContainsAny(text, `'"`):
		return "the quote ends up in the generated hook, as shell text"
	case strings.ContainsAny(text, "/"):
		return compilerStops
	case strings.Contains(text, "\n"):
		return shellText
	}
	return "the host has no such event, and the hook is never started"
}

func conditionsEffect(at *schema.Place) string {
	switch {
	case at.Node.Kind == syntax.Mapping && len(at.Node.Pairs) > 0, at.Node.Kind == syntax.Scalar && at.Node.Tag == syntax.Str && at.Node.Value != "":
		return "the hook fails, and this trigger never fires"
	case at.Node.Tag == syntax.Bool:
		return compilerStops
	}
	return "this trigger fires on every call that its matcher lets through"
}

func siblingText(mapping *schema.Place, key string) string {
	text, _ := mapping.Text(key)
	return text
}

// allowed returns the values that make sense at a place: of the closed sets of a condition those that fit
// its field or its tools, where that is known.
func (p *Pass) allowed(place *schema.Place) []string {
	names := place.Type.Names()
	b := p.Document.behavior()
	if b == nil {
		return names
	}
	switch place.Type.Format {
	case "operator":
		if field, ok := place.Parent.Text("field"); ok && closedField(field) != nil {
			return valueNames(schema.OperatorsFor(field))
		}
	case "condition-field":
		if sent := b.sentTo(place.Parent); len(sent) > 0 {
			return sent
		}
	}
	return names
}

// sentTo returns the fields of the closed set that the calls of a condition's trigger hold; nil if that
// is not known.
func (b *behavior) sentTo(condition *schema.Place) []string {
	for _, t := range b.triggers {
		for _, c := range t.conditions {
			if c.at != condition {
				continue
			}
			var sent []string
			for _, f := range schema.ConditionFields() {
				if slices.Contains(f.Operands, "text") && !t.readsNothing(f.Name) {
					sent = append(sent, f.Name)
				}
			}
			if len(sent) < len(schema.ConditionFields())-2 {
				return sent
			}
		}
	}
	return nil
}

// negates reports whether the name of an operator says the opposite of one without it, as `not_equals`,
// `regex_not_match`, `doesNotMatch` and `neq` do. The nearest operator would turn the condition round.
func negates(operator string) bool { return negation.MatchString(operator) }

var negation = regexp.MustCompile(`(?i)(^|[_ -])(not|no|isnt|doesnt|nomatch|without)([_ -]|$)|[a-z]Not([A-Z]|$)|^not[A-Z]|^!|^neq?$|^nin$`)

const negationHelp = "only `not_contains` and `not_exists` negate; for another operator write `regex_match` with `^(?!…)`"

// fieldHelp says what to do where the draft of the schema let a condition look at a flag.
func (p *Pass) fieldHelp(place *schema.Place) string {
	text, _ := placeText(place)
	if place.Type.Format == "condition-field" && strings.HasPrefix(text, "session_state.flags") {
		return "a flag is checked by a trigger with `action: check_flag`, not by a condition"
	}
	return ""
}
