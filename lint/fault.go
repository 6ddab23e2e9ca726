package lint

import (
	"strings"
	"unicode"

	"github.com/forgelint/forgelint/syntax"
)

// reportFaults reports the faults of the text of one kind. There is one rule a kind.
func (p *Pass) reportFaults(code syntax.ErrorCode) {
	for _, fault := range p.Tree.Errors {
		if fault.Code != code {
			continue
		}
		d := Diagnostic{Span: fault.Span, Message: fault.Message, Help: fault.Help}
		for _, related := range fault.Related {
			d.Related = append(d.Related, Related{Span: related.Span, Message: related.Message})
		}
		if len(fault.Edits) > 0 {
			d.Fixes = []Fix{{Title: fault.FixTitle, Safe: !p.losesText(fault.Edits), Edits: fault.Edits}}
		}
		p.Report(d)
	}
}

// losesText reports whether edits delete something that says something: a file that does not load says
// nothing yet, but its author may have meant it. The fence of a block of Markdown says nothing.
func (p *Pass) losesText(edits []Edit) bool {
	for _, e := range edits {
		text := strings.TrimSpace(p.Text(e.Span))
		if strings.TrimSpace(e.New) == "" && !strings.HasPrefix(text, "```") && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return true
		}
	}
	return false
}
