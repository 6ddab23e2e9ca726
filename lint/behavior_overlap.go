package lint

import (
	"fmt"
	"slices"
	"strings"
)

// bothFire reports whether one call makes both triggers fire, and says in words which: with a text for
// each field that has been tried on the conditions of both. What cannot be shown is not claimed.
func bothFire(a, b *trigger) (call string, ok bool) {
	if !a.overlaps(b) || !a.readable || !b.readable {
		return "", false
	}
	fields := map[string]string{}
	for _, t := range []*trigger{a, b} {
		for _, c := range t.conditions {
			fields[c.field] = ""
		}
	}
	if !a.witness(b, fields) {
		return "", false
	}
	shown := ""
	for _, name := range sortedKeys(fields) {
		if fields[name] != "" && shown == "" {
			shown = shortText(fields[name])
		}
	}
	switch {
	case shown != "":
		return fmt.Sprintf("`%s`", shown), true
	case len(a.conditions)+len(b.conditions) == 0 || len(fields) == 0:
		return common(a, b), true
	}
	return "a call", true
}

// common says which calls start the hooks of both.
func common(a, b *trigger) string {
	if len(a.matcher.names) == 1 || b.matcher.all {
		return a.calls()
	}
	return b.calls()
}

// witness fills in texts of the fields under which both triggers fire, found by trying texts that the
// conditions themselves suggest.
func (t *trigger) witness(o *trigger, fields map[string]string) bool {
	names := sortedKeys(fields)
	options := make([][]string, len(names))
	for i, name := range names {
		if t.readsNothing(name) || o.readsNothing(name) {
			options[i] = []string{""}
			continue
		}
		options[i] = candidates(name, t, o)
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
func candidates(field string, triggers ...*trigger) []string {
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
	for _, glue := range []string{" && ", " ", "\n", ""} {
		texts = append(texts, strings.Join(parts, glue))
		for _, a := range parts {
			for _, b := range parts {
				if a != b && len(texts) < maxWitnessTries {
					texts = append(texts, a+glue+b)
				}
			}
		}
	}
	return append(texts, "x", "")
}
