package lint

import "fmt"

var _ = register(Rule{
	Code:     "overlapping-triggers",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "one call can count two violations, because two triggers match it",
		Why: "Each trigger is a hook of its own, and the host runs all that match at the same time. A call that two " +
			"triggers of one behavior count raises the counter by two and shows two messages; at `soft_block` the second " +
			"hook takes the first one's block for a retry and logs an override that nobody made (observed). Where only a " +
			"call that does two things at once, as in `a && b`, or lacks a flag besides, is counted twice, it is worth " +
			"knowing and no more.",
		Fix: "Make one trigger of the two (`logic: any`), or keep them apart by their matchers or conditions.",
		Bad: `schema_version: "1"
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
    - event: PreToolUse
      matcher: Bash|PowerShell
      conditions:
        - field: command
          operator: starts_with
          value: git push
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
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
        - field: command
          operator: starts_with
          value: git push
      logic: any
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		b := p.Document.behavior()
		if b == nil {
			return
		}
		pairs := 0
		for i, t := range b.triggers {
			if !t.violates() {
				continue
			}
			for _, earlier := range b.triggers[:i] {
				if !earlier.violates() {
					continue
				}
				if pairs++; pairs > maxPairs {
					return
				}
				call := bothFire(earlier, t)
				if call == nil {
					continue
				}
				severity := Warning
				if call.joined || t.action == checkFlag || earlier.action == checkFlag {
					severity = Info // one of the two needs more than the call
				}
				p.Report(Diagnostic{
					Severity: severity,
					Span:     header(t.at),
					Path:     t.at.Path(),
					Message:  fmt.Sprintf("%s and %s both count %s: the counter rises by two, and both messages appear", triggerName(earlier), triggerName(t), call.words),
					Help:     "make one trigger of the two, or keep them apart by their matchers or conditions",
					Related:  []Related{{Span: header(earlier.at), Message: "the other trigger"}},
				})
				break
			}
		}
	},
})
