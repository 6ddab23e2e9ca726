package lint

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unanchored-matcher",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a pattern as matcher also matches tools that it does not begin with",
		Why: "A matcher with any character besides letters, digits, `_`, `-`, `|`, `,` and spaces is a JavaScript pattern " +
			"that is searched anywhere in the name: `Write.*` matches `TodoWrite` too (observed).",
		Fix: "Begin the pattern with `^`, or list the names.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write.*
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: ^Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		for _, t := range b.triggers {
			m := &t.matcher
			name := leadingName.FindString(m.text)
			if !watchesTools(t) || !m.pattern || m.re == nil || schema.ToolNamed(name) == nil || strings.Trim(m.text[len(name):], ".*+$") != "" {
				continue
			}
			var others []string
			for _, tool := range m.tools() {
				if !strings.HasPrefix(tool, name) && schema.ToolNamed(tool).Legacy == "" {
					others = append(others, tool)
				}
			}
			if len(others) == 0 || len(others) > 3 || !m.matches(name) {
				continue
			}
			p.Report(Diagnostic{
				Span:    m.at.Node.Span,
				Path:    m.at.Path(),
				Message: fmt.Sprintf("`%s` is searched anywhere in the name: it matches %s too", m.text, quoteList(others, "and")),
				Help:    fmt.Sprintf("write `%s` to match that tool only", name),
				Fixes:   p.changeText(m.at, name, false),
			})
		}
	},
})

var leadingName = regexp.MustCompile(`^[A-Za-z]+`)
