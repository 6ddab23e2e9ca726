package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "relative-path",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a relative path, or `~`, where the path is always absolute",
		Why: "The host sends `file_path` as an absolute path, with `~` and variables expanded (hooks reference of the host; " +
			"observed). A condition that wants it to begin with `src/`, `./`, `~/` or `$HOME` never holds.",
		Fix: "Use `contains` with a `/` in front, as in `/src/`, or `ends_with`.",
		Bad: `schema_version: "1"
id: no-keys
name: No Keys
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Read
      conditions:
        - field: file_path
          operator: starts_with
          value: ~/.ssh/
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-keys
name: No Keys
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Read
      conditions:
        - field: file_path
          operator: contains
          value: /.ssh/
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			text, ok := placeText(c.value)
			if !ok || text == "" || c.field != "file_path" || t.readsNothing(c.field) {
				return
			}
			from, to, relative := relativeStart(c.operator, text)
			if !relative {
				return
			}
			effect := "this trigger never fires"
			switch {
			case c.operator == "not_contains":
				effect = "this condition is always true"
			case t.any && len(t.conditions) > 1:
				effect = "this condition is never true"
			}
			d := Diagnostic{
				Span:    p.Tree.Source(c.value.Node, from, to),
				Path:    c.value.Path(),
				Message: fmt.Sprintf("the host sends `file_path` as an absolute path, which never begins with `%s`: %s", text[from:to], effect),
			}
			if strings.HasPrefix(text[from:], "~") || strings.HasPrefix(text[from:], "$") {
				d.Message = fmt.Sprintf("`%s` is expanded before the hook sees the path: %s", text[from:to], effect)
			}
			inside := "/" + strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(text[to:], "./"), "."), "/")
			if text[from:to] != "~" && !strings.HasPrefix(text[from:], "$") && !strings.HasPrefix(text[from:], ".") {
				inside = "/" + text[from:]
			}
			d.Help = "use `contains` with a `/` in front, or `ends_with`"
			switch c.operator {
			case "starts_with", "contains":
				d.Help = fmt.Sprintf("use `contains` with `%s`", inside)
			case "not_contains":
				d.Help = fmt.Sprintf("use `not_contains` with `%s`", inside)
			}
			if d.Help == fmt.Sprintf("use `contains` with `%s`", inside) && c.value.Via == nil && c.opAt.Via == nil {
				d.Fixes = []Fix{{Title: fmt.Sprintf("Change to `contains` with `%s`", inside), Edits: []Edit{p.ReplaceText(c.opAt.Node, "contains"), p.ReplaceText(c.value.Node, inside)}}}
			}
			p.Report(d)
		})
	},
})

// relativeStart returns the part of an operand that no absolute path begins with.
func relativeStart(operator, text string) (from, to int, relative bool) {
	switch operator {
	case "starts_with", "equals":
		return pathStart(text)
	case "contains", "not_contains":
		if strings.HasPrefix(text, "~/") || strings.HasPrefix(text, "$HOME") || strings.HasPrefix(text, "${HOME}") {
			return pathStart(text)
		}
	case "regex_match":
		if !strings.Contains(text, "^") {
			return 0, 0, false
		}
		if re := compile(text, regex.Python); re != nil && anchoredRelative(re.Root) {
			start := strings.IndexByte(text, '^')
			end := start + 1
			for end < len(text) && text[end] != '/' {
				end++
			}
			return start + 1, max(min(end+1, len(text)), start+2), true
		}
	}
	return 0, 0, false
}

func pathStart(text string) (from, to int, relative bool) {
	switch {
	case strings.HasPrefix(text, "/"), strings.HasPrefix(text, `\\`), len(text) >= 2 && text[1] == ':':
		return 0, 0, false
	case text[0] == '~':
		return 0, 1, true
	}
	if i := strings.IndexByte(text, '/'); i >= 0 {
		return 0, i + 1, true
	}
	return 0, len(text), true
}

// anchoredRelative reports whether a pattern begins with `^` and a character that no absolute path
// begins with: no slash, no backslash, no drive letter.
func anchoredRelative(n *regex.Node) bool {
	switch n.Op {
	case regex.Group:
		return n.Index >= 0 && len(n.Subs) == 1 && anchoredRelative(n.Subs[0])
	case regex.Alternate:
		for _, s := range n.Subs {
			if !anchoredRelative(s) {
				return false
			}
		}
		return true
	case regex.Concat:
		return len(n.Subs) > 1 && n.Subs[0].Op == regex.BeginText && relativeRest(n.Subs[1:])
	}
	return false
}

func relativeRest(rest []*regex.Node) bool {
	n := rest[0]
	switch n.Op {
	case regex.Literal:
		if n.Rune == '/' || n.Rune == '\\' {
			return false
		}
		return len(rest) > 1 && rest[1].Op == regex.Literal && rest[1].Rune != ':'
	case regex.Group:
		return len(n.Subs) == 1 && relativeRest(n.Subs)
	case regex.Concat:
		return len(n.Subs) > 0 && relativeRest(n.Subs)
	case regex.Alternate:
		for _, s := range n.Subs {
			if !relativeRest([]*regex.Node{s}) {
				return false
			}
		}
		return true
	}
	return false
}
