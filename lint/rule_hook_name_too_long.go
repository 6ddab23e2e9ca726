package lint

import (
	"fmt"
	"regexp"
	"strconv"
)

var _ = register(Rule{
	Code:     "hook-name-too-long",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "the file name of a generated hook would be longer than a file system allows",
		Why: "The compiler writes each trigger to `<id>__<event>__<matcher>__<number>.sh`. File names end at 255 bytes: " +
			"with a longer id or matcher the compiler stops, and the hooks of later triggers are not made (observed).",
		Fix: "Shorten the id, or write the matcher as a pattern or as several triggers.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: mcp__github__create_issue|mcp__github__create_pull_request|mcp__github__create_release|mcp__github__create_repository|mcp__github__delete_file|mcp__github__delete_branch|mcp__github__merge_pull_request|mcp__github__update_issue|mcp__github__push_files
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
      matcher: ^mcp__github__(create|delete|merge|update|push)_
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
		if b == nil || b.id == "" {
			return
		}
		for _, t := range b.triggers {
			name := b.id + "__" + t.event + "__" + slug.ReplaceAllString(t.matcher.text, "_") + "__" + strconv.Itoa(t.index) + ".sh"
			if len(name) <= 255 {
				continue
			}
			at := b.idAt
			if t.matcher.at != nil && len(t.matcher.text) > len(b.id) {
				at = t.matcher.at
			}
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("the hook of %s would be called by a name of %d bytes: the compiler stops, for a file name has at most 255", triggerName(t), len(name)),
				Help:    "shorten the id or the matcher",
			})
			if at == b.idAt {
				return
			}
		}
	},
})

// slug finds what a file name does not keep of a matcher.
var slug = regexp.MustCompile(`[^A-Za-z0-9]+`)
