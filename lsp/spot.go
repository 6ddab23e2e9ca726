package lsp

import (
	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// spot is what stands at an offset of a parsed document.
type spot struct {
	place *schema.Place // the innermost entry or item there; nil outside of the document's root
	onKey bool          // on the entry's key, not its value
}

// spotAt finds the innermost place whose entry covers the offset, or touches it with its end.
func spotAt(doc *lint.Document, offset int) spot {
	for i := len(doc.Roots) - 1; i >= 0; i-- {
		if root := doc.Roots[i]; written(root).Touches(offset) {
			return descend(root, offset)
		}
	}
	return spot{}
}

func descend(p *schema.Place, offset int) spot {
	for {
		child := childAt(p, offset)
		switch {
		case child == nil:
			return spot{place: p}
		case child.Key != nil && child.Key.Span.Touches(offset):
			return spot{place: child, onKey: true}
		case child.Via != nil:
			return spot{place: child} // what is inside is written elsewhere
		}
		p = child
	}
}

func childAt(p *schema.Place, offset int) *schema.Place {
	var touched *schema.Place
	for _, c := range p.Children {
		span := entrySpan(c)
		if span.Contains(offset) && here(c) {
			return c
		}
		if touched == nil && span.Touches(offset) && here(c) {
			touched = c
		}
	}
	return touched
}

// written covers what stands in the place of a value: the value, or the alias that brings it.
func written(p *schema.Place) syntax.Span {
	if p.Via != nil {
		return p.Via.Span
	}
	return p.Node.Span
}

// entrySpan covers an entry from its key to the end of its value, or an item.
func entrySpan(p *schema.Place) syntax.Span {
	span := written(p)
	if p.Key != nil {
		span = syntax.Span{Start: p.Key.Span.Start, End: max(p.Key.Span.End, span.End)}
	}
	return span
}

// here reports whether an entry is written where its parent is, not merged in from another place.
func here(p *schema.Place) bool {
	parent := p.Parent.Node.Span
	return p.Key == nil || parent.Start <= p.Key.Span.Start && p.Key.Span.End <= parent.End
}
