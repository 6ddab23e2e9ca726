package lint

import (
	"fmt"
	"path"
	"path/filepath"

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
	Check: func(p *Pass) {
		if p.Format.ID == "behavior-index" {
			checkIndexIDs(p)
			return
		}
		if other := p.behaviorOfSameID(); other != nil {
			b := p.Document.behavior()
			p.Report(Diagnostic{
				Span:    b.idAt.Node.Span,
				Path:    b.idAt.Path(),
				Message: fmt.Sprintf("`%s` is the id of `%s` too: the two share one counter and overwrite each other's hooks", b.id, path.Base(path.Dir(other.Path))+"/behavior.yaml"),
				Help:    "give this behavior an id of its own, the name of its folder",
				Related: []Related{{Doc: other, Span: other.behavior().idAt.Node.Span, Message: "the same id here"}},
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

// behaviorOfSameID returns another behavior of the folder that has the document's id by right: the
// one whose folder is called so, else the first by path. nil if the document's own claim is the best.
func (p *Pass) behaviorOfSameID() *Document {
	b, folder := p.Document.behavior(), p.Workspace.Folder(p.Document)
	if b == nil || b.idAt == nil || folder == nil {
		return nil
	}
	owner := ownersOf(folder)[b.id]
	if owner == nil || owner.Abs == p.Abs {
		return nil
	}
	return owner
}

// ownersOf returns for each id of a folder the behavior that has it by right.
func ownersOf(folder *Folder) map[string]*Document {
	return Memo(folder, "owners", func(folder *Folder) map[string]*Document {
		owners := map[string]*Document{}
		for _, doc := range folder.Behaviors {
			b := doc.behavior()
			if b == nil || b.idAt == nil {
				continue
			}
			if owners[b.id] == nil || filepath.Base(filepath.Dir(doc.Abs)) == b.id {
				owners[b.id] = doc
			}
		}
		return owners
	})
}
