package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unserializable-value",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a value that cannot be written as JSON: a date, a time, binary data or a set",
		Why: "The compiler reads the file with PyYAML and hands it on as JSON. A plain `2026-01-01` is a date there, " +
			"which JSON does not have: the compiler stops, and no hook of the behavior is made, wherever in the file " +
			"the value stands (observed).",
		Fix: "Quote the value.",
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
  nudge_template: "{behavior_name}: think again ({counter})"
metadata:
  created: 2026-01-01
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
  nudge_template: "{behavior_name}: think again ({counter})"
metadata:
  version: "2026-01-01"
`,
	},
	Check: func(p *Pass) {
		for _, at := range p.Places {
			if what := unserializable[at.Node.Tag]; what != "" && !otherwiseTyped(at) {
				p.reportUnserializable(at, at.Node, at.Path(), what)
			}
			if at.Key != nil {
				if what := unserializable[at.Key.Tag]; what != "" {
					p.reportUnserializable(at, at.Key, at.Path(), what)
				}
			}
		}
	},
})

var unserializable = map[syntax.Tag]string{
	syntax.Timestamp: "a date",
	syntax.Binary:    "binary data",
	syntax.Set:       "a set",
}

// otherwiseTyped reports whether the format asks for another type there, which wrong-type says.
func otherwiseTyped(at *schema.Place) bool { return at.Type != nil && at.Type.Kind != schema.Any }

func (p *Pass) reportUnserializable(at *schema.Place, n *syntax.Node, path, what string) {
	d := Diagnostic{
		Span:    n.Span,
		Path:    path,
		Message: fmt.Sprintf("this is read as %s, which JSON does not have: the compiler stops, and no hook is made", what),
		Help:    "quote the value",
	}
	if n.Kind == syntax.Scalar && n.Style == syntax.Plain && n.TagSpan.Len() == 0 && at.Via == nil {
		d.Message = fmt.Sprintf("`%s` is read as %s, which JSON does not have: the compiler stops, and no hook is made", n.Value, what)
		d.Fixes = []Fix{{Title: "Quote the value", Safe: true, Edits: []Edit{{Span: n.Span, New: p.Quote(p.Text(n.Span), syntax.DoubleQuoted)}}}}
	}
	p.Report(d)
}
