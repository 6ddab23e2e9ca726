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
			if n.Kind != syntax.Scalar || n.Tag != syntax.Str || format == "matcher" && isToolList(n.Value) {
				continue
			}
			pat := &pattern{place: place, text: n.Value, dialect: patternDialects[format]}
			pat.re, pat.err = regex.Parse(pat.text, pat.dialect)
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

// subject says in a message which pattern is meant: the key, and in a manifest its rule and policy.
func (pat *pattern) subject() string {
	name := "`" + pat.place.Name() + "`"
	if pat.dialect != regex.RE2 {
		return name
	}
	for rule := pat.place.Parent; rule != nil; rule = rule.Parent {
		if rule.Name() != "params" || rule.Parent == nil {
			continue
		}
		if kind := rule.Parent.Child("rule_type"); kind != nil && name[len(name)-1] == '`' && rule == pat.place.Parent {
			name += " of `" + kind.Node.Value + "`"
		}
		if list := rule.Parent.Parent; list != nil && list.Name() == "policies" {
			if policy := rule.Parent.Child("name"); policy != nil {
				name += " in the policy `" + policy.Node.Value + "`"
			}
			break
		}
	}
	return name
}
