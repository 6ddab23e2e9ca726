package lsp

import (
	"context"
	"fmt"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
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
	if doc.Format == nil || doc.Format.ID != "behavior" {
		return nil
	}
	root := doc.Root()
	steps := ladder(root)
	var out []hint
	for _, step := range steps {
		if step.after == nil || step.effective == step.level {
			continue
		}
		out = append(out, hint{
			step.at.Node.Span.End, "stays " + step.effective,
			"the effective level never falls, so this entry changes nothing",
		})
	}
	return out
}

// rung is a step of a behavior's escalation: from the violation with that number on, this level.
type rung struct {
	after     *int64 // nil: the default level, before every threshold
	level     string // as written
	effective string // what holds: the highest level reached so far
	at        *schema.Place
}

// ladder returns a behavior's levels in the order in which violations reach them.
func ladder(root *schema.Place) []rung {
	enforcement := root.Child("policy").Child("enforcement")
	if enforcement == nil {
		return nil
	}
	var steps []rung
	if p := enforcement.Child("default_level"); p != nil && p.Node.Kind == syntax.Scalar {
		steps = append(steps, rung{level: p.Node.Value, at: p})
	}
	if list := enforcement.Child("escalation"); list != nil {
		for _, item := range list.Children {
			after, level := item.Child("after"), item.Child("level")
			if after == nil || level == nil || level.Node.Kind != syntax.Scalar {
				continue
			}
			if n, ok := after.Node.Int(); ok {
				steps = append(steps, rung{after: ptr(n), level: level.Node.Value, at: level})
			}
		}
	}
	sortRungs(steps)
	return climb(steps)
}
