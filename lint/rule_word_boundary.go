package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "word-boundary",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a `\\b` beside a character that is no word character",
		Why: "`\\b` holds between a letter, digit or `_` and anything else. In front of a `-`, `.` or `/` it asks for a letter right " +
			"before it: `\\b--force` is found in `x--force` and not in `git push --force`. The condition then misses just the calls " +
			"that it was written for. Each example in a message was tried on the pattern.",
		Fix: "Drop the `\\b`, or say what may stand there: `(^|\\s)--force`.",
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
          value: '\b--force\b'
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
          value: '(^|\s)--force\b'
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
			if pat.re == nil || !strings.Contains(pat.text, `\b`) {
				continue
			}
			_, edges := pat.re.Flaws()
			for _, edge := range edges {
				where, help := "in front of", "drop it, or say what may stand there, as in `(^|\\s)`"
				if !edge.Before {
					where, help = "behind", "drop it, or say what may stand there, as in `(\\s|$)`"
				}
				d := Diagnostic{
					Span:    p.within(pat, edge.Node.Start, edge.Node.End),
					Path:    pat.place.Path(),
					Message: fmt.Sprintf("this `%s` asks for a letter or digit %s a character that is none: %s", pat.re.Text(edge.Node), where, edgeExample(pat.re, edge)),
					Help:    help,
				}
				if pat.place.Via == nil {
					d.Fixes = []Fix{{Title: "Drop the `" + pat.re.Text(edge.Node) + "`", Edits: []Edit{p.replaceIn(pat, edge.Node.Start, edge.Node.End, "")}}}
				}
				p.Report(d)
			}
		}
	},
})

// edgeExample shows what a suspicious `\b` finds and what not, as far as the matcher confirms it.
func edgeExample(re *regex.Regexp, edge regex.Edge) string {
	found, ok := re.Example()
	missed := " " + strings.TrimPrefix(found, "x")
	if !edge.Before {
		missed = strings.TrimSuffix(found, "x") + " "
	}
	if matched, sure := re.Matches(missed); ok && sure && !matched && len(missed) == len(found) {
		return fmt.Sprintf("%s is found, %s is not", regex.Show(found), regex.Show(missed))
	}
	return "the pattern is not found where a space or nothing stands there"
}
