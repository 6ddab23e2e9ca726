package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "missing-template",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a level that is reached has no text to show",
		Why: "At `nudge` and `warning` the hook sends the template of the level. Without one it sends an **empty message** " +
			"(observed). A block without `block_reason` shows a stock text, which is only worth knowing.",
		Fix: "Write the template under `rendering`.",
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
    escalation:
      - after: 3
        level: warning
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
      matcher: Write
  enforcement:
    default_level: nudge
    escalation:
      - after: 3
        level: warning
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
  warning_template: "[{behavior_id}] not like this ({counter})."
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil || !b.violates() {
			return
		}
		rendering := p.Root().Child("rendering")
		told := map[string]bool{}
		for _, s := range b.levels.stages() {
			if s.level < 0 {
				continue
			}
			name := b.levels.name(s.level)
			template := templateOf(p, name)
			if template == nil || told[template.Name] {
				continue
			}
			if text, ok := placeText(rendering.Child(template.Name)); ok && text != "" || misspelt(rendering, template) {
				continue
			}
			if at := rendering.Child(template.Name); at != nil && !isAbsent(at) {
				if _, ok := placeText(at); !ok {
					continue // wrong-type speaks of it
				}
			}
			told[template.Name] = true
			at := b.levels.stageAt(s)
			d := Diagnostic{
				Span:    at.Node.Span,
				Path:    "rendering." + template.Name,
				Message: fmt.Sprintf("there is no `%s`: at `%s` the hook sends an empty message", template.Name, name),
				Help:    fmt.Sprintf("write `%s` under `rendering`", template.Name),
			}
			if s.level >= b.levels.named("soft_block") {
				d.Severity = Info
				d.Message = fmt.Sprintf("there is no `%s`: at `%s` a stock text is shown", template.Name, name)
			}
			p.Report(d)
		}
	},
})

// templateOf returns the field of `rendering` that the hooks show at a level; nil for silent.
func templateOf(p *Pass, level string) *schema.Field {
	for _, f := range renderingFields() {
		if slices.Contains(f.Type.Levels, level) && f.Name != "override_prompt" {
			return f
		}
	}
	return nil
}

// misspelt reports whether a mapping has a key that was meant to be the field, which the rules about
// keys speak of.
func misspelt(mapping *schema.Place, field *schema.Field) bool {
	for _, entry := range items(mapping) {
		if entry.Field == nil && entry.Key != nil {
			if near, _ := SuggestField(mapping.Type, entry.Key.Value); near != nil && near.Name == field.Name {
				return true
			}
		}
	}
	return false
}
