package lint

import "fmt"

var _ = register(Rule{
	Code:     "unused-template",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a text for a level that the behavior never reaches",
		Why: "Each template is shown at its level only: `nudge_template` at `nudge`, `warning_template` at `warning`, " +
			"`block_reason` at the two blocks; `override_prompt` belongs to `soft_block`. A level that neither " +
			"`default_level` nor the escalation comes to shows nothing.",
		Fix: "Remove the text, or add the level.",
		Bad: `schema_version: "1"
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
  warning_template: "[{behavior_id}] not like this ({counter})."
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
      matcher: Write
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
		if b == nil || !b.levels.complete || !b.violates() && !b.actionsKnown() {
			return
		}
		reached := map[string]bool{}
		for _, s := range b.levels.stages {
			reached[b.levels.name(s.level)] = b.violates()
		}
		rendering := p.Root().Child("rendering")
		if !b.meansTexts(rendering) {
			return
		}
		for _, f := range renderingFields() {
			at := rendering.Child(f.Name)
			if isAbsent(at) || len(f.Type.Levels) == 0 || shown(f.Type.Levels, reached) {
				continue
			}
			d := Diagnostic{
				Span:    at.Key.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` is never shown: the behavior never reaches %s", f.Name, quoteList(f.Type.Levels, "or")),
				Help:    "remove it, or add the level to the escalation",
				Tags:    []Tag{Unnecessary},
			}
			if !b.violates() {
				d.Message = fmt.Sprintf("`%s` is never shown: no trigger counts a violation", f.Name)
			}
			if edit, ok := p.RemoveEntry(at); ok {
				d.Fixes = []Fix{{Title: fmt.Sprintf("Remove `%s`", f.Name), Edits: []Edit{edit}}}
			}
			p.Report(d)
		}
	},
})

func shown(levels []string, reached map[string]bool) bool {
	for _, l := range levels {
		if reached[l] {
			return true
		}
	}
	return false
}
