package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// changeText is the repair that gives a place another text; none for a value that is written elsewhere
// and came through an alias or a merge: it may be right there.
func (p *Pass) changeText(at *schema.Place, text string, safe bool) []Fix {
	if at.Via != nil {
		return nil
	}
	return []Fix{{Title: fmt.Sprintf("Change to `%s`", text), Safe: safe, Edits: []Edit{p.ReplaceText(at.Node, text)}}}
}

// changePart is changeText for a part of a place's text, which reads the same in every style.
func (p *Pass) changePart(at *schema.Place, part syntax.Span, text string, safe bool) []Fix {
	if at.Via != nil {
		return nil
	}
	return []Fix{{Title: fmt.Sprintf("Change to `%s`", text), Safe: safe, Edits: []Edit{{Span: part, New: text}}}}
}
