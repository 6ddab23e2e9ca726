package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// diffContext is how many unchanged lines stand around a change, as in other tools.
const diffContext = 3

// maxDistance bounds the work of finding the smallest difference; beyond it everything between the
// first and the last change counts as changed.
const maxDistance = 2000

// unifiedDiff returns what `git apply` and `patch -p1` need to make after of before, nil if they are
// equal. Without a `diff --git` line git takes the path from the current folder.
func unifiedDiff(path string, before, after []byte) []byte {
	if bytes.Equal(before, after) {
		return nil
	}
	a, b := splitLines(before), splitLines(after)
	var out bytes.Buffer
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", diffName("a/"+path), diffName("b/"+path))
	for _, h := range hunks(changes(a, b), len(a), len(b)) {
		fmt.Fprintf(&out, "@@ -%s +%s @@\n", hunkRange(h.a, h.aEnd), hunkRange(h.b, h.bEnd))
		at := h.a
		for _, c := range h.changes {
			writeLines(&out, ' ', a[at:c.a])
			writeLines(&out, '-', a[c.a:c.aEnd])
			writeLines(&out, '+', b[c.b:c.bEnd])
			at = c.aEnd
		}
		writeLines(&out, ' ', a[at:h.aEnd])
	}
	return out.Bytes()
}

// splitLines cuts a text behind each line feed, the only line break that a patch knows.
func splitLines(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func writeLines(out *bytes.Buffer, sign byte, lines []string) {
	for _, line := range lines {
		out.WriteByte(sign)
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// diffName writes a file's name as git does: in quotes if it has characters that end a name, with a
// tab behind it if it has a space.
func diffName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }) {
		var b strings.Builder
		for _, c := range []byte(name) {
			switch {
			case c == '"' || c == '\\':
				b.Write([]byte{'\\', c})
			case c < ' ' || c == 0x7f:
				fmt.Fprintf(&b, `\%03o`, c)
			default:
				b.WriteByte(c)
			}
		}
		return `"` + b.String() + `"`
	}
	if strings.Contains(name, " ") {
		name += "\t"
	}
	return name
}

// hunkRange writes lines [from, to), counted from 0, as `start,count`.
func hunkRange(from, to int) string {
	if from < to {
		from++ // an empty range names the line before it
	}
	return fmt.Sprintf("%d,%d", from, max(to-max(from-1, 0), 0))
}

// change says that lines [a, aEnd) become lines [b, bEnd).
type change struct{ a, aEnd, b, bEnd int }

// hunk is a run of changes with the unchanged lines around them.
type hunk struct {
	change
	changes []change
}

func hunks(changes []change, lenA, lenB int) []hunk {
	var all []hunk
	for _, c := range changes {
		lead := min(diffContext, c.a)
		if n := len(all); n > 0 && c.a-lead <= all[n-1].aEnd {
			last := &all[n-1]
			last.changes = append(last.changes, c)
			tail := min(diffContext, lenA-c.aEnd)
			last.aEnd, last.bEnd = c.aEnd+tail, c.bEnd+tail
			continue
		}
		tail := min(diffContext, lenA-c.aEnd)
		all = append(all, hunk{change{c.a - lead, c.aEnd + tail, c.b - lead, c.bEnd + tail}, []change{c}})
	}
	return all
}

// changes finds the smallest set of changes that makes b of a (Myers 1986).
func changes(a, b []string) []change {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	found := shortestEdit(a[start:endA], b[start:endB])
	for i := range found {
		c := &found[i]
		c.a, c.aEnd, c.b, c.bEnd = c.a+start, c.aEnd+start, c.b+start, c.bEnd+start
	}
	return found
}

func shortestEdit(a, b []string) []change {
	whole := change{0, len(a), 0, len(b)}
	if len(a) == 0 || len(b) == 0 {
		return []change{whole}
	}
	// furthest[d][k+d] is how far into a one gets with d lines removed or added, k more removed than
	// added.
	var furthest [][]int
	for d := 0; d <= min(len(a)+len(b), maxDistance); d++ {
		row := make([]int, 2*d+1)
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				last := furthest[d-1]
				if k == -d || k != d && last[k-1+d-1] < last[k+1+d-1] {
					x = last[k+1+d-1]
				} else {
					x = last[k-1+d-1] + 1
				}
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			row[k+d] = x
			if x >= len(a) && x-k >= len(b) {
				return trace(append(furthest, row), len(a), len(b))
			}
		}
		furthest = append(furthest, row)
	}
	return []change{whole}
}

// trace follows the way that shortestEdit found back to the start.
func trace(furthest [][]int, x, y int) []change {
	var found []change
	for d := len(furthest) - 1; d > 0; d-- {
		k, last := x-y, furthest[d-1]
		down := k == -d || k != d && last[k-1+d-1] < last[k+1+d-1]
		c := change{}
		if down {
			x = last[k+1+d-1]
			y = x - (k + 1)
			c = change{x, x, y, y + 1}
		} else {
			x = last[k-1+d-1]
			y = x - (k - 1)
			c = change{x, x + 1, y, y}
		}
		if n := len(found); n > 0 && found[n-1].a == c.aEnd && found[n-1].b == c.bEnd {
			found[n-1].a, found[n-1].b = c.a, c.b
		} else {
			found = append(found, c)
		}
	}
	slices.Reverse(found)
	return found
}
