package lsp

import (
	"context"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// foldingRange offers every entry and item that goes over several lines, and runs of comments.
func (s *server) foldingRange(_ context.Context, st *state, params *protocol.FoldingRangeParams) (any, error) {
	out := []protocol.FoldingRange{}
	b := st.find(params.TextDocument)
	if b == nil {
		return out, nil
	}
	doc := b.document()
	seen := map[int]bool{} // one fold a line: an item and its first entry start together
	add := func(span syntax.Span, kind protocol.FoldingRangeKind) {
		start := doc.Tree.File.Position(span.Start).Line
		end := doc.Tree.File.Position(span.End).Line
		if end > start && !seen[start] {
			seen[start] = true
			out = append(out, protocol.FoldingRange{StartLine: uint32(start - 1), EndLine: uint32(end - 1), Kind: kind})
		}
	}
	var walk func(p *schema.Place)
	walk = func(p *schema.Place) {
		if p.Parent != nil {
			if !here(p) || p.Via != nil {
				return
			}
			add(entrySpan(p), "")
		}
		for _, c := range p.Children {
			walk(c)
		}
	}
	for _, root := range doc.Roots {
		walk(root)
	}
	for _, run := range commentRuns(doc) {
		add(run, protocol.FoldingRangeKindComment)
	}
	return out, nil
}

// commentRuns returns the spans of comments on lines of their own that follow each other.
func commentRuns(doc *lint.Document) []syntax.Span {
	var runs []syntax.Span
	last := -1 // the line of the last comment of the run
	for _, c := range doc.Tree.Comments {
		if !c.Own {
			continue
		}
		line := doc.Tree.File.Position(c.Span.Start).Line
		if len(runs) > 0 && line == last+1 {
			runs[len(runs)-1].End = c.Span.End
		} else {
			runs = append(runs, c.Span)
		}
		last = line
	}
	return runs
}
