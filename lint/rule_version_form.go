package lint

import (
	"fmt"
	"regexp"
)

var _ = register(Rule{
	Code:     "version-form",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a version of the behavior that is no semantic version",
		Why:     "`metadata.version` is a semantic version such as `1.2.0` (behavior schema §2). Nothing reads it yet.",
		Fix:     "Write three numbers with dots between them.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Search before you write.
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
metadata:
  version: v1
`,
		Good: `schema_version: "1"
id: search-first
name: Search First
description: Search before you write.
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
metadata:
  version: 1.0.0
`,
	},
	Check: func(p *Pass) {
		for _, at := range p.ByFormat("semver") {
			if text, ok := placeText(at); ok && !semver.MatchString(text) {
				p.Report(Diagnostic{
					Span:    at.Node.Span,
					Path:    at.Path(),
					Message: fmt.Sprintf("`%s` is no semantic version", shortText(text)),
					Help:    "write three numbers with dots between them, as in `1.0.0`",
				})
			}
		}
	},
})

var semver = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
