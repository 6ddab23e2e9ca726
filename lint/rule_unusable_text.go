package lint

import (
	"fmt"
	"unicode/utf8"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unusable-text",
	Severity: Error,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a name or description holds a code point that is no character",
		Why: `The engine writes names into decisions and traces as interoperable JSON (RFC 7493), which has no room
for noncharacters such as U+FFFE and for halves of surrogate pairs. An escape in double quotes can bring one in; the loader then refuses the manifest.`,
		Fix: "Remove the code point.",
		Bad: `name: CRM agent
policies:
  - name: "Few\uFDD0 commands"
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: "Few commands"
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		p.checkUsable(p.Root().Child("name"))
		for _, policy := range p.manifest().policies {
			p.checkUsable(policy.namePlace)
			p.checkUsable(policy.description)
		}
	},
})

func (p *Pass) checkUsable(at *schema.Place) {
	if !isText(at) {
		return
	}
	if i := surrogate(at.Node.Value); i >= 0 {
		p.Report(Diagnostic{
			Span: p.Tree.Source(at.Node, i, i+3), Path: at.Path(),
			Message: "half a surrogate pair is no character: the loader refuses the whole file",
			Help:    "write the character itself, or its one escape such as `\\U0001F600`",
		})
		return
	}
	for i, r := range at.Node.Value {
		if r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE {
			p.Report(Diagnostic{
				Span: p.Tree.Source(at.Node, i, i+utf8.RuneLen(r)), Path: at.Path(),
				Message: fmt.Sprintf("`U+%04X` is no character: the loader refuses the whole file", r),
				Help:    "remove it",
			})
			return
		}
	}
}

// surrogate returns where a text holds half a surrogate pair, as the three bytes that an escape of one
// leaves in a value; -1 if it holds none.
func surrogate(text string) int {
	for i := 0; i+2 < len(text); i++ {
		if text[i] == 0xED && text[i+1] >= 0xA0 {
			return i
		}
	}
	return -1
}
