package lint

import "github.com/forgelint/forgelint/syntax"

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
			d.Fixes = []Fix{{Title: fault.FixTitle, Safe: true, Edits: fault.Edits}}
		}
		p.Report(d)
	}
}
