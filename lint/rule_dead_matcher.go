package lint

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "dead-matcher",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a matcher that no tool's name can match",
		Why: "The matcher sees the tool's name and nothing of the call. `Bash(git *)`, which permission rules understand, is " +
			"a pattern here that asks for `Bashgit`; `/Bash/` asks for the slashes. No tool is called so, and the host " +
			"never starts the hook (observed).",
		Fix: "Write the tool's name, and put the rest into a condition.",
		Bad: `schema_version: "1"
id: no-commit
name: No Commit
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash(git commit *)
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-commit
name: No Commit
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: git commit
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		for _, t := range b.triggers {
			m := &t.matcher
			if !watchesTools(t) || m.all || !m.readable || strings.Contains(m.text, "\n") { // multiline-matcher speaks of a line break
				continue
			}
			d := Diagnostic{Span: m.at.Node.Span, Path: m.at.Path()}
			if len(m.names) == 0 && !m.pattern {
				d.Message = fmt.Sprintf("`%s` names no tool: this trigger never fires", m.text)
				d.Help = "write the names of tools, or `*` for all"
				p.Report(d)
				continue
			}
			if !m.pattern || m.re == nil || m.matchesToday() || mayMatchServers(m.text) {
				continue
			}
			d.Message = fmt.Sprintf("the matcher sees the name of the tool only, and no tool is called as `%s` asks: this trigger never fires", m.text)
			d.Help = "write the tool's name, and put the rest into a condition"
			if tools := toolsIn(m.text); len(tools) > 1 {
				list := strings.Join(tools, "|")
				d.Help = fmt.Sprintf("separate names by `|`: `%s`", list)
				d.Fixes = p.changeText(m.at, list, false)
			} else if tool := negatedTool(m.text); tool != "" {
				d.Help = fmt.Sprintf("`!` does not negate: every tool but `%s` is `^(?!%s$)`", tool, tool)
				d.Fixes = p.changeText(m.at, "^(?!"+tool+"$)", true)
			} else if tool := strings.Trim(m.text, "/“”‘’'\"`"); schema.ToolNamed(tool) != nil {
				d.Help = fmt.Sprintf("the characters around it belong to the pattern: write `%s`", tool)
				d.Fixes = p.changeText(m.at, tool, true)
			} else if tool := toolIn(m.text); tool != "" {
				d.Help = fmt.Sprintf("write `%s`, and put the rest into a condition", tool)
				d.Fixes = p.changeText(m.at, tool, false)
			}
			p.Report(d)
		}
	},
})

// mayMatchServers reports whether a pattern that matches no tool of the host may be meant for those of
// MCP servers, whose names are not known: it names none of the host's tools, and asks for nothing that
// a name cannot hold.
func mayMatchServers(pattern string) bool {
	if strings.Contains(pattern, "mcp") {
		return true
	}
	return toolIn(pattern) == "" && !strings.ContainsAny(pattern, "/ :;,~#@!%&<>\"'`=")
}

// negatedTool returns the tool that a text means to shut out by a `!` in front of it, "" without one.
func negatedTool(text string) string {
	tool, negated := strings.CutPrefix(text, "!")
	if tool = strings.TrimSpace(tool); negated && schema.ToolNamed(tool) != nil {
		return tool
	}
	return ""
}

// toolIn returns the first of the host's tools that a text names, "" without one.
func toolIn(text string) string {
	for _, word := range nameWords.FindAllString(text, -1) {
		if schema.ToolNamed(word) != nil {
			return word
		}
	}
	return ""
}

// toolsIn returns the tools that a text consists of, separated by other characters than a matcher takes.
func toolsIn(text string) []string {
	var tools []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(";/+& \t", r) }) {
		if schema.ToolNamed(word) == nil {
			return nil
		}
		tools = append(tools, word)
	}
	return tools
}

var nameWords = regexp.MustCompile(`[A-Za-z]+`)
