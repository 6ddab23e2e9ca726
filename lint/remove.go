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
	i := entryIndex(parent, p)
	if i < 0 || hasAnchor(p.Node) {
		return edit, false
	}
	if parent.Style == syntax.Flow {
		span := flowRemoval(parent, i)
		return syntax.Edit{Span: span}, len(d.commentsIn(span)) == 0
	}
	if entryCount(parent) == 1 {
		return edit, false
	}
	return d.removeBlockEntry(parent, i)
}

func (d *Document) removeBlockEntry(parent *syntax.Node, i int) (edit syntax.Edit, ok bool) {
	text, span := d.Tree.File.Text, entrySpan(parent, i)
	start, lineEnd := span.Start, d.lineEnd(span.End)
	if parent.Kind == syntax.Sequence {
		// The item's span starts behind its dash.
		start = strings.LastIndexByte(text[:start], '-')
	}
	line := d.lineStart(start)
	alone := strings.Trim(text[line:start], " \t\ufeff") == ""
	comments := d.commentsIn(syntax.Span{Start: start, End: lineEnd})
	switch {
	case len(comments) == 1 && comments[0].Span.Start >= span.End && alone:
		return syntax.Edit{Span: syntax.Span{Start: start, End: comments[0].Span.Start}}, true
	case len(comments) > 0:
		return edit, false
	case !alone:
		// The first key of an item: the next entry moves up to the dash.
		if i != 0 || parent.Kind == syntax.Sequence {
			return edit, false
		}
		span = syntax.Span{Start: start, End: entrySpan(parent, 1).Start}
		return syntax.Edit{Span: span}, len(d.commentsIn(span)) == 0
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

func flowRemoval(parent *syntax.Node, i int) syntax.Span {
	switch {
	case i+1 < entryCount(parent):
		return syntax.Span{Start: entrySpan(parent, i).Start, End: entrySpan(parent, i+1).Start}
	case i > 0:
		return syntax.Span{Start: entrySpan(parent, i-1).End, End: entrySpan(parent, i).End}
	}
	return syntax.Span{Start: parent.Span.Start + 1, End: parent.Span.End - 1}
}

func entryCount(parent *syntax.Node) int { return len(parent.Pairs) + len(parent.Items) }

// entrySpan returns what an entry or item of a collection covers, anchors and tags included.
func entrySpan(parent *syntax.Node, i int) syntax.Span {
	if parent.Kind == syntax.Sequence {
		return extent(parent.Items[i])
	}
	pair := parent.Pairs[i]
	return syntax.Span{Start: extent(pair.Key).Start, End: max(pair.Key.Span.End, extent(pair.Value).End)}
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
	i, found := slices.BinarySearchFunc(parent.Pairs, p.Key.Span.Start, func(pair syntax.Pair, start int) int { return pair.Key.Span.Start - start })
	if !found || parent.Pairs[i].Key != p.Key {
		return -1
	}
	return i
}
