package syntax

import (
	"slices"
	"strings"
)

// A line that holds nothing but white space with a tab in it, or a comment behind such, is refused by
// both parsers, which mark some other line: the end of the value above, or none. Recovery reads it as
// if spaces stood there, and the fault is told once the tree says what the line belongs to.

// spaceBlankTabs replaces the tabs of such lines by spaces and returns where the lines start.
func spaceBlankTabs(src string) (text string, lines []int) {
	var b []byte
	for start := 0; start < len(src); {
		end := lineEnd(src, start)
		next := skipBlank(src, start, end, true)
		if (next == end || src[next] == '#') && strings.IndexByte(src[start:next], '\t') >= 0 {
			if b == nil {
				b = []byte(src)
			}
			for i := start; i < next; i++ {
				b[i] = ' '
			}
			lines = append(lines, start)
		}
		start = end + breakLen(src, end)
		if start == end {
			break
		}
	}
	if b == nil {
		return src, nil
	}
	return string(b), lines
}

// keepWithin returns the lines that a fault does not leave out.
func keepWithin(lines []int, f fault) []int {
	lines = slices.DeleteFunc(lines, func(at int) bool { return f.blank.Start <= at && at < f.blank.End })
	for _, m := range f.more {
		lines = keepWithin(lines, m)
	}
	return lines
}

// blankTabs reports the lines of spaceBlankTabs, except in quotes and in the text of a block scalar,
// where a tab is text.
func (r *yamlReader) blankTabs(lines []int) {
	if len(lines) == 0 {
		return
	}
	texts := map[int]bool{} // the lines that are text
	var walk func(n *Node)
	walk = func(n *Node) {
		for _, p := range n.Pairs {
			walk(p.Key)
			walk(p.Value)
		}
		for _, item := range n.Items {
			walk(item)
		}
		if n.Kind != Scalar || n.Style == Plain {
			return
		}
		first, _ := slices.BinarySearch(lines, n.Span.Start)
		for _, at := range lines[first:] {
			if at >= n.Span.End {
				break
			}
			if n.Style != Literal && n.Style != Folded || int(n.indent) <= skipBlank(r.src, at, len(r.src), false)-at {
				texts[at] = true
			}
		}
	}
	for _, doc := range r.tree.Docs {
		walk(doc)
	}
	for _, at := range lines {
		tab := at + strings.IndexByte(r.src[at:], '\t')
		if !texts[at] {
			r.fault(tabError(r.src, at, Span{tab, skipTabs(r.src, tab)}))
		}
	}
}
