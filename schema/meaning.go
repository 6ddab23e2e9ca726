package schema

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

//go:embed data/kyvvu-meaning.json
var kyvvuMeaning []byte

// Sentence says what a rule does, with the params of one use filled in.
type Sentence struct {
	Violated string // ends "a step violates it when …"
	Passes   string // the opposite
}

var sentences = sync.OnceValue(func() map[string]Sentence {
	var data struct{ Rules map[string]Sentence }
	if err := json.Unmarshal(kyvvuMeaning, &data); err != nil {
		panic("kyvvu-meaning.json: " + err.Error())
	}
	return data.Rules
})

var (
	optionalPart = regexp.MustCompile(`\[([^\[\]]*)\]`)
	paramName    = regexp.MustCompile(`\{(\w+)\}`)
)

// SentenceOf says what a built-in rule does; param returns a param's value in words, false if it is
// not given. ok is false for compound rules and for rules of other registries.
func SentenceOf(rule string, param func(name string) (string, bool)) (s Sentence, ok bool) {
	s, ok = sentences()[rule]
	if !ok {
		return Sentence{}, false
	}
	return Sentence{fill(s.Violated, param), fill(s.Passes, param)}, true
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
