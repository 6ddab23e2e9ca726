package lint

import (
	"fmt"
	"regexp"
	"strings"
)

var _ = register(Rule{
	Code:     "description-length",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a description of no sentence, or of more than three",
		Why: "The description states the purpose in one to three sentences (behavior schema §2). What is longer is " +
			"rarely read, and often tells of a second concern that wants a behavior of its own (§9). An empty one is an error.",
		Fix: "Shorten it, or split the behavior.",
		Bad: `schema_version: "1"
id: search-first
name: Search First
description: Search first. Then read. Then think. Then write.
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
`,
		Good: `schema_version: "1"
id: search-first
name: Search First
description: Search and read before you write.
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
`,
	},
	Check: func(p *Pass) {
		at := p.Root().Child("description")
		text, ok := placeText(at)
		if !ok {
			return
		}
		n := 1
		if ends := len(sentenceEnd.FindAllStringIndex(text, 4)); ends > 2 || strings.TrimSpace(text) == "" {
			n = countSentences(text)
		}
		if n == 0 {
			p.Report(Diagnostic{
				Span:     at.Node.Span,
				Path:     at.Path(),
				Severity: Error,
				Message:  "the description is empty: one to three sentences are asked for",
				Help:     "say what the behavior is for",
			})
		}
		if n > 3 {
			p.Report(Diagnostic{
				Span:    at.Node.Span,
				Path:    at.Path(),
				Message: fmt.Sprintf("the description has %d sentences: one to three are asked for", n),
				Help:    "say the purpose only, or split the behavior",
			})
		}
	},
})

// A sentence ends in `.`, `!` or `?`, closing quotes or brackets included, before white space and what
// does not go on in small letters; `e.g.` and the like end none.
var (
	sentenceEnd  = regexp.MustCompile(`[.!?。！？]+["'”’)\]]*(\s+|$)`)
	abbreviation = regexp.MustCompile(`(?i)(^|[\s(])(e\.g|i\.e|etc|vs|cf|approx|no|ca|z\.B|d\.h|bzw|[a-z])\.$`)
)

func countSentences(text string) int {
	text = strings.TrimSpace(text)
	n, start := 0, 0
	for _, m := range sentenceEnd.FindAllStringIndex(text, -1) {
		next := text[m[1]:]
		if next != "" && next[0] >= 'a' && next[0] <= 'z' || abbreviation.MatchString(strings.TrimRight(text[start:m[1]], " \n\t")) && next != "" {
			continue
		}
		n, start = n+1, m[1]
	}
	if strings.TrimSpace(text[start:]) != "" {
		n++
	}
	return n
}
