package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "too-long",
	Severity: Error,
	Doc: Doc{
		Summary: "a text longer than the format allows",
		Why: `The format limits the length so that a message stays one that is read. Characters are counted as
Unicode code points, without the line break that ends a block of text.`,
		Fix:  "Shorten the text.",
		Bad:  longBehavior("Look before you leap. " + strings.Repeat("Really. ", 13)),
		Good: longBehavior("Look before you leap."),
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			if place.Type == nil || place.Type.MaxLength == 0 || place.Node.Kind != syntax.Scalar || place.Node.Tag != syntax.Str {
				continue
			}
			limit := place.Type.MaxLength
			if len(place.Node.Value) <= limit {
				continue
			}
			if length := TextLength(place.Node.Value); length > limit {
				p.reportLength(place, length, limit)
			}
		}
	},
})

// TextLength is the length of a text as the limits count it: code points, without the final line break.
func TextLength(text string) int {
	return utf8.RuneCountInString(strings.TrimSuffix(text, "\n"))
}

func (p *Pass) reportLength(place *schema.Place, length, limit int) {
	d := Diagnostic{Span: place.Node.Span, Path: place.Path()}
	if place.Via != nil {
		d.Span = place.Via.Span
	}
	d.Message = fmt.Sprintf("%s is %d characters long: at most %d are allowed", valueOf(place), length, limit)
	d.Help = fmt.Sprintf("shorten it by %d", length-limit)
	p.Report(d)
}

// longBehavior is the example of the rule's page.
func longBehavior(nudge string) string {
	return `schema_version: "1"
id: look-first
name: Look first
description: Reminds the agent to look before it writes.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Read the file first.
rendering:
  nudge_template: "` + strings.TrimSpace(nudge) + `"
`
}
