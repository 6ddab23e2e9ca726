package lsp

import (
	"github.com/forgelint/forgelint/syntax"
)

// readEntries adds to the entries of a level what its lines alone do not show: the value of a block
// scalar, of one on a line of its own or of an alias, and what a merge key brings in. It is taken from the
// parsed text, as far as that could be read.
func (c *completing) readEntries(level *syntax.Level) {
	if level.Kind != syntax.Mapping {
		return
	}
	own := level.Entries
	for i := range own {
		e := &own[i]
		if e.Scalar && e.Key != "<<" {
			continue
		}
		mapping, pair := c.pairAt(e.KeySpan)
		switch {
		case pair == nil:
		case pair.IsMerge():
			for _, p := range syntax.Entries(mapping) {
				if p.Key.Kind == syntax.Scalar && !hasEntry(level.Entries, p.Key.Value) && !writes(mapping, p.Key) {
					level.Entries = append(level.Entries, entryOf(p))
				}
			}
		default:
			if read := entryOf(*pair); read.Scalar {
				e.Value, e.Scalar = read.Value, true
			}
		}
	}
}

// writes reports whether a key is one of the mapping's own, not merged into it.
func writes(mapping, key *syntax.Node) bool {
	for _, p := range mapping.Pairs {
		if p.Key == key {
			return true
		}
	}
	return false
}

func entryOf(p syntax.Pair) syntax.Entry {
	e := syntax.Entry{Key: p.Key.Value, KeySpan: p.Key.Span}
	if v := p.Value.Resolve(); v != nil && v.Kind == syntax.Scalar && v.Tag != syntax.Null {
		e.Value, e.Scalar = v.Value, true
	}
	return e
}

// pairAt returns the entry of the parsed text whose key is written there, and its mapping; nil if
// the text could not be read so far.
func (c *completing) pairAt(key syntax.Span) (*syntax.Node, *syntax.Pair) {
	var in func(n *syntax.Node) (*syntax.Node, *syntax.Pair)
	in = func(n *syntax.Node) (*syntax.Node, *syntax.Pair) {
		if n == nil || key.Start < n.Span.Start || key.Start > n.Span.End {
			return nil, nil
		}
		for i := range n.Pairs {
			if p := &n.Pairs[i]; p.Key.Span == key {
				return n, p
			} else if mapping, found := in(p.Value); found != nil {
				return mapping, found
			}
		}
		for _, item := range n.Items {
			if mapping, found := in(item); found != nil {
				return mapping, found
			}
		}
		return nil, nil
	}
	for _, root := range c.doc.Tree.Docs {
		if mapping, found := in(root); found != nil {
			return mapping, found
		}
	}
	return nil, nil
}
