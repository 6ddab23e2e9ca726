package lint

import "fmt"

var _ = register(Rule{
	Code:     "evaluation-order",
	Severity: Info,
	Formats:  []string{"behavior-index"},
	Doc: Doc{
		Summary: "a behavior that blocks from the start stands behind one that does not",
		Why: "The order of the index is the order of evaluation, and the specification wants safety-critical behaviors " +
			"first (behavior schema §5). Today the host runs all hooks at once, so that the order has no effect yet.",
		Fix: "Move the entry up.",
		Bad: `-- behaviors/index.yaml --
schema_version: "1"
behaviors:
  - id: search-first
    enabled: true
  - id: no-force-push
    enabled: true
-- behaviors/search-first/behavior.yaml --
schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
-- behaviors/no-force-push/behavior.yaml --
schema_version: "1"
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
		Good: `-- behaviors/index.yaml --
schema_version: "1"
behaviors:
  - id: no-force-push
    enabled: true
  - id: search-first
    enabled: true
-- behaviors/search-first/behavior.yaml --
schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
-- behaviors/no-force-push/behavior.yaml --
schema_version: "1"
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
		folder := p.Folder()
		if folder == nil {
			return
		}
		var milder *Member
		files, off := folderNames(folder), flagsOf(folder).off
		for _, entry := range items(p.Root().Child("behaviors")) {
			at := entry.Child("id")
			id, _ := placeText(at)
			m := files[id]
			if m == nil || off[m] || m.initial == noLevel {
				continue
			}
			if m.initial < levelNamed("hard_block") {
				if milder == nil {
					milder = m
				}
				continue
			}
			if milder == nil {
				continue
			}
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` blocks from the first violation on, and stands behind `%s`: safety-critical behaviors come first", id, milder.ID),
				Help:    "move the entry up",
				Related: []Related{{Doc: m.Doc, Span: m.levelSpan, Message: "it blocks at once"}},
			})
		}
	},
})
