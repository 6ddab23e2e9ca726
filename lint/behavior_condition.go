package lint

import (
	"strconv"
	"strings"
	"sync"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
)

// triggerCondition is an entry of a trigger's `conditions`.
type triggerCondition struct {
	at       *schema.Place
	fieldAt  *schema.Place // nil: absent
	field    string
	opAt     *schema.Place // nil: absent
	operator string
	value    *schema.Place        // nil: absent, which the hook reads as ""
	pattern  func() *regex.Regexp // value as a Python pattern; nil if it does not compile
}

func readCondition(at *schema.Place) *triggerCondition {
	c := &triggerCondition{at: at, fieldAt: at.Child("field"), opAt: at.Child("operator"), value: at.Child("value")}
	c.field, _ = placeText(c.fieldAt)
	c.operator, _ = placeText(c.opAt)
	c.pattern = sync.OnceValue(func() *regex.Regexp {
		operand, _ := c.operand()
		return compile(operand, regex.Python)
	})
	return c
}

// truth says when a condition or a trigger holds.
type truth uint8

const (
	depends truth = iota // on the call
	always
	never
	crashes // the hook fails: its trigger does nothing, whatever the other conditions say
)

// isText reports whether the operator is one that looks into a text and fails on what is none; an
// empty operand makes it vacuous.
func (c *triggerCondition) isText() bool { return comparesOnly(c.operator, "text") }

// isNumber reports whether the operator is one that orders numbers.
func (c *triggerCondition) isNumber() bool { return comparesOnly(c.operator, "number") }

// operand returns the text that `value` is compared as: an absent one is "". ok is false for a value
// that is no text, which the text operators fail on.
func (c *triggerCondition) operand() (text string, ok bool) {
	if c.value == nil {
		return "", true
	}
	return placeText(c.value)
}

// truth says when the condition holds in the trigger, from what the field can be there.
func (c *triggerCondition) truth(t *trigger) truth {
	if c.fieldAt == nil || c.fieldAt.Node.Kind != syntax.Scalar {
		return depends
	}
	if t.readsNothing(c.field) {
		return c.eval("")
	}
	operand, isText := c.operand()
	switch {
	case c.isText() && !isText:
		return crashes
	case c.isText() && operand == "":
		return c.eval("") // the empty text is in, before and after every text
	case c.isNumber() && isTextField(c.field):
		// No text of a command or a path is a number; one that is not there is 0.
		if c.compare("") && !t.alwaysSent(c.field) {
			return depends
		}
		return never
	case c.operator == "not_exists" && t.alwaysFilled(c.field):
		return never
	case c.operator == "equals" && !isText && !isNumeric(c.value):
		return never // compared as `True`, `None` or the text of a list
	case !isOperator(c.operator):
		return never
	}
	return depends
}

// eval decides the condition for one text of the field, as the generated hook does: always, never or
// crashes.
func (c *triggerCondition) eval(text string) truth {
	operand, isText := c.operand()
	if c.isText() && !isText {
		return crashes
	}
	switch c.operator {
	case "regex_match":
		return when(foundIn(c.pattern(), text))
	case "contains":
		return when(strings.Contains(text, operand))
	case "not_contains":
		return when(!strings.Contains(text, operand))
	case "starts_with":
		return when(strings.HasPrefix(text, operand))
	case "ends_with":
		return when(strings.HasSuffix(text, operand))
	case "equals":
		return when(text == pythonText(c.value))
	case "exists":
		return when(text != "")
	case "not_exists":
		return when(text == "")
	case "gt", "gte", "lt", "lte":
		return when(c.compare(text))
	}
	return never
}

// compare applies a numeric operator: the empty text is 0, what is no number is false.
func (c *triggerCondition) compare(text string) bool {
	left := 0.0
	if text != "" {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return false
		}
		left = v
	}
	right, err := strconv.ParseFloat(strings.TrimSpace(pythonText(c.value)), 64)
	if err != nil {
		return false
	}
	switch c.operator {
	case "gt":
		return left > right
	case "gte":
		return left >= right
	case "lt":
		return left < right
	default:
		return left <= right
	}
}

func when(holds bool) truth {
	if holds {
		return always
	}
	return never
}

func isNumeric(at *schema.Place) bool {
	_, ok := number(at)
	return ok
}

// pythonText is what Python's str makes of a value. A list or mapping gets a text that no field has.
func pythonText(at *schema.Place) string {
	switch {
	case at == nil:
		return ""
	case at.Node.Kind != syntax.Scalar:
		return "\x00"
	case at.Node.Tag == syntax.Str:
		return at.Node.Value
	}
	return syntax.PyText(at.Node)
}

// decide says when the trigger's conditions hold together.
func (t *trigger) decide() truth {
	if !t.readable {
		return depends
	}
	if len(t.conditions) == 0 {
		return always
	}
	open := false
	decisive := never // of `all`: one condition that never holds decides
	if t.any {
		decisive = always
	}
	decided := false
	for _, c := range t.conditions {
		switch v := c.truth(t); v {
		case crashes:
			return crashes
		case depends:
			open = true
		case decisive:
			decided = true
		}
	}
	switch {
	case decided:
		return decisive
	case open:
		return depends
	case t.any:
		return never
	}
	return always
}

// consequence says in words what a condition that does not depend on the call does to its trigger.
func (t *trigger) consequence(c *triggerCondition) string {
	whole := t.truth()
	switch holds := c.truth(t); {
	case holds == crashes:
		return "the hook fails, and this trigger never fires"
	case holds == never && whole == never:
		return "this trigger never fires"
	case holds == never:
		return "this condition is never true"
	case holds == always && whole == always:
		return "this trigger fires on " + t.calls()
	case holds == always:
		return "this condition is always true"
	}
	return "this condition seldom holds"
}

// calls says in words which calls start the trigger's hook.
func (t *trigger) calls() string {
	switch {
	case t.event == "UserPromptSubmit":
		return "every prompt"
	case t.event == "Stop":
		return "every end of a turn"
	case t.matcher.all || t.matcher.text == "":
		return "every tool call"
	case len(t.matcher.names) == 1:
		return "every call of `" + t.matcher.names[0].name + "`"
	}
	return "every call that `" + t.matcher.text + "` matches"
}
