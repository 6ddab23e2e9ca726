package syntax

import (
	"fmt"
	"strings"
)

// move reads line l as if it stood at another column: its first dash or, without one, its key. The
// key stays where it is written; a keyHole says so. ok is false if that cannot be done in place.
func (r *recovery) move(l textLine, column int) (f fault, ok bool) {
	to := l.start + column
	if len(l.dashes) == 0 {
		return r.moveKey(l, to)
	}
	if to == l.dashes[0] {
		return f, false
	}
	content := l.content
	if n, found := r.after(l); found && len(n.dashes) == 0 && n.colon >= 0 && n.column(n.indent) > column && n.column(n.indent) != l.column(l.content) {
		content = l.start + n.column(n.indent) // the keys of the item stand where they should
	}
	if content <= to+1 {
		content = max(l.content, to+2)
	}
	f = fault{blank: Span{l.start, l.dashes[0] + 1}, put: "-", putAt: to, hole: hole{kind: gapHole, at: -1}}
	if content == l.content {
		return f, len(l.dashes) == 1 && to < l.content-1
	}
	m, ok := r.moveKey(l, content)
	m.blank.Start = max(m.blank.Start, to+1)
	f.more = []fault{m}
	return f, ok && len(l.dashes) == 1
}

// after returns the next line that holds text.
func (r *recovery) after(l textLine) (textLine, bool) {
	for at := r.next(l); at < len(r.text); {
		n := r.line(at)
		if !n.blank() {
			return n, true
		}
		next := r.next(n)
		if next <= at {
			break
		}
		at = next
	}
	return textLine{}, false
}

// moveKey reads the key of l as if it started at offset to.
func (r *recovery) moveKey(l textLine, to int) (fault, bool) {
	if l.colon < 0 || to == l.content || to >= l.keyEnd || l.keyEnd <= l.content {
		return fault{}, false
	}
	from := l.start
	if len(l.dashes) > 0 {
		from = l.dashes[len(l.dashes)-1] + 1
	}
	return fault{
		blank: Span{from, to}, put: strings.Repeat("_", l.colon-to), putAt: to,
		hole: hole{kind: keyHole, at: to, span: Span{l.content, l.keyEnd}, colon: l.colon},
	}, true
}

// tooDeep explains a line that is indented deeper than the entry above it allows.
func (r *recovery) tooDeep(l, above textLine) fault {
	if len(above.dashes) == 0 && dashNoSpace.MatchString(r.text[above.content:above.end]) && l.column(l.indent) == above.column(above.content)+2 {
		return r.missingDashSpace(above)
	}
	if f, ok := r.firstTooShallow(l, above); ok {
		return f
	}
	column := above.column(above.content)
	end := l.keyEnd
	if l.colon < 0 {
		end = l.end
	}
	e := Error{Span: Span{l.content, max(end, l.content)}, Code: SyntaxError,
		Message: fmt.Sprintf("%s is indented deeper than the entry above it, which has a value already", clip(r.text[l.content:max(end, l.content)])),
		Help:    fmt.Sprintf("indent it by %s, like the line above", spaces(column))}
	own := l.column(l.indent)
	if above.colon < 0 {
		e.Message = fmt.Sprintf("the indentation of %s fits nothing above it", clip(r.text[e.Span.Start:e.Span.End]))
	} else if r.nested(l, own-1) == l.stop && len(l.dashes) == 0 && own > column {
		e.FixTitle, e.Edits = "Correct the indentation", []Edit{{Span: Span{l.start + column, l.indent}}}
	}
	f, ok := r.move(l, column)
	if !ok || len(l.dashes) > 0 {
		return r.loseEntry(e, l, l.start, column, own-1)
	}
	f.Error = e
	// The lines that follow at the same column share the fault.
	for n, found := r.after(l); found && n.column(n.indent) >= own; n, found = r.after(n) {
		if n.column(n.indent) == own {
			m, ok := r.move(n, column)
			if !ok || len(n.dashes) > 0 {
				break
			}
			f.more = append(f.more, m)
			f.Edits, f.FixTitle = nil, "" // they would repair the first line only
		}
	}
	return f
}

// badIndent explains a line whose indentation matches no collection above it.
func (r *recovery) badIndent(l textLine) fault {
	column := l.column(l.indent)
	levels := r.levels(l)
	span := Span{l.content, l.keyEnd}
	if l.colon < 0 {
		span.End = l.end
	}
	if len(l.dashes) > 0 {
		span = Span{l.dashes[0], l.dashes[0] + 1}
	}
	what := clip(r.text[span.Start:span.End])
	e := Error{Span: span, Code: SyntaxError}
	best, same := -1, -1 // indexes of levels
	for i, lv := range levels {
		switch {
		case lv.column == column:
			same = i
		case lv.dash != (len(l.dashes) > 0):
			// A key is no item, an item no key.
		case best < 0 || abs(lv.column-column) < abs(levels[best].column-column):
			best = i
		}
	}
	if f, ok := r.dashTooDeep(l); ok {
		return f
	}
	switch {
	case same >= 0 && levels[same].dash && len(l.dashes) == 0:
		// A key in the column of the dashes.
		e.Message = fmt.Sprintf("%s stands in the column of the `-`, where only items of the list may stand", what)
		e.Help = "indent it like the keys of the item above"
		if best = same - 1; best >= 0 {
			e.Help = fmt.Sprintf("indent it by %s, like the keys of the item above", spaces(levels[best].column))
		}
	case same >= 0 && !levels[same].dash && len(l.dashes) > 0:
		e.Message = "an item of a list stands where a key is expected"
		e.Help = "indent it deeper than the key that it belongs to, or write a key"
		return r.loseEntry(e, l, l.start, column, column)
	case len(levels) > 0 && column > levels[0].column:
		above, _ := r.before(l)
		return r.tooDeep(l, above)
	default:
		if f, ok := r.firstTooDeepOf(l); ok {
			return f
		}
		if best >= 0 && levels[best].column < column {
			for above, ok := r.before(l); ok; above, ok = r.before(above) {
				if above.column(above.indent) <= levels[best].column {
					if f, ok := r.firstTooShallow(l, above); ok {
						return f
					}
					break
				}
			}
		}
		e.Message = fmt.Sprintf("the indentation of %s fits nothing above it", what)
		e.Help = "indent it like the entries that it belongs to"
		if best >= 0 {
			e.Help = fmt.Sprintf("indent it by %s, like the entries above that it belongs to", spaces(levels[best].column))
		}
	}
	if best < 0 {
		return r.loseEntry(e, l, l.start, -1, column)
	}
	to := levels[best].column
	if same >= 0 && r.nested(l, column-1) == l.stop && l.colon >= 0 {
		e.FixTitle = "Correct the indentation"
		e.Edits = []Edit{{Span: Span{l.start, l.indent}, New: strings.Repeat(" ", to)}}
	}
	f, ok := r.move(l, to)
	if n, found := r.after(l); !ok || found && n.column(n.indent) > column && n.column(n.indent) <= to {
		return r.loseEntry(e, l, l.start, to, column)
	}
	f.Error = e
	// So do the lines that follow at the same column, up to the next item.
	for n, found := r.after(l); found && same >= 0 && n.column(n.indent) >= column; n, found = r.after(n) {
		if n.column(n.indent) == column {
			m, ok := r.move(n, to)
			if !ok || len(n.dashes) > 0 {
				break
			}
			f.more = append(f.more, m)
			f.Edits, f.FixTitle = nil, "" // they would repair the first line only
		}
	}
	return f
}

// dashTooDeep finds out whether it is the dash on the line above l that stands too far right: the key
// of l stands two columns behind where the other dashes of the list do.
func (r *recovery) dashTooDeep(l textLine) (fault, bool) {
	above, ok := r.before(l)
	column := l.column(l.indent)
	if !ok || len(above.dashes) != 1 || len(l.dashes) > 0 || column >= above.column(above.content) || column < above.column(above.dashes[0]) {
		return fault{}, false
	}
	for n, found := r.after(l); found; n, found = r.after(n) {
		if c := n.column(n.indent); len(n.dashes) > 0 && c <= column && c <= above.column(above.dashes[0]) {
			if c == column-2 && c < above.column(above.dashes[0]) {
				return r.tooDeepFault(above, c)
			}
			break
		} else if c < column-2 {
			break
		}
	}
	return fault{}, false
}

// firstTooDeepOf finds out whether it is the first entry of the collection above l that is indented
// wrongly, and not l: the entries behind l stand at the column of l.
func (r *recovery) firstTooDeepOf(l textLine) (fault, bool) {
	column := l.column(l.indent)
	// The first line that stands deeper than l, in a row of such lines above it.
	var first, parent textLine
	least, count := 1<<30, 0
	for above, ok := r.before(l); ok; above, ok = r.before(above) {
		if c := above.column(above.indent); c <= column {
			parent = above
			break
		} else if c < least {
			least, first, count = c, above, 1
		} else if c == least {
			count++
		}
	}
	if count > 1 || first.end == 0 || parent.end == 0 || (len(first.dashes) > 0) != (len(l.dashes) > 0) {
		return fault{}, false
	}
	outer := parent.column(parent.content)
	if outer >= column {
		return fault{}, false
	}
	siblings := 0
	for n, found := r.after(l); found && n.column(n.indent) >= column; n, found = r.after(n) {
		if n.column(n.indent) == column {
			siblings++
		}
	}
	if siblings == 0 && column-outer != 2 {
		return fault{}, false
	}
	return r.tooDeepFault(first, column)
}

// tooDeepFault says that line l has to stand at a column further left.
func (r *recovery) tooDeepFault(l textLine, column int) (fault, bool) {
	f, ok := r.move(l, max(column, 0))
	if !ok {
		return fault{}, false
	}
	f.Error = Error{Span: Span{l.content, max(l.keyEnd, l.content)}, Code: SyntaxError,
		Message: fmt.Sprintf("%s is indented deeper than the entries below it", clip(r.text[l.content:max(l.keyEnd, l.content)])),
		Help:    fmt.Sprintf("indent the line by %s", spaces(column))}
	if own := l.column(l.indent); r.nested(l, own-1) == l.stop || len(l.dashes) > 0 {
		f.FixTitle, f.Edits = "Correct the indentation", []Edit{{Span: Span{l.start + column, l.indent}}}
	}
	return f, true
}

// firstTooShallow finds out whether it is the entry first, the first of its collection, that is
// indented wrongly, and not l below it: more entries stand at the column of l.
func (r *recovery) firstTooShallow(l, first textLine) (fault, bool) {
	parent, ok := r.before(first)
	own, column := l.column(l.indent), first.column(first.indent)
	if !ok || parent.column(parent.indent) > column || parent.column(parent.indent) == column && len(first.dashes) == 0 || parent.value < parent.end || own <= column {
		return fault{}, false
	}
	target := -1
	if len(first.dashes) > 0 && len(l.dashes) == 0 {
		// Items further down tell where the dash belongs.
		for n, found := r.after(l); found && n.column(n.indent) > column; n, found = r.after(n) {
			if len(n.dashes) > 0 && n.column(n.content) == own && n.column(n.indent) < own {
				target = n.column(n.indent)
				break
			}
		}
	} else if len(first.dashes) == 0 && len(l.dashes) == 0 {
		for n, found := r.after(l); found && n.column(n.indent) >= own; n, found = r.after(n) {
			if n.column(n.indent) == own && n.colon >= 0 {
				target = own
				break
			}
		}
		if n, found := r.after(first); target >= 0 && found && n.column(n.indent) > column && n.column(n.indent) < target {
			target = -1 // what is under it would stand left of it
		}
	}
	if target < 0 {
		return fault{}, false
	}
	f, ok := r.move(first, target)
	if !ok {
		return fault{}, false
	}
	f.Error = Error{Span: Span{first.content, first.keyEnd}, Code: SyntaxError,
		Message: fmt.Sprintf("%s is indented less than the entries below it", clip(r.text[first.content:first.keyEnd])),
		Help:    fmt.Sprintf("indent the line by %s, like the entries below", spaces(target)), FixTitle: "Correct the indentation",
		Edits: []Edit{{Span: Span{first.start, first.indent}, New: strings.Repeat(" ", target)}}}
	return f, true
}
