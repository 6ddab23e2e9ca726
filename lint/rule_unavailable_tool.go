package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unavailable-tool",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a behavior relies on a tool that usual installations do not have",
		Why: "`Grep` and `Glob` are absent from native macOS and Linux builds since 2.1.117, the task tools from the newest " +
			"models since 2.1.233. A flag that only they set is never set there, while the triggers for other tools go on " +
			"to demand it. A behavior that watches such tools alone does nothing there, which does no harm, and is not " +
			"reported.",
		Fix: "Add a tool that does the same work there, such as `Read` or `Bash`.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Grep|Glob
      action: set_flag
      flag: searched
    - event: PreToolUse
      matcher: Write
      action: check_flag
      flag: searched
      on_present: keep
      on_absent: violate
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
		b := p.Document.behavior()
		if b == nil || !watchesUsualTools(b) {
			return
		}
		for _, t := range b.triggers {
			if !watchesTools(t) {
				continue
			}
			m := &t.matcher
			var scarce []matcherName
			for _, n := range m.names {
				if tool := schema.ToolNamed(n.name); tool != nil && tool.Scarce {
					scarce = append(scarce, n)
				}
			}
			if len(scarce) == 0 {
				continue
			}
			names := make([]string, len(scarce))
			for i, n := range scarce {
				names[i] = n.name
			}
			effect := "there this trigger fires for the other tools only"
			if len(scarce) == len(m.names) {
				effect = "there this trigger never fires"
				if t.action == setFlagAction && t.flag != "" {
					effect = fmt.Sprintf("there this trigger never sets `%s`", t.flag)
				}
			}
			verb := "is"
			if len(names) > 1 {
				verb = "are"
			}
			p.Report(Diagnostic{
				Span:    m.span(p, scarce[0].from, scarce[len(scarce)-1].to),
				Path:    m.at.Path(),
				Message: fmt.Sprintf("%s %s %s: %s", quoteList(names, "and"), verb, schema.ToolNamed(names[0]).Note, effect),
				Help:    "add a tool that does the same work there, such as `Read` or `Bash`",
			})
		}
	},
})

// watchesUsualTools reports whether some trigger of the behavior can fire where the scarce tools are
// absent: one that watches other tools alone.
func watchesUsualTools(b *behavior) bool {
	for _, t := range b.triggers {
		if !watchesTools(t) || len(t.matcher.names) == 0 {
			continue
		}
		usual := true
		for _, n := range t.matcher.names {
			if tool := schema.ToolNamed(n.name); tool != nil && tool.Scarce {
				usual = false
			}
		}
		if usual {
			return true
		}
	}
	return false
}
