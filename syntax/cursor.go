package syntax

import (
	"slices"
	"strings"
)

// Slot says what may be written where the cursor stands.
type Slot uint8

const (
	NoSlot    Slot = iota // nowhere: inside a comment, behind a closed scalar …
	KeySlot               // a key of the innermost mapping (or, on an empty line, a new entry)
	ValueSlot             // the value of Level.Key of the innermost mapping
	ItemSlot              // an item of the innermost sequence: a scalar, or the first key of a mapping
	TextSlot              // inside a block scalar or a multi-line scalar: text of the value
)

// Cursor is what an offset stands in. It comes from a scan of lines and indentation, never from the
// parser, so that it is the same whether or not the text around it parses.
type Cursor struct {
	Offset int
	Slot   Slot
	// Levels are the collections around the cursor, the root first. The last one is the mapping of
	// a KeySlot or ValueSlot and the sequence of an ItemSlot. On an empty line, where a KeySlot is
	// a new entry, it may be a sequence (a new `- ` is needed), or a mapping without entries below
	// a key without a value, which is as well the place of a list or a scalar.
	Levels []Level
	// Prefix is the text of the token from its start to the cursor, unquoted; Token is the span of
	// the whole token (quotes included) that a completion replaces, never past the end of the line.
	// In the blanks before a value the token reaches from the cursor to the value's end. On an empty
	// line it is the blanks behind the cursor, and those before it if they are not as many as the
	// new entry needs (Level.Indent). In a TextSlot it is the text of the line.
	Prefix string
	Token  Span
	Quote  byte // ', " or 0: the quote that the cursor stands inside
	// Value is, in a ValueSlot, ItemSlot or TextSlot, the span of the whole scalar that is there
	// now, or of the flow collection; empty if there is none.
	Value Span
	// HasColon: the key under the cursor is followed by a colon already.
	HasColon bool
	// AfterColon: no space stands between the colon (or the dash) and the token (`key:¦`, `-¦`),
	// so that one is needed.
	AfterColon bool
	// Indent is the column (bytes, from 0) at which a new entry of the innermost block mapping
	// starts; in an ItemSlot, of a mapping that is the item.
	Indent int
	InFlow bool
}

// Level is one collection around the cursor.
type Level struct {
	Kind    Kind   // Mapping or Sequence
	Key     string // mapping: the key whose value holds the cursor, "" when the cursor is in a key
	Index   int    // sequence: the item that holds the cursor, from 0
	Entries []Entry
	Indent  int // column of its keys or dashes (bytes, from 0); -1 in flow style
}

// Entry is what a mapping of a Level holds beside the cursor, as far as its text shows it.
// The entry that holds the cursor is not among them.
type Entry struct {
	Key     string
	KeySpan Span
	Value   string // of a scalar on one line, unquoted; "" otherwise
	Scalar  bool   // Value is the value
}

// At says what a cursor at offset stands in.
func (t *Tree) At(offset int) Cursor {
	s := &cursorScan{file: t.File, text: t.File.Text, json: t.JSON}
	first := t.File.LineSpan(1).Start
	s.offset = min(max(offset, first), len(s.text))
	s.n = t.File.Line(s.offset)
	s.line = t.File.LineSpan(s.n)
	s.offset = min(s.offset, s.line.End)
	s.at()
	s.cursor.Offset = s.offset
	return s.cursor
}

// cursorScan is one run of At.
type cursorScan struct {
	file   *File
	text   string
	json   bool
	offset int
	n      int  // the cursor's line, from 1
	line   Span // of it
	row    row  // it
	cursor Cursor
}

func (s *cursorScan) at() {
	if s.json {
		s.atJSON()
		return
	}
	s.row.read(s.text, s.line)
	s.cursor.Token = Span{s.offset, s.offset}
	s.cursor.Value = s.cursor.Token
	w := &blockWalk{cursorScan: s}
	if s.row.kind == rowMarker {
		s.atMarker(w)
		return
	}
	if s.enclosed() {
		return
	}
	switch s.row.kind {
	case rowBlank:
		s.atBlank(w)
		return
	case rowComment:
		return
	}
	if c := s.text[s.row.first()]; c == ']' || c == '}' {
		return
	}
	s.atRow(w)
}

// atJSON reads a JSON file, which is one value in flow style.
func (s *cursorScan) atJSON() {
	start := s.file.LineSpan(1).Start
	for start < len(s.text) && strings.IndexByte(" \t\r\n", s.text[start]) >= 0 {
		start++
	}
	s.cursor.Token = Span{s.offset, s.offset}
	s.cursor.Value = s.cursor.Token
	s.cursor.InFlow = true
	if start == len(s.text) || s.offset <= start || s.text[start] != '{' && s.text[start] != '[' {
		if start >= s.offset {
			s.cursor.Slot = ValueSlot
		}
		return
	}
	if f := s.flow(start, -1); f.found {
		s.inFlow(f, nil)
	}
}

// atMarker reads the line of a `---`, behind which a flow collection may stand.
func (s *cursorScan) atMarker(w *blockWalk) {
	v := s.markerValue(s.line)
	if v.kind == flowValue && s.offset > v.span.Start {
		if f := s.flow(v.span.Start, -1); f.found {
			s.inFlow(f, nil)
		}
	}
}

// markerValue reads what stands behind a `---`.
func (s *cursorScan) markerValue(line Span) rowScalar {
	if !strings.HasPrefix(s.text[line.Start:line.End], "---") {
		return rowScalar{}
	}
	return readValue(s.text, line.Start+3, line.End)
}

// enclosed looks for a block scalar, a quote or a flow collection that began on a line above and
// holds the cursor.
func (s *cursorScan) enclosed() bool {
	column := s.offset - s.line.Start
	any, flowOnly := column, -1
	switch s.row.kind {
	case rowBlank:
		above, below := s.neighbour(-1), s.neighbour(+1)
		if above.kind != rowBlank && below.kind != rowBlank {
			// Text goes on around an empty line.
			any = max(any, min(above.column(above.first()), below.column(below.first())))
		}
		if above.kind != rowBlank {
			if end := trimBlanks(s.text, above.first(), above.line.End); strings.IndexByte("{[,", s.text[end-1]) >= 0 {
				flowOnly = above.column(above.at) + 1
			}
		}
		if below.kind != rowBlank {
			if c := s.text[below.first()]; c == ']' || c == '}' {
				flowOnly = max(flowOnly, below.column(below.first())+1)
			}
		}
	case rowComment:
		any = s.row.column(s.row.at)
	default:
		any = s.row.column(s.row.first())
		if c := s.text[s.row.first()]; c == ']' || c == '}' {
			flowOnly, any = any+1, -1
		}
	}
	inside := func(column int, text bool) bool {
		w := &blockWalk{cursorScan: s, search: true}
		w.up(pseudoLevel(column, s.row.kind == rowText))
		if w.inside == nil || !text && (w.inside.flow == nil || !w.inside.flow.closed) {
			return false
		}
		w.down()
		if w.inside.flow != nil {
			s.inFlow(w.inside.flow, w.levels)
		} else {
			s.inText(w)
		}
		return true
	}
	return any >= 0 && inside(any, true) || flowOnly > any && inside(flowOnly, false)
}

// neighbour returns the next line above or below that is not empty; its kind is rowBlank without one.
func (s *cursorScan) neighbour(step int) row {
	var r row
	for n := s.n + step; n >= 1 && n <= s.file.LineCount(); n += step {
		r.read(s.text, s.file.LineSpan(n))
		if r.kind == rowMarker {
			return row{}
		}
		if r.kind != rowBlank {
			return r
		}
	}
	return row{}
}

// inText fills the cursor inside a scalar that began on a line above.
func (s *cursorScan) inText(w *blockWalk) {
	c := &s.cursor
	c.Slot = TextSlot
	c.Levels = w.levels
	c.Indent = w.indent()
	c.Value = w.inside.value
	c.Quote = w.inside.quote
	start := min(skipBlanks(s.text, s.line.Start, s.line.End), s.offset)
	end := s.line.End
	if c.Quote != 0 {
		end = min(end, max(c.Value.End-1, s.offset))
	}
	c.Token = Span{start, end}
	c.Prefix = s.text[start:s.offset]
}

// inFlow fills the cursor inside a flow collection.
func (s *cursorScan) inFlow(f *flowScan, levels []Level) {
	c := &s.cursor
	c.InFlow = true
	c.Slot, c.Token, c.Value = f.slot, f.token, f.value
	c.HasColon, c.AfterColon = f.hasColon, f.afterColon
	if c.Slot == TextSlot {
		c.Prefix, c.Quote = s.text[c.Token.Start:s.offset], s.text[c.Value.Start]
	} else if c.Token.Start < s.offset {
		c.Prefix, c.Quote = unquote(s.text, c.Token.Start, s.offset)
	}
	for _, l := range levels {
		if l.Kind == Mapping {
			c.Indent = l.Indent
		}
	}
	c.Levels = slices.Concat(levels, f.levels())
}

// atBlank fills the cursor on an empty line, where its column chooses the collection.
func (s *cursorScan) atBlank(w *blockWalk) {
	c := &s.cursor
	c.Slot = KeySlot
	w.blank(s.offset - s.line.Start)
	w.down()
	c.Levels = w.levels
	last := &c.Levels[len(c.Levels)-1]
	last.Key = ""
	c.Indent = w.indent()
	c.Token.End = s.line.End
	if s.offset-s.line.Start != last.Indent {
		c.Token.Start = s.line.Start
	}
}

// atRow fills the cursor on a line of block style.
func (s *cursorScan) atRow(w *blockWalk) {
	r, c := &s.row, &s.cursor
	if v := &r.value; v.kind == plainValue && v.comment == s.line.End && s.offset > v.span.End {
		v.span.End = s.offset // a further word is to come
	}
	if s.offset < r.first() || len(r.dashes) > 0 && s.offset == r.dashes[0] {
		return
	}
	if s.offset < r.at || r.kind == rowEmpty {
		s.atDash(w)
		return
	}
	if r.kind == rowText {
		s.atText(w)
		return
	}
	w.fromRow(len(r.dashes))
	c.Levels = w.levels
	c.Indent = w.indent()
	last := &c.Levels[len(c.Levels)-1]
	switch {
	case s.offset > r.colon && r.kind != rowExplicit:
		s.atValue()
	case r.kind == rowKey && s.offset >= r.key.Start && s.offset <= r.key.End || r.kind == rowExplicit && s.offset > r.at && s.offset <= r.key.End:
		c.Slot = KeySlot
		c.HasColon = true
		c.AfterColon = r.kind == rowExplicit && s.offset == r.at+1
		last.Key = ""
		s.token(r.key)
	}
}

// token sets the token under the cursor.
func (s *cursorScan) token(span Span) {
	if s.offset < span.Start { // before the anchor or tag of the scalar
		return
	}
	s.cursor.Token = span
	if span.Start < s.offset {
		s.cursor.Prefix, s.cursor.Quote = unquote(s.text, span.Start, s.offset)
	}
}

// atDash fills the cursor behind a dash, before what follows there.
func (s *cursorScan) atDash(w *blockWalk) {
	r, c := &s.row, &s.cursor
	n := 0
	for n < len(r.dashes) && r.dashes[n] < s.offset {
		n++
	}
	if n == 0 { // an anchor or a tag alone on its line
		return
	}
	w.fromRow(n)
	c.Levels = w.levels
	dash := r.dashes[n-1]
	c.Indent = r.column(dash) + 2
	if s.offset > r.value.comment && r.kind == rowEmpty || s.offset > r.at && s.offset <= r.value.props.End {
		return
	}
	c.Slot = ItemSlot
	c.AfterColon = s.offset == dash+1
	if n == len(r.dashes) && r.kind == rowText {
		c.Indent = r.column(r.at)
		s.beforeValue(r.value)
	}
}

// beforeValue sets token and value where the cursor stands in the blanks before a value.
func (s *cursorScan) beforeValue(v rowScalar) {
	c := &s.cursor
	c.Value = s.whole(v)
	if v.props.Len() == 0 && (v.kind == plainValue || v.kind == quotedValue || v.kind == openQuote) {
		c.Token = Span{s.offset, v.span.End}
	}
}

// whole returns the span of all of a value, also of one that goes on in the lines below.
func (s *cursorScan) whole(v rowScalar) Span {
	switch v.kind {
	case noValue:
		return Span{s.offset, s.offset}
	case quotedValue:
		return v.span
	case flowValue:
		return Span{v.span.Start, s.flow(v.span.Start, s.row.parentColumn()).end}
	}
	return scalarSpan(s.file, s.n, s.row.parentColumn(), v)
}

// atText fills the cursor in a line without a colon: an item, or a key that is being typed.
func (s *cursorScan) atText(w *blockWalk) {
	r, c := &s.row, &s.cursor
	v := r.value
	item := len(r.dashes) > 0 && !s.keyBelow()
	if item {
		w.fromRow(len(r.dashes))
	} else {
		if key, ok := s.colonWithoutSpace(); ok {
			r.kind, r.key, r.colon = rowKey, key, key.End
			r.value = readValue(s.text, key.End+1, s.line.End)
			s.atRow(w)
			return
		}
		w.fromText()
	}
	c.Levels = w.levels
	c.Indent = r.column(r.at)
	if v.kind == flowValue && s.offset > v.span.Start {
		if f := s.flow(v.span.Start, r.parentColumn()); f.found {
			if !item {
				w.levels = w.levels[:len(w.levels)-1]
			}
			s.inFlow(f, w.levels)
		}
		return
	}
	if s.offset > v.span.Start && v.kind == blockValue || s.offset > v.span.End || s.offset < v.span.Start && s.offset > v.props.Start {
		return
	}
	if s.offset == v.span.End && v.kind == quotedValue {
		return
	}
	if !item {
		c.Slot = KeySlot
		c.Levels[len(c.Levels)-1].Key = ""
		if v.kind == plainValue || v.kind == openQuote || v.kind == quotedValue {
			s.token(v.span)
		}
		return
	}
	c.Slot = ItemSlot
	c.Value = s.whole(v)
	if v.kind != flowValue && v.kind != blockValue {
		s.token(v.span)
	}
}

// keyBelow reports whether the line below goes on a mapping that begins behind the dash of this one.
func (s *cursorScan) keyBelow() bool {
	below := s.neighbour(+1)
	return below.kind == rowKey && len(below.dashes) == 0 && below.column(below.at) == s.row.column(s.row.at)
}

// colonWithoutSpace returns the key of a line like `key:val`, in which the cursor stands behind the
// colon.
func (s *cursorScan) colonWithoutSpace() (Span, bool) {
	v := s.row.value
	if v.kind != plainValue || s.offset > v.span.End {
		return Span{}, false
	}
	end := v.span.Start
	for end < v.span.End && (isDigit_(s.text[end]) || s.text[end]|0x20 >= 'a' && s.text[end]|0x20 <= 'z') {
		end++
	}
	if end == v.span.Start || end >= s.offset || s.text[end] != ':' || strings.HasPrefix(s.text[end:], "://") {
		return Span{}, false
	}
	return Span{v.span.Start, end}, true
}

// atValue fills the cursor behind the colon of its line.
func (s *cursorScan) atValue() {
	r, c := &s.row, &s.cursor
	v := r.value
	after := r.colon + 1
	switch {
	case s.offset > v.comment && v.comment < s.line.End:
		return
	case s.offset > v.props.Start && s.offset <= v.props.End && v.props.Len() > 0:
		return
	case v.kind == noValue:
		c.Slot = ValueSlot
		c.AfterColon = s.offset == after
	case s.offset < v.span.Start:
		c.Slot = ValueSlot
		c.AfterColon = s.offset == after
		s.beforeValue(v)
	case v.kind == flowValue && s.offset > v.span.Start:
		if f := s.flow(v.span.Start, r.parentColumn()); f.found {
			s.inFlow(f, c.Levels)
		}
	case v.kind == blockValue && s.offset > v.span.Start, v.kind == quotedValue && s.offset == v.span.End, s.offset > v.span.End:
		return
	default:
		c.Slot = ValueSlot
		c.Value = s.whole(v)
		c.AfterColon = v.span.Start == after
		if v.kind != flowValue && v.kind != blockValue {
			s.token(v.span)
		}
	}
}
