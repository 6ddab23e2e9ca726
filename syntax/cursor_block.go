package syntax

import (
	"slices"
	"strings"
)

// blockWalk finds the block collections around a line: up from it for the parents and the entries
// above, then down for the entries below. Only lines that are indented no deeper than the innermost
// collection are read.
type blockWalk struct {
	*cursorScan
	levels []Level // outermost first, once up has ended
	search bool    // look for what holds the cursor from a line above
	tried  int     // scalars and flow collections that were followed in the search
	inside *insideScalar
	r      row
}

// insideScalar is the scalar or flow collection, begun on a line above, that holds the cursor.
type insideScalar struct {
	flow  *flowScan
	value Span
	quote byte
}

// walkLevel is the collection whose parent up looks for.
type walkLevel struct {
	kind   Kind // Mapping, Sequence, or Scalar for what is no collection
	column int
	// text: it is only words, which may continue a scalar above.
	text bool
	// explicit: its key is to be found in a `? key` above.
	explicit bool
}

func pseudoLevel(column int, text bool) walkLevel { return walkLevel{Scalar, column, text, false} }

// indent returns the column of the innermost block mapping.
func (w *blockWalk) indent() int {
	for _, l := range slices.Backward(w.levels) {
		if l.Kind == Mapping {
			return l.Indent
		}
	}
	return 0
}

// push adds a collection around those found so far (levels are innermost first until up ends).
func (w *blockWalk) push(cur *walkLevel, kind Kind, column int, key string) {
	w.levels = append(w.levels, Level{Kind: kind, Indent: column, Key: key})
	*cur = walkLevel{kind: kind, column: column}
}

// fromRow starts at the cursor's own line, inside its first n dashes; with all of them, in its key.
func (w *blockWalk) fromRow(n int) {
	r := &w.row
	cur := walkLevel{kind: Scalar}
	if n == len(r.dashes) && (r.kind == rowKey || r.kind == rowExplicit || r.kind == rowValue) && w.offset >= r.at {
		key, _ := unquote(w.text, r.key.Start, r.key.End)
		w.push(&cur, Mapping, r.column(r.at), key)
		cur.explicit = r.kind == rowValue
	}
	w.rest(&cur, n)
}

// fromText starts at a line whose text is a key in the making.
func (w *blockWalk) fromText() {
	var cur walkLevel
	w.push(&cur, Mapping, w.row.column(w.row.at), "")
	w.rest(&cur, len(w.row.dashes))
}

func (w *blockWalk) rest(cur *walkLevel, dashes int) {
	for _, dash := range slices.Backward(w.row.dashes[:dashes]) {
		w.push(cur, Sequence, w.row.column(dash), "")
	}
	w.up(*cur)
	w.down()
}

// up walks from the cursor's line to the start of the document.
func (w *blockWalk) up(cur walkLevel) {
	for n := w.n - 1; n >= 1; n-- {
		line := w.file.LineSpan(n)
		if w.deeper(line, cur.column) {
			continue
		}
		w.r.read(w.text, line)
		switch w.r.kind {
		case rowBlank, rowComment:
			continue
		case rowMarker:
			if v := w.markerValue(line); v.kind != noValue && w.holds(n, v, -1, cur) {
				w.levels = nil
			}
			n = 0
			continue
		}
		if c := w.text[w.r.first()]; c == ']' || c == '}' {
			continue
		}
		w.content(n, &cur)
		for _, dash := range slices.Backward(w.r.dashes) {
			w.dash(w.r.column(dash), &cur)
		}
	}
	slices.Reverse(w.levels)
	for i := range w.levels {
		slices.Reverse(w.levels[i].Entries)
		// Text in the making can stand left of the collection that it was taken into.
		if i > 0 && w.levels[i].Indent >= 0 {
			w.levels[i].Indent = max(w.levels[i].Indent, w.levels[i-1].Indent)
		}
	}
}

// deeper reports whether a line is empty or indented deeper than column.
func (w *blockWalk) deeper(line Span, column int) bool {
	if line.Len() <= column {
		return skipBlanks(w.text, line.Start, line.End) == line.End
	}
	for i := line.Start; i <= line.Start+column; i++ {
		if !isBlank(w.text[i]) {
			return false
		}
	}
	return true
}

// content takes what stands behind the dashes of w.r: a sibling, the parent, or neither.
func (w *blockWalk) content(n int, cur *walkLevel) {
	r := &w.r
	column := r.column(r.at)
	if r.kind == rowText {
		w.scalar(n, cur)
		return
	}
	if r.kind == rowEmpty || column > cur.column {
		return
	}
	if column == cur.column {
		switch cur.kind {
		case Mapping:
			w.sibling(cur)
			return
		case Scalar:
			return
		}
	} else if r.value.kind != noValue {
		if w.holds(n, r.value, column, *cur) {
			w.levels = w.levels[:0]
		} else if cur.kind == Mapping { // indented too deep
			cur.column = column
			w.levels[len(w.levels)-1].Indent = column
			w.sibling(cur)
			return
		}
	}
	key, _ := unquote(w.text, r.key.Start, r.key.End)
	w.push(cur, Mapping, column, key)
	cur.explicit = r.kind == rowValue
}

// sibling adds the entry of w.r to the innermost mapping.
func (w *blockWalk) sibling(cur *walkLevel) {
	if len(w.levels) == 0 {
		return
	}
	top := &w.levels[len(w.levels)-1]
	if w.r.kind == rowExplicit && cur.explicit {
		cur.explicit = false
		top.Key, _ = unquote(w.text, w.r.key.Start, w.r.key.End)
		return
	}
	if e, ok := w.entry(); ok {
		top.Entries = append(top.Entries, e)
	}
}

// entry returns what w.r says of its key.
func (w *blockWalk) entry() (Entry, bool) {
	r := &w.r
	if r.kind != rowKey && r.kind != rowExplicit {
		return Entry{}, false
	}
	e := Entry{KeySpan: r.key}
	e.Key, _ = unquote(w.text, r.key.Start, r.key.End)
	if v := r.value; r.kind == rowKey && (v.kind == quotedValue || v.kind == plainValue && w.text[v.span.Start] != '*') {
		e.Scalar = true
		e.Value, _ = unquote(w.text, v.span.Start, v.span.End)
	}
	return e, true
}

// scalar takes a line without a colon.
func (w *blockWalk) scalar(n int, cur *walkLevel) {
	r := &w.r
	column, parent := r.column(r.at), r.parentColumn()
	word := r.value.kind == plainValue && !strings.ContainsAny(w.text[r.value.span.Start:r.value.span.End], " \t") && r.value.comment == r.line.End
	words := r.value.kind == plainValue && (word || len(r.dashes) == 0)
	if !words && parent < cur.column && (column <= cur.column || len(r.dashes) > 0) && w.holds(n, r.value, parent, *cur) {
		w.levels = w.levels[:0]
		*cur = walkLevel{kind: Scalar, column: parent + 1}
		if len(r.dashes) == 0 {
			cur.column = column // alone on its line, below its key
		}
		return
	}
	if column >= cur.column || r.value.kind != plainValue {
		return
	}
	if words && cur.text {
		cur.column = column // both may continue a scalar above
	}
	// A key without its colon holds what is below it.
	if word {
		w.push(cur, Mapping, column, w.text[r.value.span.Start:r.value.span.End])
		cur.text = true
	}
}

// dash takes a dash of w.r.
func (w *blockWalk) dash(column int, cur *walkLevel) {
	switch {
	case column == cur.column && cur.kind == Sequence:
		w.levels[len(w.levels)-1].Index++
	case column < cur.column:
		if key := w.r.column(w.r.at); cur.kind == Mapping && key > cur.column && w.r.kind == rowKey {
			// Between the dash and the keys behind it: indented too little.
			cur.column = key
			w.levels[len(w.levels)-1].Indent = key
			w.sibling(cur)
		}
		w.push(cur, Sequence, column, "")
	}
}

// holds reports, in a search, whether the value v of line n goes on to the cursor.
func (w *blockWalk) holds(n int, v rowScalar, parent int, cur walkLevel) bool {
	const most = 100 // more than can be around a cursor
	if !w.search || v.kind == noValue || v.kind == quotedValue || w.tried == most {
		return false
	}
	w.tried++
	switch v.kind {
	case blockValue:
		w.inside = &insideScalar{value: scalarSpan(w.file, n, parent, v)}
		return true
	case flowValue:
		if f := w.flow(v.span.Start, parent); f.found {
			w.inside = &insideScalar{flow: f}
			return true
		}
	case openQuote:
		span, closed := quotedSpan(w.file, n, parent, v)
		if closed && w.offset < span.End || !closed && cur.text {
			w.inside = &insideScalar{value: span, quote: w.text[v.span.Start]}
			return true
		}
	case plainValue:
		if cur.text {
			w.inside = &insideScalar{value: scalarSpan(w.file, n, parent, v)}
			return true
		}
	}
	return false
}

// scalarSpan returns the span of a block scalar, or of a plain or quoted one that may go on in the
// lines below line n, which are indented deeper than parent.
func scalarSpan(file *File, n, parent int, v rowScalar) Span {
	if v.kind == openQuote {
		span, _ := quotedSpan(file, n, parent, v)
		return span
	}
	end := v.span.End
	if v.kind == plainValue && v.comment < file.LineSpan(n).End {
		return v.span
	}
	for n++; n <= file.LineCount(); n++ {
		line := file.LineSpan(n)
		at := skipBlanks(file.Text, line.Start, line.End)
		if at == line.End {
			continue
		}
		if at-line.Start <= parent || at == line.Start && isMarker(file.Text[at:line.End]) {
			break
		}
		if v.kind != plainValue {
			end = line.End
			continue
		}
		var r row
		if r.read(file.Text, line); r.kind != rowText || len(r.dashes) > 0 {
			break
		}
		if end = r.value.span.End; r.value.comment < line.End {
			break
		}
	}
	return Span{v.span.Start, end}
}

// quotedSpan returns the span of a quoted scalar that its line does not close, up to the quote that
// does in the lines below that are indented deeper than parent. Without one it ends with its line.
func quotedSpan(file *File, n, parent int, v rowScalar) (span Span, closed bool) {
	const most = 1000 // lines
	last := v.span.End
	for end := min(n+most, file.LineCount()); n < end; n++ {
		line := file.LineSpan(n + 1)
		at := skipBlanks(file.Text, line.Start, line.End)
		if at < line.End && (at-line.Start <= parent || at == line.Start && isMarker(file.Text[at:line.End])) {
			break
		}
		last = line.End
	}
	if end := quoteEnd(file.Text, v.span.Start, last); end >= 0 {
		return Span{v.span.Start, end}, true
	}
	return v.span, false
}

// blank starts at an empty line, in the collection that column chooses.
func (w *blockWalk) blank(column int) {
	cur := w.chosen(column)
	w.push(&cur, cur.kind, cur.column, "")
	w.up(cur)
	// A list that is not indented below its key: a new key of the mapping, not a new item.
	if n := len(w.levels); n > 1 && w.levels[n-1].Kind == Sequence && w.levels[n-2].Kind == Mapping && w.levels[n-2].Indent == cur.column {
		w.levels = nil
		w.push(&cur, Mapping, cur.column, "")
		w.up(cur)
	}
}

// chosen returns the collection that a new line at column belongs to.
func (w *blockWalk) chosen(column int) walkLevel {
	below := w.neighbour(+1)
	start := func(r *row) walkLevel {
		kind := Mapping
		if len(r.dashes) > 0 {
			kind = Sequence
		}
		return walkLevel{kind: kind, column: r.column(r.first())}
	}
	child := func(parent int) walkLevel {
		if below.kind >= rowEmpty {
			if b := start(&below); b.column > parent || b.column == parent && b.kind == Sequence {
				return b
			}
		}
		return walkLevel{kind: Mapping, column: column}
	}
	deeper := walkLevel{column: -1} // the outermost start above that is deeper than column
	for n := w.n - 1; n >= 1; n-- {
		w.r.read(w.text, w.file.LineSpan(n))
		r := &w.r
		if r.kind == rowMarker {
			break
		}
		if r.kind == rowBlank || r.kind == rowComment || strings.IndexByte("]}", w.text[r.first()]) >= 0 {
			continue
		}
		if s := start(r); s.column > column {
			if deeper.column < 0 || s.column < deeper.column {
				deeper = s
			}
			continue
		}
		at := r.column(r.at)
		if r.kind != rowEmpty {
			switch {
			case at == column && len(r.dashes) == 0 || at == column && r.kind == rowKey:
				return walkLevel{kind: Mapping, column: column}
			case at < column && (r.kind == rowKey || r.kind == rowValue) && r.value.kind == noValue:
				if deeper.column >= 0 {
					return deeper
				}
				return child(at)
			case at < column && (r.kind != rowText || len(r.dashes) == 0):
				return walkLevel{kind: Mapping, column: at}
			}
		}
		for _, dash := range slices.Backward(r.dashes) {
			d := r.column(dash)
			switch {
			case d == column || d < column && r.kind == rowText:
				return walkLevel{kind: Sequence, column: d}
			case d < column && r.kind == rowEmpty:
				if deeper.column >= 0 {
					return deeper
				}
				return child(d)
			case d < column:
				return walkLevel{kind: Mapping, column: at}
			}
		}
	}
	if deeper.column >= 0 {
		return deeper
	}
	return child(-1)
}

// down adds the entries below the cursor's line to the levels.
func (w *blockWalk) down() {
	top := len(w.levels) - 1
	for n := w.n + 1; n <= w.file.LineCount() && top >= 0; n++ {
		line := w.file.LineSpan(n)
		column := w.levels[top].Indent
		if w.deeper(line, column) {
			continue
		}
		w.r.read(w.text, line)
		r := &w.r
		switch r.kind {
		case rowBlank, rowComment:
			continue
		case rowMarker:
			return
		}
		first := r.column(r.first())
		if c := w.text[r.first()]; c == ']' || c == '}' {
			continue
		}
		dash := len(r.dashes) > 0
		for top >= 0 && (first < w.levels[top].Indent || first == w.levels[top].Indent && w.levels[top].Kind == Sequence && !dash) {
			top--
		}
		if top >= 0 && first == w.levels[top].Indent && w.levels[top].Kind == Mapping && !dash {
			if e, ok := w.entry(); ok {
				w.levels[top].Entries = append(w.levels[top].Entries, e)
			}
		}
	}
}
