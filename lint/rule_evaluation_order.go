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
		folder := p.Workspace.Folder(p.Document)
		if folder == nil {
			return
		}
		var milder *Document
		files, off := folderNames(folder), flagsOf(folder).off
		for _, entry := range items(p.Root().Child("behaviors")) {
			at := entry.Child("id")
			id, _ := placeText(at)
			doc := files[id]
			if doc == nil || off[doc] {
				continue
			}
			b := doc.behavior()
			if b == nil || b.levels.initial == noLevel {
				continue
			}
			if b.levels.initial < b.levels.named("hard_block") {
				if milder == nil {
					milder = doc
				}
				continue
			}
			if milder == nil {
				continue
			}
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` blocks from the first violation on, and stands behind `%s`: safety-critical behaviors come first", id, milder.behavior().id),
				Help:    "move the entry up",
				Related: []Related{{Doc: doc, Span: b.levels.defaultAt.Node.Span, Message: "it blocks at once"}},
			})
		}
	},
})
