package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "missing-template",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a level that is reached has no text to show",
		Why: "At `nudge` and `warning` the hook sends the template of the level. Without one it sends an **empty message** " +
			"(observed). A block without `block_reason` shows a stock text, which is only worth knowing, and so is a " +
			"behavior that has no text for any of its levels: it may only be meant to count.",
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
		meant := b.meansTexts(rendering)
		// Who wrote the text of one level forgot that of another; who wrote none may only mean to count.
		severity := Info
		if b.tells(rendering) {
			severity = Warning
		}
		told := map[string]bool{}
		for _, s := range b.levels.stages {
			if s.level < 0 {
				continue
			}
			name := b.levels.name(s.level)
			template := templateOf(name)
			if template == nil || told[template.Name] {
				continue
			}
			written := rendering.Child(template.Name)
			text, isText := placeText(written)
			if text != "" || misspelt(rendering, template) || written != nil && !isText || written == nil && !meant {
				continue // wrong-type speaks of what is no text
			}
			told[template.Name] = true
			at := b.levels.stageAt(s)
			d := Diagnostic{
				Span:     at.Node.Span,
				Path:     "rendering." + template.Name,
				Severity: severity,
				Message:  fmt.Sprintf("there is no `%s`: at `%s` the hook sends an empty message", template.Name, name),
				Help:     fmt.Sprintf("write `%s` under `rendering`", template.Name),
			}
			if written != nil {
				d.Span, d.Severity = written.Node.Span, Warning
				d.Message = fmt.Sprintf("`%s` is empty: at `%s` the hook sends an empty message", template.Name, name)
				d.Help = "write what the agent is to read"
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
func templateOf(level string) *schema.Field {
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

// tells reports whether the behavior has the text of a level that it reaches.
func (b *behavior) tells(rendering *schema.Place) bool {
	return slices.ContainsFunc(b.levels.stages, func(s stage) bool {
		if s.level < 0 {
			return false
		}
		template := templateOf(b.levels.name(s.level))
		return template != nil && !isAbsent(rendering.Child(template.Name))
	})
}

// meansTexts reports whether the author meant to write texts: with steps to tell of, an empty mapping to
// fill, or a text with variables. A behavior of one level without any may only be meant to count.
func (b *behavior) meansTexts(rendering *schema.Place) bool {
	if len(b.levels.rungs) > 0 || b.tells(rendering) {
		return true
	}
	if rendering == nil || rendering.Node.Kind != syntax.Mapping {
		return false
	}
	return len(rendering.Children) == 0 || slices.ContainsFunc(rendering.Children, func(at *schema.Place) bool {
		text, _ := placeText(at)
		return strings.Contains(text, "{")
	})
}
