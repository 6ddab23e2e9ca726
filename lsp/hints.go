package lsp

import (
	"context"
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// nearLimit is the part of a length limit from which on an inlay hint shows how much is used.
const nearLimit = 0.8

// inlayHint shows, where the editor has it switched on, the length of a text near its limit, and the
// level that really holds from each threshold of an escalation.
func (s *server) inlayHint(_ context.Context, st *state, params *protocol.InlayHintParams) (any, error) {
	out := []protocol.InlayHint{}
	b := st.find(params.TextDocument)
	if b == nil || !st.settings.inlayHints {
		return out, nil
	}
	doc := b.document()
	in := st.span(doc.Tree.File, params.Range)
	for _, hint := range append(lengthHints(doc), ladderHints(doc)...) {
		if in.Touches(hint.at) {
			out = append(out, protocol.InlayHint{
				Position: st.position(doc.Tree.File, hint.at), Label: protocol.String(hint.label), PaddingLeft: ptr(true),
				Tooltip: protocol.String(hint.tooltip),
			})
		}
	}
	return out, nil
}

type hint struct {
	at             int
	label, tooltip string
}

func lengthHints(doc *lint.Document) []hint {
	var out []hint
	for _, p := range doc.Places {
		if p.Type == nil || p.Type.MaxLength == 0 || p.Node.Kind != syntax.Scalar || p.Via != nil {
			continue
		}
		if used := lint.TextLength(p.Node.Value); float64(used) >= nearLimit*float64(p.Type.MaxLength) {
			out = append(out, hint{
				endOfFirstLine(doc, p.Node), fmt.Sprintf("%d/%d", used, p.Type.MaxLength),
				"characters used of those allowed; the last line break of a block does not count",
			})
		}
	}
	return out
}

// endOfFirstLine is where a hint about a value stands: behind it, or behind the `|` of a block.
func endOfFirstLine(doc *lint.Document, n *syntax.Node) int {
	line := doc.Tree.File.LineSpan(doc.Tree.File.Position(n.Span.Start).Line)
	return min(line.End, n.Span.End)
}

func ladderHints(doc *lint.Document) []hint {
	if doc.Format == nil || doc.Format.ID != "behavior" || doc.Root() == nil {
		return nil
	}
	var out []hint
	for level, holds := range idleThresholds(doc.Root()) {
		out = append(out, hint{
			level.Node.Span.End, "stays " + holds,
			"the effective level never falls, so this entry changes nothing",
		})
	}
	slices.SortFunc(out, func(a, b hint) int { return a.at - b.at })
	return out
}
