package schema

import (
	"regexp"
	"strings"
)

// Sentence says what a rule does, with the params of one use filled in.
type Sentence struct {
	Violated string // ends "a step violates it when …"
	Passes   string // the opposite
}

var (
	optionalPart = regexp.MustCompile(`\[([^\[\]]*)\]`)
	paramName    = regexp.MustCompile(`\{(\w+)\}`)
)

// Sentence says what the rule does; param returns a param's value in words, false if it is not given.
// With a nil param the params stand under their names. ok is false for rules of other registries.
func (r *RuleType) Sentence(param func(name string) (string, bool)) (s Sentence, ok bool) {
	if r == nil || r.violated == "" {
		return Sentence{}, false
	}
	if param == nil {
		param = func(name string) (string, bool) { return "`" + name + "`", true }
	}
	return Sentence{fill(r.violated, param), fill(r.passes, param)}, true
}

func fill(text string, param func(string) (string, bool)) string {
	text = optionalPart.ReplaceAllStringFunc(text, func(part string) string {
		for _, m := range paramName.FindAllStringSubmatch(part, -1) {
			if _, given := param(m[1]); !given {
				return ""
			}
		}
		return strings.Trim(part, "[]")
	})
	return paramName.ReplaceAllStringFunc(text, func(name string) string {
		name = strings.Trim(name, "{}")
		if value, given := param(name); given {
			return value
		}
		return "`" + name + "`"
	})
}
