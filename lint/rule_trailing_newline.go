package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "trailing-newline",
	Severity: Error,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a pattern or text ends in a line break that nobody meant",
		Why: "A block scalar (`|` or `>`) keeps the line break at its end, and so does `\\n` in double quotes. It becomes a part of " +
			"what is looked for: a command is found only where it goes on with a line break, which hardly any does; `equals` is " +
			"true for no command, and `not_contains` for every one. The generated hooks and the Kyvvu engine were run with such " +
			"values, and nothing was found.",
		Fix: "Write `|-` or `>-`, or put the value on one line in single quotes.",
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
          value: |
            rm -rf
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
          operator: contains
          value: |-
            rm -rf
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
			if pat.re != nil && pat.dialect != regex.JavaScript && endsInNewline(pat) {
				d := p.trailingNewline(pat.place)
				d.Message = fmt.Sprintf("%s ends in a line break, which the text must have there too: %s", pat.subject(), hardly(p.whenNever(pat)))
				if pat.dialect == regex.RE2 {
					d.Severity = Warning
				}
				p.Report(d)
			}
		}
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			text, ok := placeText(c.value)
			if !ok || !strings.HasSuffix(text, "\n") || !slices.Contains(literalOperators, c.operator) {
				return
			}
			effect := "this trigger hardly ever fires"
			switch {
			case c.operator == "not_contains":
				effect = "this condition is nearly always true"
			case t.any && len(t.conditions) > 1:
				effect = "this condition is hardly ever true"
			}
			d := p.trailingNewline(c.value)
			d.Message = fmt.Sprintf("`value` ends in a line break, which `%s` takes as part of the text: %s", c.operator, effect)
			p.Report(d)
		})
	},
})

// literalOperators compare with a text as it is written.
var literalOperators = []string{"contains", "not_contains", "equals", "starts_with", "ends_with"}

// endsInNewline reports whether the line break at the end of a pattern is one that it looks for.
func endsInNewline(pat *pattern) bool {
	if !strings.HasSuffix(pat.text, "\n") {
		return false
	}
	found := false
	pat.re.Root.Walk(func(n *regex.Node) bool {
		found = found || n.Op == regex.Literal && n.Rune == '\n' && n.End == len(pat.text)
		return true
	})
	return found
}

// hardly softens a consequence: a text with a line break there is possible.
func hardly(effect string) string {
	return strings.NewReplacer("never", "hardly ever", "every step is", "nearly every step is", "always passes", "nearly always passes").Replace(effect)
}

// trailingNewline marks the line break at the end of a value and offers to drop it.
func (p *Pass) trailingNewline(at *schema.Place) Diagnostic {
	n := at.Node
	d := Diagnostic{Path: at.Path(), Span: p.Tree.Source(n, len(n.Value)-1, len(n.Value)), Help: "drop the line break at the end"}
	fix := Fix{Title: "Drop the line break at the end"}
	if n.Style == syntax.Literal || n.Style == syntax.Folded {
		text := p.Tree.File.Text
		end := n.Span.Start + 1
		for end < len(text) && strings.IndexByte("+0123456789", text[end]) >= 0 {
			end++
		}
		d.Span = syntax.Span{Start: n.Span.Start, End: end}
		header := strings.ReplaceAll(text[d.Span.Start:end], "+", "") + "-"
		d.Help = fmt.Sprintf("write `%s`, which keeps no line break at the end, or quote the value on one line", header)
		fix.Edits = []Edit{{Span: d.Span, New: header}}
	} else {
		fix.Edits = []Edit{p.ReplaceText(n, strings.TrimRight(n.Value, "\n"))}
	}
	if at.Via == nil {
		d.Fixes = []Fix{fix}
	}
	return d
}
