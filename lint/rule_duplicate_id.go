package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "duplicate-id",
	Severity: Error,
	Formats:  []string{"behavior-index", "behavior"},
	Doc: Doc{
		Summary: "two behaviors of one folder, or two entries of the index, have the same id",
		Why: "An id names a behavior's counter, its overrides and its generated hooks. Two behaviors of one id " +
			"write to the same counter, and compiling the second replaces hooks of the first. In the index the tools " +
			"disagree about which of two entries counts (behavior schema §6.2).",
		Fix: "Give the copy an id of its own, which is also the name of its folder, or remove the second entry.",
		Bad: `-- behaviors/index.yaml --
schema_version: "1"
behaviors:
  - id: no-force-push
    enabled: true
  - id: no-force-push
    enabled: false
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
	Concerns: func(f *Folder, m *Member) bool { return ownerOfSameID(f, m) != nil },
	Check: func(p *Pass) {
		if p.Format.ID == "behavior-index" {
			checkIndexIDs(p)
			return
		}
		folder := p.Folder()
		if folder == nil {
			return
		}
		if other := ownerOfSameID(folder, folder.member(p.Abs)); other != nil {
			b := p.Document.behavior()
			p.Report(Diagnostic{
				Span:    b.idAt.Node.Span,
				Path:    b.idAt.Path(),
				Message: fmt.Sprintf("`%s` is the id of `%s` too: the two share one counter and overwrite each other's hooks", b.id, other.Folder+"/behavior.yaml"),
				Help:    "give this behavior an id of its own, the name of its folder",
				Related: []Related{{Doc: other.Doc, Span: other.IDSpan, Message: "the same id here"}},
			})
		}
	},
})

func checkIndexIDs(p *Pass) {
	first := map[string]*schema.Place{}
	for _, entry := range items(p.Root().Child("behaviors")) {
		at := entry.Child("id")
		id, ok := placeText(at)
		if !ok || id == "" {
			continue
		}
		earlier := first[id]
		if earlier == nil {
			first[id] = at
			continue
		}
		d := Diagnostic{
			Span:    at.Node.Span,
			Path:    at.Path(),
			Message: fmt.Sprintf("`%s` is listed twice: the tools disagree about which of the two entries counts", id),
			Help:    "remove one of the entries",
			Related: []Related{{Span: earlier.Node.Span, Message: "first listed here"}},
		}
		if edit, ok := p.RemoveEntry(entry); ok {
			d.Fixes = []Fix{{Title: "Remove this entry", Edits: []Edit{edit}}}
		}
		p.Report(d)
	}
}

// ownerOfSameID returns another behavior of the folder that has the id by right: the one whose folder
// is called so, else the first by path. nil if the member's own claim is the best.
func ownerOfSameID(folder *Folder, m *Member) *Member {
	if m == nil || m.ID == "" {
		return nil
	}
	owners := Memo(folder, "owners", func(folder *Folder) map[string]*Member {
		owners := map[string]*Member{}
		for _, m := range folder.Members {
			if m.ID != "" && (owners[m.ID] == nil || m.Folder == m.ID) {
				owners[m.ID] = m
			}
		}
		return owners
	})
	if owners[m.ID] == m {
		return nil
	}
	return owners[m.ID]
}
