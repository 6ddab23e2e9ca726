package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "eaten-escape",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "double quotes turn an escape of the pattern into a control character",
		Why: "In double quotes YAML reads escapes itself: `\"\\b\"` is a backspace, `\"\\f\"` a form feed, `\"\\e\"` an escape character. The " +
			"pattern has no word edge then, but a character that no command holds, so it is found nowhere (observed: `\"\\brm\\b\"` " +
			"lets `rm -rf` pass). Other escapes such as `\"\\s\"` do not even parse.",
		Fix: "Put patterns in single quotes, where backslashes stay as they are.",
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
          value: "\brm\b"
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
          value: '\brm\b'
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
			p.eatenEscape(pat.place, p.whenNever(pat), true)
		}
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			if _, ok := placeText(c.value); ok && slices.Contains(literalOperators, c.operator) {
				effect := "this trigger never fires"
				switch {
				case c.operator == "not_contains":
					effect = "this condition is always true"
				case t.any && len(t.conditions) > 1:
					effect = "this condition is never true"
				}
				p.eatenEscape(c.value, effect, false)
			}
		})
	},
})

// eaten are the characters that an escape of double quotes stands for, where the author wanted the
// backslash. Of these a pattern reads all but the backspace as the same character either way.
var eaten = map[rune]string{
	'\b': "a backspace", '\f': "a form feed", '\v': "a vertical tab", '\a': "a bell", 0x1b: "an escape character",
	0x85: "a line break (U+0085)", 0xa0: "a no-break space", 0x2028: "a line separator", 0x2029: "a paragraph separator",
}

// eatenEscape reports the first escape that double quotes have eaten.
func (p *Pass) eatenEscape(at *schema.Place, effect string, isPattern bool) {
	n := at.Node
	if n.Style != syntax.DoubleQuoted || !strings.ContainsFunc(n.Value, func(r rune) bool { return eaten[r] != "" }) {
		return
	}
	var repaired strings.Builder
	var first *Diagnostic
	for i, r := range n.Value {
		_, size := utf8.DecodeRuneInString(n.Value[i:])
		end := i + size
		span := p.Tree.Source(n, i, end)
		text := p.Tree.File.Text[span.Start:span.End]
		if eaten[r] == "" || len(text) != 2 || text[0] != '\\' || isPattern && (r == '\f' || r == '\v' || r == '\a' || r == 0x1b) {
			repaired.WriteString(n.Value[i:end])
			continue
		}
		repaired.WriteString(text)
		if first == nil {
			first = &Diagnostic{
				Span: span, Path: at.Path(),
				Message: fmt.Sprintf("`%s` is %s in double quotes, which no text holds: %s", text, eaten[r], effect),
				Help:    "use single quotes",
			}
		}
	}
	if first == nil {
		return
	}
	if at.Via == nil && !p.Tree.JSON {
		first.Fixes = []Fix{{Title: "Use single quotes", Edits: []Edit{{Span: n.Span, New: p.Quote(repaired.String(), syntax.SingleQuoted)}}}}
	}
	p.Report(*first)
}
