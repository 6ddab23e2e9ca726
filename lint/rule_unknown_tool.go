package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unknown-tool",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a matcher names a tool that the host does not have",
		Why: "A matcher of names is compared with the tool's name letter by letter, capitals included: `bash` never matches " +
			"`Bash` (hooks reference of the host; observed). A slip of the finger is an error, a name that is near to none " +
			"a warning: the host may have got a new tool.",
		Fix: "Write the tool's name as the host does.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-force-push
name: No Force Push
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
          value: push --force
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
		p.checkToolLists()
		for _, t := range b.triggers {
			if !watchesTools(t) {
				continue
			}
			m := &t.matcher
			for _, n := range m.names {
				if schema.ToolNamed(n.name) != nil || strings.HasPrefix(n.name, "mcp__") {
					continue
				}
				d := Diagnostic{
					Span:    m.span(p, n.from, n.to),
					Path:    m.at.Path(),
					Message: fmt.Sprintf("`%s` is no tool of the host: %s", n.name, ofNames(m)),
					Help:    "tools are called as in `Bash`, `Write`, `Edit` or `Read`, capitals included; `*` alone is every tool",
				}
				if tools := toolsIn(n.name); len(tools) > 1 {
					list := strings.Join(tools, "|")
					d.Help = fmt.Sprintf("separate names by `|`: `%s`", list)
					d.Fixes = p.changePart(m.at, d.Span, list, true)
				}
				if near, sure := nearestTool(n.name); near != "" {
					d.Severity = Error
					d.Help = fmt.Sprintf("did you mean `%s`?", near)
					d.Fixes = p.changePart(m.at, d.Span, near, sure)
				}
				p.Report(d)
			}
		}
	},
})

// checkToolLists looks at the tools that are named outside of matchers, which nothing reads at run time:
// only a slip of the finger is worth a word.
func (p *Pass) checkToolLists() {
	for _, at := range p.ByFormat("tool") {
		name, ok := placeText(at)
		if !ok || schema.ToolNamed(name) != nil {
			continue
		}
		near, sure := nearestTool(name)
		if near == "" {
			continue
		}
		p.Report(Diagnostic{
			Span:     at.Node.Span,
			Path:     at.Path(),
			Severity: Info,
			Message:  fmt.Sprintf("`%s` is no tool of the host", name),
			Help:     fmt.Sprintf("did you mean `%s`?", near),
			Fixes:    p.changeText(at, near, sure),
		})
	}
}

// ofNames says what a name that matches nothing does to a matcher.
func ofNames(m *matcher) string {
	if len(m.names) == 1 {
		return "this trigger never fires"
	}
	return "this part of the matcher matches nothing"
}

// watchesTools reports whether the host looks at the trigger's matcher.
func watchesTools(t *trigger) bool {
	e := schema.EventNamed(t.event)
	return e != nil && e.Matcher && t.matcher.at != nil
}

// nearestTool returns the tool that a name was most likely meant to be: what another host calls so, else
// the nearest of today's. sure: it is a slip, and no other tool is as near.
func nearestTool(name string) (tool string, sure bool) {
	var names []string
	for _, t := range schema.Tools() {
		if slices.Contains(t.Was, name) {
			return t.Name, false
		}
		if t.Legacy == "" {
			names = append(names, t.Name)
		}
	}
	return nearest(name, names)
}
