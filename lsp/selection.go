package lsp

import (
	"context"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// selectionRange grows a selection as the document is built: the text inside quotes, the scalar,
// the entry, the mapping around it, and so on to the whole document.
func (s *server) selectionRange(_ context.Context, st *state, params *protocol.SelectionRangeParams) (any, error) {
	out := []protocol.SelectionRange{}
	b := st.find(params.TextDocument)
	if b == nil {
		return out, nil
	}
	doc := b.document()
	for _, position := range params.Positions {
		offset := st.offset(doc.Tree.File, position)
		selection := protocol.SelectionRange{Range: st.rangeOf(doc.Tree.File, syntax.Span{Start: offset, End: offset})}
		var parent *protocol.SelectionRange
		spans := enclosing(doc, offset)
		for i := len(spans) - 1; i >= 0; i-- {
			selection = protocol.SelectionRange{Range: st.rangeOf(doc.Tree.File, spans[i]), Parent: parent}
			parent = ptr(selection)
		}
		out = append(out, selection)
	}
	return out, nil
}

// enclosing returns the spans around an offset, each inside the next and smaller than it.
func enclosing(doc *lint.Document, offset int) []syntax.Span {
	var spans []syntax.Span
	grow := func(span syntax.Span) {
		if !span.Touches(offset) {
			return
		}
		if n := len(spans); n > 0 {
			inner := spans[n-1]
			if span == inner || span.Start > inner.Start || span.End < inner.End {
				return
			}
		}
		spans = append(spans, span)
	}
	at := spotAt(doc, offset)
	for p := at.place; p != nil; p = p.Parent {
		if p == at.place && at.onKey {
			grow(insideQuotes(p.Key))
			grow(p.Key.Span)
		} else {
			if p.Node.Kind == syntax.Scalar && p.Via == nil {
				grow(insideQuotes(p.Node))
			}
			grow(written(p))
		}
		grow(entrySpan(p))
	}
	grow(syntax.Span{Start: 0, End: len(doc.Tree.File.Text)})
	return spans
}

// insideQuotes is the span of a quoted scalar without its quotes.
func insideQuotes(n *syntax.Node) syntax.Span {
	if (n.Style == syntax.SingleQuoted || n.Style == syntax.DoubleQuoted) && n.Span.Len() >= 2 {
		return syntax.Span{Start: n.Span.Start + 1, End: n.Span.End - 1}
	}
	return n.Span
}
