package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "never-matches",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a pattern, or one of its alternatives, can match no text",
		Why: "`^` is the start of the text and `$` its end: what would have to come before or after them is never there. `${HOME}` " +
			"is the usual case: the `$` is no dollar sign. `[]` is a set without a character in JavaScript, where `]` closes it at " +
			"once. The pattern compiles, and is found nowhere. That it can match no text is decided on the pattern itself.",
		Fix: "Write `\\$` for a dollar sign, `\\^` for a caret, and take anchors out of the middle.",
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
          value: 'rm -rf ${HOME}'
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
          value: 'rm -rf \$\{HOME\}'
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
			dead, _ := pat.re.Flaws()
			for _, end := range dead {
				reason, help := deadEnd(pat, end.Cause)
				effect := "this alternative never matches"
				if end.Part == pat.re.Root {
					effect = p.whenNever(pat)
				}
				d := Diagnostic{
					Span:    p.within(pat, end.Cause.Start, end.Cause.End),
					Path:    pat.place.Path(),
					Message: fmt.Sprintf("%s: %s", reason, effect),
					Help:    help,
				}
				if text := pat.re.Text(end.Cause); (text == "$" || text == "^") && pat.place.Via == nil {
					d.Fixes = []Fix{{Title: "Write `\\" + text + "` for the character", Edits: []Edit{p.replaceIn(pat, end.Cause.Start, end.Cause.End, `\`+text)}}}
				}
				p.Report(d)
			}
		}
	},
})

// deadEnd says why a node never matches where it stands, and what to write instead.
func deadEnd(pat *pattern, n *regex.Node) (reason, help string) {
	text := pat.re.Text(n)
	switch n.Op {
	case regex.BeginText:
		return fmt.Sprintf("`%s` is the start of the text, and something would have to come before it", text), "take it out, or write `\\^` for the character"
	case regex.EndText, regex.EndOrLastNL:
		return fmt.Sprintf("`%s` is the end of the text, and something would have to come after it", text), "take it out, or write `\\$` for a dollar sign"
	case regex.WordEdge:
		return fmt.Sprintf("`%s` stands between two characters that are both word characters or both none", text), "take it out"
	}
	if pat.dialect == regex.JavaScript && strings.HasPrefix(text, "[]") {
		return "`[]` is a set without a character in JavaScript: the first `]` closes it", "write `\\]` for a bracket in the set"
	}
	return fmt.Sprintf("`%s` holds no character", text), "list the characters that may stand there"
}
