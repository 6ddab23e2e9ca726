package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "rendering-on-flag",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a text or level inside a trigger that sets or checks a flag",
		Why: "A trigger with `set_flag` or `check_flag` shows nothing itself, and may not declare texts or levels (behavior " +
			"schema §6.12). The compiler reads none of these keys there. What `on_absent: violate` shows comes from the " +
			"behavior's `rendering` and `enforcement`.",
		Fix: "Move the key to the behavior's `rendering` or `policy.enforcement`.",
		Bad: `schema_version: "1"
id: plan-first
name: Plan First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: ExitPlanMode
      action: set_flag
      flag: planned
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: planned
      on_present: keep
      on_absent: violate
      nudge_template: "{behavior_name}: plan first ({counter})"
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: plan-first
name: Plan First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: ExitPlanMode
      action: set_flag
      flag: planned
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: planned
      on_present: keep
      on_absent: violate
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		for _, t := range p.ByType("trigger") {
			for _, key := range t.Children {
				if !isRenderingOnFlag(key) {
					continue
				}
				action := t.Child("action")
				d := Diagnostic{
					Span:    key.Key.Span,
					Path:    key.Path(),
					Message: fmt.Sprintf("a `%s` trigger may not declare `%s`: the compiler does not read it here", action.Node.Value, key.Name()),
					Help:    fmt.Sprintf("write it in `%s`", renderingHome(key.Name())),
					Related: []Related{{Span: action.Node.Span, Message: "the action of the trigger"}},
				}
				if edit, ok := p.RemoveEntry(key); ok {
					d.Fixes = []Fix{{Title: fmt.Sprintf("Remove `%s`", key.Name()), Edits: []Edit{edit}}}
				}
				p.Report(d)
			}
		}
	},
})

// isRenderingOnFlag reports whether an unknown key is one of `rendering` or `enforcement` that stands
// in a trigger which sets or checks a flag.
func isRenderingOnFlag(key *schema.Place) bool {
	if key.Parent == nil || key.Parent.Type == nil || key.Parent.Type.Name != "trigger" || renderingHome(key.Name()) == "" {
		return false
	}
	action, _ := placeText(key.Parent.Child("action"))
	return action == setFlagAction || action == checkFlag
}

// renderingHome returns the path of the mapping that a text or level belongs to, "" for other keys.
func renderingHome(key string) string {
	root := schema.Lookup("behavior").Root
	switch {
	case key == "rendering" || root.Field("rendering").Type.Field(key) != nil:
		return "rendering"
	case key == "enforcement" || root.Field("policy").Type.Field("enforcement").Type.Field(key) != nil:
		return "policy.enforcement"
	}
	return ""
}
