package lint

import "strings"

var _ = register(Rule{
	Code:     "nudge-form",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a nudge that is not one line with the behavior's name and count",
		Why: "A nudge is one line among many. Without the name nobody knows which behavior speaks, and without the " +
			"count not that it speaks for the third time.",
		Fix: "Put `{behavior_name}` (or `{behavior_id}`) and `{counter}` on one line.",
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
  nudge_template: "consider searching first"
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
  nudge_template: "{behavior_name}: consider searching first ({counter})"
`,
	},
	Check: func(p *Pass) {
		at := p.Root().Child("rendering").Child("nudge_template")
		text, ok := placeText(at)
		b := p.Document.behavior()
		if !ok || text == "" || b == nil {
			return
		}
		nudge := b.levels.named("nudge")
		if _, shown := b.levels.reaches(func(v level) bool { return v == nudge }); !shown {
			return
		}
		var lacks []string
		if strings.Contains(strings.TrimRight(text, "\n"), "\n") {
			lacks = append(lacks, "is more than one line")
		}
		if name, _ := placeText(p.Root().Child("name")); !strings.Contains(text, "{behavior_name}") && !strings.Contains(text, "{behavior_id}") && (name == "" || !strings.Contains(text, name)) {
			lacks = append(lacks, "does not name the behavior (`{behavior_name}`)")
		}
		if !strings.Contains(text, "{counter}") {
			lacks = append(lacks, "does not show the count (`{counter}`)")
		}
		if len(lacks) == 0 {
			return
		}
		p.Report(Diagnostic{
			Span:    at.Node.Span,
			Path:    at.Path(),
			Message: "the nudge " + strings.Join(lacks, " and "),
			Help:    "write one line such as `{behavior_name}: … ({counter})`",
		})
	},
})
