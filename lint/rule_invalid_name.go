package lint

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "invalid-name",
	Severity: Error,
	Doc: Doc{
		Summary: "a name that is not written as the format wants it",
		Why: `Names of this kind become parts of file names, keys and messages. The compiler refuses one with other
characters, so nothing of the file takes effect.`,
		Fix:  "Write the name in the form that the message gives.",
		Bad:  strings.Replace(longBehavior("Look first."), "id: look-first", "id: Look_First", 1),
		Good: longBehavior("Look first."),
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			t, n := place.Type, place.Node
			if t == nil || t.Pattern == "" || n.Kind != syntax.Scalar || n.Tag != syntax.Str || compiled(t.Pattern).MatchString(n.Value) {
				continue
			}
			d := Diagnostic{Span: n.Span, Path: place.Path()}
			if t.PatternWords != "" {
				d.Help = "allowed: " + t.PatternWords
			}
			d.Message = fmt.Sprintf("`%s` cannot be %s: it must match `%s`", shortText(n.Value), valueOf(place), t.Pattern)
			if n.Value == "" {
				d.Message = fmt.Sprintf("an empty text cannot be %s: it must match `%s`", valueOf(place), t.Pattern)
			}
			if effect := p.effectOfValue(place); effect != "" {
				d.Message = strings.Replace(d.Message, ": it must match ", ", which must match ", 1) + ": " + effect
			}
			if place.Via != nil {
				d.Span = place.Via.Span
			} else if better := kebab(n.Value); better != n.Value && compiled(t.Pattern).MatchString(better) {
				d.Help = fmt.Sprintf("did you mean `%s`?", better)
				d.Fixes = []Fix{{Title: "Change to `" + better + "`", Edits: []Edit{p.ReplaceText(n, better)}}}
			}
			p.Report(d)
		}
	},
})

var patterns sync.Map // of *regexp.Regexp by their text

func compiled(pattern string) *regexp.Regexp {
	if re, ok := patterns.Load(pattern); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(pattern)
	patterns.Store(pattern, re)
	return re
}

// kebab writes a name in small letters, its words joined by hyphens: `Look_First` and `lookFirst` are
// `look-first`.
func kebab(name string) string {
	var b strings.Builder
	var last rune
	for _, r := range strings.TrimSpace(name) {
		switch {
		case unicode.IsUpper(r):
			if unicode.IsLower(last) || unicode.IsDigit(last) {
				b.WriteByte('-')
			}
			b.WriteRune(unicode.ToLower(r))
		case r == '_' || r == '.' || unicode.IsSpace(r):
			b.WriteByte('-')
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return strings.Trim(b.String(), "-")
}
