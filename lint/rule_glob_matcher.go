package lint

import (
	"fmt"
	"strings"
)

var _ = register(Rule{
	Code:     "glob-matcher",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a matcher written as a glob, which works by luck",
		Why: "A matcher with a `*` is a JavaScript pattern, where `*` repeats the character before it: `mcp__github__*` asks " +
			"for `mcp__github_` and any number of `_`. It is searched anywhere in the name, so that it still finds the " +
			"tools of the server, and also those of a server called `github_2`.",
		Fix: "Write `.*` for any text.",
		Bad: `schema_version: "1"
id: no-forge-writes
name: No Forge Writes
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: mcp__github__*
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
			m := &t.matcher
			body, star := strings.CutSuffix(m.text, "*")
			if !watchesTools(t) || !star || m.re == nil || body == "" || strings.IndexFunc(body, notInList) >= 0 {
				continue
			}
			want := body + ".*"
			p.Report(Diagnostic{
				Span:    m.at.Node.Span,
				Path:    m.at.Path(),
				Message: fmt.Sprintf("`%s` is a pattern and no glob: `*` repeats the `%s` before it", m.text, body[len(body)-1:]),
				Help:    fmt.Sprintf("write `%s`", want),
				Fixes:   p.changeText(m.at, want, false),
			})
		}
	},
})
