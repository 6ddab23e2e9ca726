package lint

import "fmt"

var _ = register(Rule{
	Code:     "missing-behavior",
	Severity: Error,
	Formats:  []string{"behavior-index"},
	Doc: Doc{
		Summary: "the index lists a behavior that has no file",
		Why: "Every listed id needs a file `behaviors/<id>/behavior.yaml` (behavior schema §6.17). Without it nothing is " +
			"compiled for the entry, and what it was meant to guard is not guarded.",
		Fix: "Correct the id, write the behavior, or remove the entry.",
		Bad: `-- behaviors/index.yaml --
schema_version: "1"
behaviors:
  - id: no-force-psuh
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
		folder := p.Folder()
		if folder == nil {
			return
		}
		files := folderNames(folder)
		names, tries := sortedKeys(files), 0
		for _, entry := range items(p.Root().Child("behaviors")) {
			at := entry.Child("id")
			id, ok := placeText(at)
			if !ok || !behaviorIDPattern().MatchString(id) || files[id] != nil {
				continue
			}
			d := Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("there is no `behaviors/%s/behavior.yaml`: nothing is compiled for this entry, and nothing is enforced", id),
				Help:    "write the behavior or remove the entry",
			}
			// Near names are worth their search while the findings are few.
			if tries++; tries > maxSuggestions {
				p.Report(d)
				continue
			}
			if near := Suggest(id, names); near != "" && !behaviorIDPattern().MatchString(near) {
				d.Help = fmt.Sprintf("the folder `%s` is no id: rename it to `%s`", near, id)
			} else if near != "" {
				d.Help = fmt.Sprintf("did you mean `%s`?", near)
				d.Fixes = p.changeText(at, near, false)
			}
			p.Report(d)
		}
	},
})

// folderNames returns the behaviors of a folder by the names of their folders.
func folderNames(folder *Folder) map[string]*Member {
	return Memo(folder, "names", func(folder *Folder) map[string]*Member {
		names := map[string]*Member{}
		for _, m := range folder.Members {
			names[m.Folder] = m
		}
		return names
	})
}

const maxSuggestions = 50
