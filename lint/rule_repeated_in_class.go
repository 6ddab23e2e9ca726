package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "repeated-in-class",
	Severity: Info,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a set that holds the same character twice",
		Why: "A set in brackets is one character out of those that it lists, in any order. One that is listed twice does no harm, " +
			"but often shows that the brackets were meant as a group: `[Bash|Edit]` is one of the characters `B a s h | E d i t`. " +
			"Where the set reads like words with `|` between them, the finding is a warning.",
		Fix: "Drop what is listed twice; write `(Bash|Edit)` for one of several words.",
		Bad: `schema_version: "1"
id: careful-shell
name: Careful shell
description: Stops risky calls.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: regex_match
          value: '[push|pull] origin'
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: Careful.
`,
		Good: `schema_version: "1"
id: careful-shell
name: Careful shell
description: Stops risky calls.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: regex_match
          value: '(push|pull) origin'
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: Careful.
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.re == nil {
				continue
			}
			pat.re.Root.Walk(func(n *regex.Node) bool {
				text := pat.re.Text(n)
				if n.Items == nil || pat.re.IsPOSIX(n) {
					return true // the second has a finding of its own
				}
				if words := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "["), "^"), "]"); wordList(words) {
					d := Diagnostic{
						Span: p.within(pat, n.Start, n.End), Path: pat.place.Path(), Severity: Warning,
						Message: fmt.Sprintf("`%s` is one character of a set, not one of the words", shortText(text)),
						Help:    fmt.Sprintf("write `(%s)`", shortText(words)),
					}
					if !n.Negated && pat.place.Via == nil {
						d.Fixes = []Fix{{Title: "Write `(" + words + ")`", Edits: []Edit{p.replaceIn(pat, n.Start, n.End, "("+words+")")}}}
					}
					p.Report(d)
					return true
				}
				if first, again := repeated(n.Items); again != nil {
					p.Report(Diagnostic{
						Span: p.within(pat, again.Start, again.End), Path: pat.place.Path(),
						Message: fmt.Sprintf("`%s` is in the set `%s` already: `%s` holds it", pat.text[again.Start:again.End], shortText(text), pat.text[first.Start:first.End]),
						Help:    "drop it, or write `(…|…)` if the brackets should hold words",
						Tags:    []Tag{Unnecessary},
					})
				}
				return true
			})
		}
	},
})

// wordList reports whether the inside of a set reads like words with `|` between them.
func wordList(text string) bool {
	words := strings.Split(text, "|")
	if len(words) < 2 {
		return false
	}
	for _, w := range words {
		if len(w) < 2 || strings.ContainsFunc(w, func(r rune) bool { return !isASCIILetter(r) && r != '_' }) {
			return false
		}
	}
	return true
}

// repeated returns an item of a set that another one holds whole.
func repeated(items []regex.Item) (by, again *regex.Item) {
	if len(items) > 100 {
		return nil, nil
	}
	for i := range items {
		for j := range items {
			if i != j && items[j].Holds(items[i]) && (i > j || !items[i].Holds(items[j])) {
				return &items[j], &items[i]
			}
		}
	}
	return nil, nil
}
