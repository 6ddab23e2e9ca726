package lint

import (
	"fmt"
	"strings"
)

var _ = register(Rule{
	Code:     "found-in-quotes",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a block on a text that commands also quote",
		Why: "`contains` looks anywhere in the command, inside quotes and messages too. With a level that blocks, `git commit -m \"do " +
			"not git push --force\"` is denied like the push itself (observed), and so is a `grep` for the text.",
		Fix: "Use `regex_match` with what stands before a command, `(^|[;&|]\\s*)git push --force`, or a level that only warns.",
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
          operator: contains
          value: git push --force
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: Not allowed.
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
          operator: contains
          value: git push --force
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: Careful.
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		stage, blocks := b.levels.reaches(func(l level) bool { return l >= b.levels.named("soft_block") })
		if !blocks || b.levels.named("soft_block") < 0 {
			return
		}
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			text, ok := placeText(c.value)
			if !ok || c.operator != "contains" || c.field != "command" || !t.violates() || !strings.Contains(strings.TrimSpace(text), " ") || strings.ContainsAny(text, "\"\n") {
				return
			}
			if _, _, what := patternIn(text); what != "" {
				return // it is found nowhere: literal-operator
			}
			p.Report(Diagnostic{
				Span: c.value.Node.Span,
				Path: c.value.Path(),
				Message: fmt.Sprintf("`contains` also finds this inside quotes: with `%s`, `git commit -m \"%s\"` is blocked too",
					b.levels.name(stage.level), shortText(strings.TrimSpace(text))),
				Help: "use `regex_match` with `(^|[;&|]\\s*)` in front, or a level that only warns",
			})
		})
	},
})
