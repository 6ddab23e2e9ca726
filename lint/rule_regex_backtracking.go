package lint

import (
	"fmt"
	"math"
	"strconv"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "regex-backtracking",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a pattern takes exponential time on some texts",
		Why: "Python's `re` tries the ways to read a text one after the other. A repeat inside a repeat, or branches that overlap, can " +
			"read the same text in 2, 4, 8 … ways, and on a text that fits almost but not quite all of them are tried: `^(\\w+\\s?)*$` on 28 " +
			"letters and a `!` took 20 seconds. The hook then runs into its timeout, and the call proceeds as if the behavior were not " +
			"there. The text and the steps in the message were found by a matcher that counts steps as Python's does; a pattern is only " +
			"reported when the growth was measured. Patterns in Kyvvu manifests are read by RE2, which takes no such time.",
		Fix: "Let every text be readable in one way only: one quantifier instead of two (`(\\w+\\s?)*` → `[\\w\\s]*`), a separator that must be there " +
			"(`(\\w+\\s)*\\w*`), branches that start differently. Python 3.11 also has the possessive `a++` and the atomic `(?>…)`.",
		Bad: `schema_version: "1"
id: plain-words
name: Plain words
description: Prompts hold words only.
category: core
scope: session
policy:
  triggers:
    - event: UserPromptSubmit
      conditions:
        - field: prompt
          operator: regex_match
          value: '^(\w+\s?)*$'
  enforcement:
    default_level: warning
  recovery:
    hint: Ask again.
rendering:
  warning_template: Words only, please.
`,
		Good: `schema_version: "1"
id: plain-words
name: Plain words
description: Prompts hold words only.
category: core
scope: session
policy:
  triggers:
    - event: UserPromptSubmit
      conditions:
        - field: prompt
          operator: regex_match
          value: '^[\w\s]*$'
  enforcement:
    default_level: warning
  recovery:
    hint: Ask again.
rendering:
  warning_template: Words only, please.
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.re == nil || pat.dialect != regex.Python {
				continue
			}
			b := pat.re.Backtracking()
			if b == nil {
				continue
			}
			p.Report(Diagnostic{
				Span: p.within(pat, b.Node.Start, b.Node.End),
				Path: pat.place.Path(),
				Message: fmt.Sprintf("`%s` takes exponential time, and the call proceeds when the hook times out: on %s each further %s multiplies the steps by %s: %d steps with %d of them, %d with %d",
					shortText(pat.re.Text(b.Node)), witness(b), regex.Show(b.Pump), strconv.FormatFloat(math.Round(b.Factor()*10)/10, 'f', -1, 64),
					b.FewSteps, b.Few, b.ManySteps, b.Many),
				Help: "let every text be readable in one way only: one quantifier instead of two, a separator that must be there, branches that start differently",
			})
		}
	},
})

// witness shows the form of the texts that take exponential time.
func witness(b *regex.Blowup) string {
	return "texts such as " + regex.Show(b.Prefix+b.Pump+b.Pump+b.Pump+"…"+b.Suffix)
}
