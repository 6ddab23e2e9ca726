package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "dot-newline",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "`.` stops at a line break",
		Why: "Python's `.` is any character but a line break. `git push.*--force` is not found in a command that is continued on the " +
			"next line with a backslash, nor in a script of several lines. The example in the message was tried on the pattern. In " +
			"Kyvvu manifests `.` matches line breaks too.",
		Fix: "Write `(?s)` in front, or `[\\s\\S]*` for the gap.",
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
          value: 'git push.*--force'
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
          value: '(?s)git push.*--force'
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
			if pat.re == nil || pat.dialect != regex.Python {
				continue
			}
			gap := innerGap(pat.re.Root)
			if field := fieldOf(pat.place); gap == nil || field != "command" && field != "content" && field != "prompt" {
				continue
			}
			filled, err := parseRegex(pat.text[:gap.Start]+`(?:\n)`+pat.text[gap.End:], pat.dialect)
			if err != nil {
				continue
			}
			text, ok := filled.Example()
			if found, sure := pat.re.Matches(text); !ok || found || !sure {
				continue
			}
			p.Report(Diagnostic{
				Span:    p.within(pat, gap.Start, gap.End),
				Path:    pat.place.Path(),
				Message: fmt.Sprintf("`%s` stops at a line break: the pattern is not found in %s", pat.re.Text(gap), regex.Show(text)),
				Help:    "write `(?s)` at the start of the pattern if the texts may have several lines",
			})
		}
	},
})

// innerGap returns the first `.*` or `.+` that stands between two parts that must be there.
func innerGap(n *regex.Node) *regex.Node {
	var found *regex.Node
	n.Walk(func(n *regex.Node) bool {
		if n.Op != regex.Concat || found != nil {
			return found == nil
		}
		for i, s := range n.Subs {
			if s.Op == regex.Repeat && s.Max == regex.Unlimited && s.Subs[0].Op == regex.Any && !s.Subs[0].Set.Contains('\n') &&
				takesText(n.Subs[:i]) && takesText(n.Subs[i+1:]) {
				found = s
				return false
			}
		}
		return true
	})
	return found
}

// takesText reports whether one of the nodes is a character that must be there.
func takesText(nodes []*regex.Node) bool {
	return slices.ContainsFunc(nodes, func(n *regex.Node) bool {
		return n.Op == regex.Literal || n.Op == regex.Group || n.Op == regex.Class && n.Items != nil
	})
}
