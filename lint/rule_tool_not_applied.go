package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "tool-not-applied",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a trigger watches a tool that `applies_to.tools` leaves out",
		Why: "`applies_to.tools` limits a behavior to some tools; a trigger for another one never applies, says the " +
			"compiler's specification. The generated hooks of v3.8 do not read `applies_to` at all, so that today the " +
			"trigger fires. One of the two places does not say what is meant.",
		Fix: "Add the tool to `applies_to.tools`, or take it from the matcher.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash|PowerShell
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
applies_to:
  tools: [Bash]
`,
		Good: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash|PowerShell
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
applies_to:
  tools: [Bash, PowerShell]
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		list := b.root.Child("applies_to").Child("tools")
		if list == nil || list.Node.Kind != syntax.Sequence || len(list.Children) == 0 {
			return
		}
		var listed []string
		for _, item := range list.Children {
			text, _ := placeText(item)
			listed = append(listed, todaysName(text))
		}
		for _, t := range b.triggers {
			if !watchesTools(t) {
				continue
			}
			for _, n := range t.matcher.names {
				if slices.Contains(listed, todaysName(n.name)) {
					continue
				}
				p.Report(Diagnostic{
					Span:    t.matcher.span(p, n.from, n.to),
					Path:    t.matcher.at.Path(),
					Message: fmt.Sprintf("`applies_to.tools` does not list `%s`: by the specification this trigger never applies to it, and the hooks do not look at the list", n.name),
					Help:    fmt.Sprintf("add `%s` to `applies_to.tools`, or take it from the matcher", n.name),
					Related: []Related{{Span: header(list), Message: "the tools that the behavior is for"}},
				})
			}
		}
	},
})
