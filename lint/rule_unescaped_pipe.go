package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "unescaped-pipe",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a `|` that was meant as a pipe",
		Why: "`|` separates alternatives. `curl .*| sh` is found in every command with ` sh` in it, as `git show`, and in every " +
			"`curl`. That is far more than a download that is piped into a shell. The text in the message was tried on the pattern.",
		Fix: "Write `\\|`, as in `curl .*\\| *sh`.",
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
          value: 'curl .*| sh'
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
          value: 'curl .*\| *sh\b'
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
			if pat.re == nil || !readsCommand(pat) || pat.re.Root.Op != regex.Alternate {
				continue
			}
			first := pat.re.Root.Subs[0]
			if beginsWithSpace(first) {
				continue
			}
			for _, branch := range pat.re.Root.Subs[1:] {
				if !beginsWithSpace(branch) || branch.Op == regex.Literal {
					continue
				}
				example, ok := (&regex.Regexp{Pattern: pat.text, Dialect: pat.dialect, Root: branch, Groups: pat.re.Groups}).Example()
				d := Diagnostic{
					Span:    p.within(pat, branch.Start-1, branch.Start),
					Path:    pat.place.Path(),
					Message: "this `|` separates alternatives, it is no pipe",
					Help:    "write `\\|` for a pipe in the text",
				}
				if found, sure := pat.re.Matches("git" + example); ok && found && sure {
					d.Message += fmt.Sprintf(": the pattern is found in %s too", regex.Show("git"+example))
				}
				if pat.place.Via == nil {
					d.Fixes = []Fix{{Title: "Write `\\|`", Edits: []Edit{p.replaceIn(pat, branch.Start-1, branch.Start, `\|`)}}}
				}
				p.Report(d)
				break
			}
		}
	},
})

// beginsWithSpace reports whether a branch begins with a space, written as such.
func beginsWithSpace(n *regex.Node) bool {
	if n.Op == regex.Concat {
		n = n.Subs[0]
	}
	return n.Op == regex.Literal && n.Rune == ' ' && n.End == n.Start+1
}
