package lint

import (
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
)

// pattern is a regular expression of a file. Which engine reads it follows from its place.
type pattern struct {
	place   *schema.Place
	text    string
	dialect regex.Dialect
	re      *regex.Regexp // nil if the engine refuses the pattern
	err     *regex.Error
}

// patternDialects are the formats of types whose values are patterns (schema/data).
var patternDialects = map[string]regex.Dialect{"regex:re2": regex.RE2, "regex:python": regex.Python, "matcher": regex.JavaScript}

// parsePatterns parses all patterns of the document, in source order of each engine.
func (d *Document) parsePatterns() []*pattern {
	var all []*pattern
	for _, format := range []string{"regex:re2", "regex:python", "matcher"} {
		for _, place := range d.ByFormat(format) {
			n := place.Node
			if n.Kind != syntax.Scalar || n.Tag != syntax.Str || len(n.Value) > regex.MaxLength || format == "matcher" && isToolList(n.Value) {
				continue
			}
			pat := &pattern{place: place, text: n.Value, dialect: patternDialects[format]}
			pat.re, pat.err = parseRegex(pat.text, pat.dialect)
			all = append(all, pat)
		}
	}
	return all
}

// isToolList reports whether the host compares a matcher with whole names instead of searching it as
// a pattern: `*`, the empty text, or nothing but letters, digits and `_|, -`.
func isToolList(matcher string) bool {
	if matcher == "*" {
		return true
	}
	for i := range len(matcher) {
		switch c := matcher[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '|', c == ',', c == ' ', c == '-':
		default:
			return false
		}
	}
	return true
}

// within returns where the bytes [from, to) of the pattern are written in the file.
func (p *Pass) within(pat *pattern, from, to int) syntax.Span {
	return p.Tree.Source(pat.place.Node, from, to)
}

// replaceIn is the edit that puts other text in the place of the bytes [from, to) of the pattern.
func (p *Pass) replaceIn(pat *pattern, from, to int, text string) Edit {
	return p.ReplaceText(pat.place.Node, pat.text[:from]+text+pat.text[to:])
}

// conditionOf returns the condition of a behavior that a pattern or another operand stands in; nil
// if it is none.
func (p *Pass) conditionOf(value *schema.Place) (t *trigger, c *triggerCondition) {
	eachCondition(p, func(ct *trigger, cc *triggerCondition) {
		if cc.value == value {
			t, c = ct, cc
		}
	})
	return t, c
}

// negated reports whether a violation of a manifest's pattern is a match: an odd number of `not`
// stands around it.
func (pat *pattern) negated() bool {
	odd := false
	for at := pat.place; at != nil; at = at.Parent {
		if at.Name() == "condition" && at.Parent.Parent != nil {
			if kind := at.Parent.Parent.Child("rule_type"); kind != nil && kind.Node.Value == "not" {
				odd = !odd
			}
		}
	}
	return odd
}

// whenAlways says what happens at run time when the pattern is found in every text.
func (p *Pass) whenAlways(pat *pattern) string {
	switch pat.dialect {
	case regex.RE2:
		if c := p.manifest().at(pat.place.Parent); pat.negated() && c != nil && !c.policy.atSteps() {
			return "every registration is a violation of its `not`"
		} else if pat.negated() {
			return "every step is a violation of its `not`"
		}
		return "the rule passes whatever the value is"
	case regex.JavaScript:
		return "every tool call starts this trigger"
	}
	if t, _ := p.conditionOf(pat.place); t != nil && (t.any || len(t.conditions) == 1) {
		return "this trigger fires on " + t.calls()
	}
	return "this condition is always true"
}

// whenNever says what happens at run time when the pattern is found nowhere.
func (p *Pass) whenNever(pat *pattern) string {
	switch pat.dialect {
	case regex.RE2:
		if pat.negated() {
			return "its `not` always passes"
		}
		if c := p.manifest().at(pat.place.Parent); c != nil && !c.policy.atSteps() {
			return "every registration is a violation of the rule"
		}
		return "every step is a violation of the rule"
	case regex.JavaScript:
		return "this trigger never fires"
	}
	if t, _ := p.conditionOf(pat.place); t != nil && t.any && len(t.conditions) > 1 {
		return "this condition is never true"
	}
	return "this trigger never fires"
}

// fieldOf returns the field that a pattern or another operand is compared with.
func fieldOf(value *schema.Place) string {
	field, _ := placeText(value.Parent.Child("field"))
	return field
}

// subject names the key in messages.
func (pat *pattern) subject() string { return "`" + pat.place.Name() + "`" }
