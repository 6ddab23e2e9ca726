package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "anchored-command",
	Severity: Info,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "`^` asks for the start of the whole command",
		Why: "`^` is the start of the whole command, not of the part that runs the program, so `^git push` misses `cd app && git " +
			"push`. Agents chain most of their shell calls: in one published count 89 % were compound, and `^\\s*git\\s+push` missed " +
			"89 % of the pushes. The example in the message was tried on the pattern.",
		Fix: "Write `(^|[;&|]\\s*)git push`.",
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
          value: '^git\s+push'
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
          value: '(^|[;&|]\s*)git\s+push'
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
			if pat.re == nil || !readsCommand(pat) || pat.dialect == regex.RE2 && !pat.negated() {
				continue
			}
			anchor := startAnchor(pat.re.Root)
			example, ok := pat.re.Example()
			if anchor == nil || !ok {
				continue
			}
			if example == "" {
				// The pattern is there for the empty text; is it for others, too?
				if example = "x"; !found(pat, example) {
					continue
				}
			}
			compound := "cd app && " + example
			if found, sure := pat.re.Matches(compound); found || !sure {
				continue
			}
			p.Report(Diagnostic{
				Span:    p.within(pat, anchor.Start, anchor.End),
				Path:    pat.place.Path(),
				Message: fmt.Sprintf("`%s` is the start of the whole command: %s is not found", pat.re.Text(anchor), regex.Show(compound)),
				Help:    "write `(^|[;&|]\\s*)` to find the program in compound commands too",
			})
		}
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			if text, ok := placeText(c.value); ok && c.field == "command" && c.operator == "starts_with" && text != "" {
				if _, _, what := patternIn(text); what != "" {
					return // it is found nowhere: literal-operator
				}
				p.Report(Diagnostic{
					Span:    c.value.Node.Span,
					Path:    c.value.Path(),
					Message: fmt.Sprintf("`starts_with` looks at the start of the whole command: %s is not found", regex.Show("cd app && "+text)),
					Help:    "use `contains`, or `regex_match` with `(^|[;&|]\\s*)`",
				})
			}
		})
	},
})

func found(pat *pattern, text string) bool {
	found, sure := pat.re.Matches(text)
	return found && sure
}

// readsCommand reports whether a pattern is searched in a shell command.
func readsCommand(pat *pattern) bool {
	if pat.dialect == regex.JavaScript {
		return false
	}
	field := fieldOf(pat.place)
	return field == "command" || strings.HasSuffix(field, ".command")
}

// startAnchor returns the `^` that a pattern begins with, if every text that it is found in does.
func startAnchor(n *regex.Node) *regex.Node {
	switch n.Op {
	case regex.BeginText:
		return n
	case regex.Concat, regex.Group:
		return startAnchor(n.Subs[0])
	}
	return nil
}
