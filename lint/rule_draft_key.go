package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "draft-key",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a key of a draft of the schema that no compiler reads",
		Why: "A draft of the behavior schema wrote `flag_on_match` and `consume_flag` for what `action: set_flag` and " +
			"`action: check_flag` say today. The compiler ignores the old keys, so the action is `evaluate`: the trigger " +
			"that was meant to remember a search **counts the search as a violation** (observed).",
		Fix: "Write the action and its keys.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Read
      flag_on_match: searched
    - event: PreToolUse
      matcher: Write
      consume_flag: searched
  enforcement:
    default_level: nudge
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
      matcher: Read
      action: set_flag
      flag: searched
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: searched
      on_present: consume
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
				rename, _ := schema.Renamed("behavior-trigger", key.Name())
				if !isDraftKey(key) {
					continue
				}
				effect := "this trigger counts a violation each time it matches"
				if t.Child("action") != nil {
					effect = "the action of this trigger is what `action` says"
				}
				d := Diagnostic{
					Span:    key.Key.Span,
					Path:    key.Path(),
					Message: fmt.Sprintf("`%s` is a key of a draft, and nothing reads it: %s", key.Name(), effect),
					Help:    rename.Words,
				}
				if edit, ok := p.draftRepair(t, key); ok {
					d.Fixes = []Fix{{Title: "Write it as it is today", Edits: []Edit{edit}}}
				}
				p.Report(d)
			}
		}
	},
})

// isDraftKey reports whether a key of a trigger is one of the draft.
func isDraftKey(key *schema.Place) bool {
	if key.Parent == nil || key.Parent.Type == nil || key.Parent.Type.Name != "trigger" || key.Field != nil {
		return false
	}
	_, known := schema.Renamed("behavior-trigger", key.Name())
	return known
}

// draftRepair writes the entry as today's keys.
func (p *Pass) draftRepair(t, key *schema.Place) (edit Edit, ok bool) {
	flag, isText := placeText(key)
	if !isText || flag == "" || key.Via != nil || t.Via != nil || t.Node.Style == syntax.Flow || t.Child("action") != nil || t.Child("flag") != nil {
		return edit, false
	}
	today := []string{"action: set_flag", "flag: " + p.Text(key.Node.Span)}
	if key.Name() == "consume_flag" {
		today = []string{"action: check_flag", "flag: " + p.Text(key.Node.Span), "on_present: consume", "on_absent: violate"}
	}
	text := ""
	for i, entry := range today {
		if i > 0 {
			text += p.EOL() + p.indent(key.Key.Span.Start)
		}
		text += entry
	}
	return Edit{Span: syntax.Span{Start: key.Key.Span.Start, End: key.Node.Span.End}, New: text}, true
}
