package lint

import (
	"fmt"
	"strings"
)

var _ = register(Rule{
	Code:     "server-without-tool",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a matcher names an MCP server and no tool of it",
		Why: "Tools of MCP servers are called `mcp__<server>__<tool>`. `mcp__github` holds name characters only, so it is " +
			"compared whole, and no tool is called so: the trigger never fires (observed).",
		Fix: "Write `mcp__<server>__.*`, which is a pattern.",
		Bad: `schema_version: "1"
id: no-forge-writes
name: No Forge Writes
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: mcp__github
  enforcement:
    default_level: soft_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] ask first."
`,
		Good: `schema_version: "1"
id: no-forge-writes
name: No Forge Writes
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: mcp__github__.*
  enforcement:
    default_level: soft_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] ask first."
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		for _, t := range b.triggers {
			if !watchesTools(t) {
				continue
			}
			m := &t.matcher
			for _, n := range m.names {
				server, isMCP := strings.CutPrefix(n.name, "mcp__")
				if _, tool, both := strings.Cut(server, "__"); !isMCP || both && tool != "" {
					continue
				}
				want := "mcp__" + strings.TrimRight(server, "_") + "__.*"
				if server == "" {
					want = "mcp__.*"
				}
				d := Diagnostic{
					Span:    m.span(p, n.from, n.to),
					Path:    m.at.Path(),
					Message: fmt.Sprintf("`%s` names a server and no tool, and a list of names is compared whole: %s", n.name, ofNames(m)),
					Help:    fmt.Sprintf("write `%s`", want),
				}
				// Beside other names it makes a pattern of them too, which is searched anywhere.
				d.Fixes = p.changePart(m.at, d.Span, want, len(m.names) == 1)
				p.Report(d)
			}
		}
	},
})
