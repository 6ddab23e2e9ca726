package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
)

// codeLens counts, where the editor has it switched on, the uses of what a behavior gives: its id
// and the flags that it sets.
func (s *server) codeLens(_ context.Context, st *state, params *protocol.CodeLensParams) (any, error) {
	out := []protocol.CodeLens{}
	b := st.find(params.TextDocument)
	if b == nil || !st.settings.codeLens {
		return out, nil
	}
	doc := b.document()
	for format, kind := range entityFormats {
		for _, p := range doc.ByFormat(format) {
			o := occurrenceOf(doc, p)
			if !o.gives || p.Node.Value == "" || p.Via != nil {
				continue
			}
			uses := 0
			for _, other := range st.occurrences(entity{kind, p.Node.Value, doc}) {
				if !other.gives {
					uses++
				}
			}
			title := fmt.Sprintf("%d references", uses)
			if uses == 1 {
				title = "1 reference"
			}
			out = append(out, protocol.CodeLens{
				Range: st.rangeOf(doc.Tree.File, o.span), Command: protocol.Command{Title: title},
			})
		}
	}
	return out, nil
}
