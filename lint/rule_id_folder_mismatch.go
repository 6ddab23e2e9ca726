package lint

import (
	"fmt"
	"path/filepath"
)

var _ = register(Rule{
	Code:     "id-folder-mismatch",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "the behavior's id is not the name of its folder",
		Why: "The tools find a behavior by its folder and the hooks keep its state under its id. Where the two differ, " +
			"switching the behavior off for a session writes to a name that no hook reads, and an entry of the index " +
			"finds no file (behavior schema §1, §6.17).",
		Fix: "Rename the folder, or change the id.",
		Bad: `-- behaviors/no-force-push/behavior.yaml --
schema_version: "1"
id: no-push
name: No Push
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
		Good: `-- behaviors/no-force-push/behavior.yaml --
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
	Concerns: func(_ *Folder, m *Member) bool { return m.ID != "" && m.ID != m.Folder },
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil || b.idAt == nil || p.Abs == "" || behaviorsDir(p.Abs) == "" {
			return
		}
		folder := filepath.Base(filepath.Dir(p.Abs))
		if folder == b.id || !behaviorIDPattern().MatchString(b.id) {
			return
		}
		if others := p.Folder(); others != nil && ownerOfSameID(others, others.member(p.Abs)) != nil {
			return
		}
		d := Diagnostic{
			Span:    b.idAt.Node.Span,
			Path:    b.idAt.Path(),
			Message: fmt.Sprintf("the id is `%s` and the folder `%s`: switching `%s` off has no effect, and the index does not find `%s`", b.id, folder, folder, b.id),
			Help:    "call the folder and the behavior the same",
		}
		if behaviorIDPattern().MatchString(folder) && b.idAt.Via == nil {
			d.Fixes = []Fix{{Title: fmt.Sprintf("Change the id to `%s`", folder), Edits: []Edit{p.ReplaceText(b.idAt.Node, folder)}}}
		}
		p.Report(d)
	},
})
