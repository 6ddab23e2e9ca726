package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "accidental-range",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a range in a set that holds characters nobody meant",
		Why: "A `-` between two characters of a set is a range over the character table. `[A-z]` also holds `[`, `\\`, `]`, `^`, `_` " +
			"and a backtick, which lie between `Z` and `a`; `[+-.]` holds the comma, and `[*-/]` is six characters. The pattern " +
			"then matches more than it says.",
		Fix: "Write `[A-Za-z]`, and put a `-` that is a character first or last, or write `\\-`.",
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
          value: 'user=[A-z]+'
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
          value: 'user=[A-Za-z]+'
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
				for _, it := range n.Items {
					text := pat.text[it.Start:it.End]
					more := accidental(it, text)
					if more == "" {
						continue
					}
					d := Diagnostic{
						Span:    p.within(pat, it.Start, it.End),
						Path:    pat.place.Path(),
						Message: fmt.Sprintf("the range `%s` also holds %s", text, more),
						Help:    "put the `-` first or last in the set, or write `\\-`, if it should be a hyphen",
					}
					repair := strings.Replace(text, "-", `\-`, 1)
					if it.Lo <= 'Z' && it.Hi >= 'a' && isASCIILetter(it.Lo) && isASCIILetter(it.Hi) {
						d.Help = "write `A-Za-z` for letters of both cases"
						repair = string(it.Lo) + "-Za-" + string(it.Hi)
					}
					if pat.place.Via == nil {
						d.Fixes = []Fix{{Title: fmt.Sprintf("Write `%s`", repair), Edits: []Edit{p.replaceIn(pat, it.Start, it.End, repair)}}}
					}
					p.Report(d)
				}
				return true
			})
		}
	},
})

// knownRanges are ranges of punctuation that people mean: printable ASCII and its blocks.
var knownRanges = []string{" -~", "!-~", "!-/", ":-@", "[-`", "{-~", " -/"}

// accidental says what a range holds beside what it seems to; "" if it looks meant. Ranges with
// escapes for ends are.
func accidental(it regex.Item, text string) string {
	if it.Set != nil || it.Lo == it.Hi || it.Hi > 127 || len(text) != 3 || slices.Contains(knownRanges, text) {
		return ""
	}
	switch lo, hi := isASCIILetter(it.Lo) || isDigit(it.Lo), isASCIILetter(it.Hi) || isDigit(it.Hi); {
	case isDigit(it.Lo) && isDigit(it.Hi), lo && hi && (it.Lo >= 'a' || it.Hi <= 'Z' && !isDigit(it.Lo)):
		return ""
	case lo && hi && isASCIILetter(it.Lo): // A-z
		return "``[ \\ ] ^ _ ` ``"
	}
	var inside []string
	for r := it.Lo + 1; r < it.Hi; r++ {
		inside = append(inside, string(r))
	}
	switch {
	case len(inside) == 0, len(inside) == 1 && inside[0] == "-":
		return "" // `[,-.]` is just these three, as written
	case len(inside) > 6:
		return fmt.Sprintf("%d characters between its ends, from `%s` to `%s`", len(inside), inside[0], inside[len(inside)-1])
	}
	return quoteList(inside, "and")
}

func isASCIILetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
