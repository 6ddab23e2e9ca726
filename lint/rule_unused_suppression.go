package lint

import (
	"fmt"
	"slices"
	"strings"
)

var _ = register(Rule{
	Code:     "unused-suppression",
	Severity: Warning,
	late:     true,
	Doc: Doc{
		Summary: "a comment hides a finding that is not there",
		Why:     "What the comment excused is repaired, or it stands at another place. It would hide the next finding of the rule there, which nobody has looked at.",
		Fix:     "Remove the comment, or the code from it.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 8  # forgelint: ignore[ambiguous-scalar] -- the tool writes it so
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) {
		for _, s := range p.suppressed {
			// An expired one is found as such.
			if s.fault == "" && !s.expired {
				p.reportUnused(s)
			}
		}
	},
})

func (p *Pass) reportUnused(s *suppression) {
	used := slices.DeleteFunc(slices.Clone(s.codes), func(c suppressedCode) bool { return !c.used })
	for _, code := range s.codes {
		// Whether a rule that does not run would find something is not known.
		if code.used || !p.ran(code.code) {
			continue
		}
		d := Diagnostic{Span: code.span, Message: fmt.Sprintf("`%s` finds nothing here: the suppression hides nothing", code.code), Tags: []Tag{Unnecessary}}
		if len(used) == 0 && len(s.codes) == 1 {
			d.Fixes = []Fix{{Title: "Remove the comment", Safe: true, Edits: []Edit{p.removeComment(s.comment)}}}
		} else if len(s.codes) > 1 {
			d.Fixes = []Fix{{Title: "Remove the code", Safe: true, Edits: []Edit{p.removeCode(s, code)}}}
		}
		p.Report(d)
	}
}

// removeCode takes one of several codes out of a comment, with one of the commas beside it.
func (p *Pass) removeCode(s *suppression, code suppressedCode) Edit {
	text := p.Tree.File.Text
	span := code.span
	behind := text[span.End:s.comment.Span.End]
	if rest := strings.TrimLeft(behind, " \t"); strings.HasPrefix(rest, ",") {
		span.End += len(behind) - len(strings.TrimLeft(rest[1:], " \t"))
	} else if i := strings.LastIndexByte(text[s.comment.Span.Start:span.Start], ','); i >= 0 {
		span.Start = s.comment.Span.Start + i
	}
	return Edit{Span: span}
}
