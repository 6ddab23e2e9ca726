package lint

import (
	"fmt"
	"slices"
	"strings"
)

// maxPairs bounds the pairs of triggers that a rule looks at, for each costs hundreds of tries: a behavior
// of a hundred triggers is not meant to be looked through by anybody.
const maxPairs = 2000

// sharedCall is a call at which two triggers fire.
type sharedCall struct {
	words  string // the call, or which calls
	joined bool   // the call does two things at once: one text alone does not make both fire
}

// bothFire returns a call that makes both triggers fire, shown by trying texts on the conditions of both;
// nil if none is found. What cannot be shown is not claimed.
func bothFire(a, b *trigger) *sharedCall {
	if !a.overlaps(b) || !a.readable || !b.readable {
		return nil
	}
	fields := map[string]string{}
	for _, t := range []*trigger{a, b} {
		for _, c := range t.conditions {
			fields[c.field] = ""
		}
	}
	for _, joined := range []bool{false, true} {
		if !a.witness(b, fields, joined) {
			continue
		}
		for _, name := range sortedKeys(fields) {
			if fields[name] != "" {
				return &sharedCall{fmt.Sprintf("`%s`", shortText(strings.TrimSpace(fields[name]))), joined}
			}
		}
		return &sharedCall{common(a, b), joined}
	}
	if a.unsampled() || b.unsampled() {
		return &sharedCall{"a call that matches both", true}
	}
	return nil
}

// unsampled reports whether no text is known for a pattern of the trigger, so that nothing can be shown.
func (t *trigger) unsampled() bool {
	return slices.ContainsFunc(t.conditions, func(c *triggerCondition) bool {
		return c.operator == "regex_match" && c.pattern() != nil &&
			!slices.ContainsFunc(sample(c.pattern()), func(text string) bool { return c.eval(text) == always })
	})
}

// common says which calls start the hooks of both.
func common(a, b *trigger) string {
	if len(a.matcher.names) == 1 || b.matcher.all {
		return a.calls()
	}
	return b.calls()
}

// witness fills in texts of the fields under which both triggers fire, found by trying texts that the
// conditions themselves suggest, alone or joined.
func (t *trigger) witness(o *trigger, fields map[string]string, joined bool) bool {
	names := sortedKeys(fields)
	options := make([][]string, len(names))
	for i, name := range names {
		if t.readsNothing(name) || o.readsNothing(name) {
			options[i] = []string{""}
			continue
		}
		options[i] = candidates(name, joined, t, o)
	}
	tries := 0
	var try func(i int) bool
	try = func(i int) bool {
		if i == len(names) {
			tries++
			return t.fires(fields) && o.fires(fields)
		}
		for _, text := range options[i] {
			if fields[names[i]] = text; try(i + 1) {
				return true
			}
			if tries > maxWitnessTries {
				return false
			}
		}
		return false
	}
	return try(0)
}

const maxWitnessTries = 200

// fires decides the trigger for the texts of its fields.
func (t *trigger) fires(fields map[string]string) bool {
	holds := func(c *triggerCondition) bool { return c.eval(fields[c.field]) == always }
	crashed := slices.ContainsFunc(t.conditions, func(c *triggerCondition) bool { return c.eval(fields[c.field]) == crashes })
	switch {
	case crashed:
		return false
	case len(t.conditions) == 0:
		return true
	case t.any:
		return slices.ContainsFunc(t.conditions, holds)
	}
	return !slices.ContainsFunc(t.conditions, func(c *triggerCondition) bool { return !holds(c) })
}

// candidates returns texts of a field that conditions on it may accept: what they ask for, alone and
// put together as a command line would be.
func candidates(field string, joined bool, triggers ...*trigger) []string {
	var first, middle, last []string
	for _, t := range triggers {
		for _, c := range t.conditions {
			operand, ok := c.operand()
			if c.field != field || !ok {
				continue
			}
			switch c.operator {
			case "starts_with":
				first = append(first, operand)
			case "contains", "equals":
				middle = append(middle, operand)
			case "ends_with":
				last = append(last, operand)
			case "regex_match":
				middle = append(middle, sample(c.pattern())...)
			}
		}
	}
	parts := slices.Concat(first, middle, last)
	texts := slices.Clone(parts)
	if !joined {
		for _, a := range parts {
			for _, b := range parts {
				if text, ok := merge(a, b); ok {
					texts = append(texts, text)
				}
			}
		}
		return append(texts, "x", "")
	}
	for _, glue := range []string{" && ", " ", "\n", ""} {
		for _, a := range parts {
			for _, b := range parts {
				if a != b && len(texts) < maxWitnessTries {
					texts = append(texts, a+glue+b)
				}
			}
		}
		texts = append(texts, strings.Join(parts, glue))
	}
	return append(texts, "x", "")
}

// merge lays the end of one text over the beginning of another, a word at least: `git push` and
// `push --force`.
func merge(a, b string) (text string, ok bool) {
	for n := min(len(a), len(b)) - 1; n > 2; n-- {
		if a[len(a)-n:] == b[:n] {
			return a + b[n:], true
		}
	}
	return "", false
}
