package lint

import (
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// RemoveEntry is the edit that takes an entry of a mapping or an item of a list out. No comment is
// lost: one at the end of a line stays. ok is false where there is no certain way: it would leave an
// empty block collection, comments or anchors stand inside, or the entry is written elsewhere.
func (d *Document) RemoveEntry(p *schema.Place) (edit syntax.Edit, ok bool) {
	if p.Parent == nil || p.Via != nil || p.Parent.Via != nil {
		return edit, false
	}
	parent := p.Parent.Node
	spans := entrySpans(parent)
	i := entryIndex(parent, p)
	if i < 0 || hasAnchor(p.Node) {
		return edit, false
	}
	if parent.Style == syntax.Flow {
		span := flowRemoval(parent, spans, i)
		return syntax.Edit{Span: span}, len(d.commentsIn(span)) == 0
	}
	if len(spans) == 1 {
		return edit, false
	}
	return d.removeBlockEntry(parent, spans, i)
}

func (d *Document) removeBlockEntry(parent *syntax.Node, spans []syntax.Span, i int) (edit syntax.Edit, ok bool) {
	text := d.Tree.File.Text
	start, lineEnd := spans[i].Start, d.lineEnd(spans[i].End)
	if parent.Kind == syntax.Sequence {
		// The item's span starts behind its dash.
		start = strings.LastIndexByte(text[:start], '-')
	}
	line := d.lineStart(start)
	alone := strings.Trim(text[line:start], " \t\ufeff") == ""
	comments := d.commentsIn(syntax.Span{Start: start, End: lineEnd})
	switch {
	case len(comments) == 1 && comments[0].Span.Start >= spans[i].End && alone:
		return syntax.Edit{Span: syntax.Span{Start: start, End: comments[0].Span.Start}}, true
	case len(comments) > 0:
		return edit, false
	case !alone:
		// The first key of an item: the next entry moves up to the dash.
		if i != 0 || parent.Kind == syntax.Sequence || len(d.commentsIn(syntax.Span{Start: start, End: spans[1].Start})) > 0 {
			return edit, false
		}
		return syntax.Edit{Span: syntax.Span{Start: start, End: spans[1].Start}}, true
	}
	if strings.HasPrefix(text[line:], "\ufeff") {
		line += len("\ufeff")
	}
	end := d.nextLine(lineEnd)
	if lineEnd == len(text) && line > 0 {
		// The last line has no line break of its own: take the one before.
		line = len(strings.TrimSuffix(strings.TrimSuffix(text[:line], "\n"), "\r"))
	}
	return syntax.Edit{Span: syntax.Span{Start: line, End: end}}, true
}

// hasAnchor reports whether an anchor stands in a node, which an alias elsewhere may need.
func hasAnchor(n *syntax.Node) bool {
	if n.Kind == syntax.AliasNode {
		return false
	}
	return n.Anchor != "" ||
		slices.ContainsFunc(n.Pairs, func(p syntax.Pair) bool { return hasAnchor(p.Key) || hasAnchor(p.Value) }) ||
		slices.ContainsFunc(n.Items, hasAnchor)
}

// commentsIn returns the comments that start inside a span.
func (d *Document) commentsIn(span syntax.Span) []syntax.Comment {
	all := d.Tree.Comments
	at := func(offset int) int {
		i, _ := slices.BinarySearchFunc(all, offset, func(c syntax.Comment, offset int) int { return c.Span.Start - offset })
		return i
	}
	return all[at(span.Start):at(span.End)]
}

func flowRemoval(parent *syntax.Node, spans []syntax.Span, i int) syntax.Span {
	switch {
	case i+1 < len(spans):
		return syntax.Span{Start: spans[i].Start, End: spans[i+1].Start}
	case i > 0:
		return syntax.Span{Start: spans[i-1].End, End: spans[i].End}
	}
	return syntax.Span{Start: parent.Span.Start + 1, End: parent.Span.End - 1}
}

// entrySpans returns what the entries or items of a collection cover, anchors and tags included.
func entrySpans(parent *syntax.Node) []syntax.Span {
	var spans []syntax.Span
	for _, pair := range parent.Pairs {
		spans = append(spans, syntax.Span{Start: extent(pair.Key).Start, End: max(pair.Key.Span.End, extent(pair.Value).End)})
	}
	for _, item := range parent.Items {
		spans = append(spans, extent(item))
	}
	return spans
}

// extent returns the span of a node with its anchor and tag.
func extent(n *syntax.Node) syntax.Span {
	span := n.Span
	for _, property := range []syntax.Span{n.AnchorSpan, n.TagSpan} {
		if property.Len() > 0 {
			span.Start, span.End = min(span.Start, property.Start), max(span.End, property.End)
		}
	}
	return span
}

// entryIndex finds the entry of a place in its parent's node, -1 if it is not written there.
func entryIndex(parent *syntax.Node, p *schema.Place) int {
	if p.Key == nil {
		if p.Index < len(parent.Items) {
			return p.Index
		}
		return -1
	}
	return slices.IndexFunc(parent.Pairs, func(pair syntax.Pair) bool { return pair.Key == p.Key })
}
