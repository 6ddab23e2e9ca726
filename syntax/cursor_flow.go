package syntax

import "strings"

// flowScan reads a flow collection, `[…]` or `{…}`, whole or broken, and finds the cursor in it.
type flowScan struct {
	*cursorScan
	at     int
	frames []*flowFrame
	found  bool // the cursor is inside
	closed bool
	end    int // behind the closing bracket, or where the collection breaks off

	lineEnd int // of the line of the last quote

	// Of the cursor.
	slot                 Slot
	token, value         Span
	hasColon, afterColon bool
	around               []*flowFrame
	pairs                []Level // what around were at the cursor
	isKey                bool    // the last scalar is the key under the cursor; a colon may follow
}

// flowState is where a collection stands between its tokens.
type flowState uint8

const (
	wantEntry flowState = iota // behind the bracket or a comma: a key or an item
	haveKey
	wantValue // behind a colon
	haveValue // behind a value or an item
)

// maxFlowDepth is how many brackets are followed; nobody types deeper.
const maxFlowDepth = 1000

// flowFrame is a collection that is open.
type flowFrame struct {
	kind    Kind
	state   flowState
	entries []Entry
	entry   Entry // the entry that is being read
	index   int
	holds   bool // it holds the cursor
	plain   bool // its key has no quotes
}

// flow reads the flow collection at start, whose lines are indented deeper than parent.
func (s *cursorScan) flow(start, parent int) *flowScan {
	f := &flowScan{cursorScan: s}
	if f.scan(start, parent, false); !f.closed && !s.json {
		// Its bracket is missing: it ends where a line is plainly of block style.
		f = &flowScan{cursorScan: s}
		f.scan(start, parent, true)
	}
	return f
}

// levels returns the collections around the cursor with all their entries.
func (f *flowScan) levels() []Level {
	for i, frame := range f.around {
		f.pairs[i].Entries = frame.entries
	}
	return f.pairs
}

func (f *flowScan) top() *flowFrame { return f.frames[len(f.frames)-1] }

func (f *flowScan) scan(start, parent int, strict bool) {
	f.at = start
	last := byte('{') // the last character that is no white space
	for f.at < len(f.text) {
		switch c := f.text[f.at]; {
		case c == '\n' || c == '\r':
			f.at++
			if c == '\r' && f.at < len(f.text) && f.text[f.at] == '\n' {
				f.at++
			}
			if f.breaksOff(parent, strict, last) {
				f.finish()
				return
			}
			continue
		case isBlank(c):
			f.at++
			continue
		case c == '#' && (f.at == 0 || strings.IndexByte(" \t\r\n", f.text[f.at-1]) >= 0), f.json && (strings.HasPrefix(f.text[f.at:], "//") || strings.HasPrefix(f.text[f.at:], "/*")):
			f.comment()
			continue
		}
		f.next()
		last = f.text[f.at-1]
		if len(f.frames) == 0 || len(f.frames) > maxFlowDepth {
			f.closed, f.end = true, f.at
			return
		}
	}
	f.finish()
}

// breaksOff reports whether the line at f.at cannot belong to the collection.
func (f *flowScan) breaksOff(parent int, strict bool, last byte) bool {
	if f.json || parent < 0 && !strict {
		return false
	}
	end := f.at
	for end < len(f.text) && f.text[end] != '\n' && f.text[end] != '\r' {
		end++
	}
	first := skipBlanks(f.text, f.at, end)
	if first == end || f.text[first] == '#' {
		return false
	}
	if first == f.at && isMarker(f.text[first:end]) {
		return true
	}
	if first-f.at <= parent {
		return strings.IndexByte("]},", f.text[first]) < 0
	}
	if !strict || strings.IndexByte("{[,:", last) >= 0 {
		return false
	}
	var r row
	r.read(f.text, Span{f.at, end})
	return len(r.dashes) > 0 || r.kind == rowKey && f.text[r.key.Start] != '"'
}

// finish ends a collection whose bracket is missing.
func (f *flowScan) finish() {
	f.end = f.at
	for f.end > 0 && strings.IndexByte(" \t\r\n", f.text[f.end-1]) >= 0 {
		f.end--
	}
	if f.offset <= f.at && (f.at == len(f.text) || f.offset < f.at) {
		f.gap(f.at)
	}
	for len(f.frames) > 0 {
		f.pop()
	}
}

// comment passes a comment.
func (f *flowScan) comment() {
	start := f.at
	if strings.HasPrefix(f.text[start:], "/*") {
		if i := strings.Index(f.text[start+2:], "*/"); i >= 0 {
			f.at = start + 2 + i + 2
		}
	}
	if f.at == start {
		for f.at < len(f.text) && f.text[f.at] != '\n' && f.text[f.at] != '\r' {
			f.at++
		}
	}
	if f.gap(start); !f.found && f.offset <= f.at {
		f.catch(NoSlot, Span{f.offset, f.offset})
	}
}

// gap catches the cursor between the last token and the one at end.
func (f *flowScan) gap(end int) {
	if f.found || f.offset > end || len(f.frames) == 0 {
		return
	}
	here := Span{f.offset, f.offset}
	top := f.top()
	if (top.state == haveKey || top.state == haveValue) && f.beginsLine(f.offset) {
		f.endEntry() // a new entry; its comma is missing
	}
	switch {
	case top.state == wantEntry && top.kind == Mapping:
		f.catch(KeySlot, here)
	case top.state == wantEntry:
		f.catch(ItemSlot, here)
	case top.state == wantValue:
		f.catch(ValueSlot, here)
		f.afterColon = f.text[f.offset-1] == ':'
	default:
		f.catch(NoSlot, here)
	}
}

// catch takes down where the cursor is.
func (f *flowScan) catch(slot Slot, token Span) {
	f.found = true
	f.slot, f.token, f.value = slot, token, token
	f.around = append(f.around, f.frames...)
	for _, frame := range f.frames {
		frame.holds = frame.state != wantEntry
		level := Level{Kind: frame.kind, Index: frame.index, Indent: -1}
		if frame.kind == Mapping && frame.state != wantEntry {
			level.Key = frame.entry.Key
		}
		f.pairs = append(f.pairs, level)
	}
	if slot == KeySlot {
		f.pairs[len(f.pairs)-1].Key = ""
	}
}

// next reads a token.
func (f *flowScan) next() {
	start := f.at
	switch c := f.text[start]; c {
	case '{', '[':
		f.gap(start)
		if len(f.frames) > 0 {
			f.begin(false)
		}
		frame := &flowFrame{kind: Mapping}
		if c == '[' {
			frame.kind = Sequence
		}
		f.frames = append(f.frames, frame)
		f.at++
	case '}', ']':
		f.gap(start)
		f.at++
		f.close(c)
	case ',':
		f.gap(start)
		f.at++
		f.comma()
	default:
		if c == ':' && f.isColon(start) {
			f.gap(start)
			f.at++
			f.colon()
			return
		}
		f.scalar()
	}
}

// close ends the innermost collection of the bracket's kind, if there is one.
func (f *flowScan) close(bracket byte) {
	f.isKey = false
	kind := Mapping
	if bracket == ']' {
		kind = Sequence
	}
	for i := len(f.frames) - 1; i >= 0; i-- {
		if f.frames[i].kind == kind {
			for len(f.frames) > i {
				f.pop()
			}
			if i > 0 {
				f.top().state = haveValue
			}
			return
		}
	}
}

func (f *flowScan) pop() {
	f.endEntry()
	f.frames = f.frames[:len(f.frames)-1]
}

// endEntry ends the entry that is being read.
func (f *flowScan) endEntry() {
	top := f.top()
	if top.kind == Mapping && top.entry.KeySpan.Len() > 0 && !top.holds {
		top.entries = append(top.entries, top.entry)
	}
	if top.state != wantEntry {
		top.index++
	}
	top.state, top.holds, top.entry = wantEntry, false, Entry{}
}

func (f *flowScan) comma() {
	f.isKey = false
	f.endEntry()
}

func (f *flowScan) colon() {
	if f.isKey {
		f.hasColon, f.isKey = true, false
	}
	if top := f.top(); top.kind == Mapping {
		top.state = wantValue
	}
}

// isColon reports whether the `:` at at ends a key.
func (f *flowScan) isColon(at int) bool {
	if f.json || at+1 == len(f.text) || strings.IndexByte(" \t\r\n,[]{}", f.text[at+1]) >= 0 {
		return true
	}
	top := f.top()
	return top.state == haveKey && !top.plain && (f.text[at-1] == '"' || f.text[at-1] == '\'')
}

// begin begins an entry with a scalar that is a key or not, or with a collection. It reports whether
// the scalar is a key.
func (f *flowScan) begin(scalar bool) bool {
	top := f.top()
	if top.kind == Sequence {
		if top.state == haveValue {
			f.endEntry()
		}
		top.state = haveValue
		return false
	}
	switch {
	case top.state == wantValue:
		top.state = haveValue
		return false
	case top.state == haveValue:
		f.endEntry()
	case top.state == haveKey && scalar:
		f.endEntry()
	}
	top.state = haveKey
	return scalar
}

// scalar reads a scalar, an alias, or an anchor or tag.
func (f *flowScan) scalar() {
	start := f.at
	span, quoted, property := f.scalarSpan()
	f.at = span.End
	top := f.top()
	if !f.found && f.offset < start {
		f.gap(start)
		if f.found && (f.slot == ValueSlot || f.slot == ItemSlot) && !property && start <= f.line.End && !(f.slot == ValueSlot && f.keyFollows(span.End)) {
			f.token, f.value = Span{f.offset, min(span.End, f.line.End)}, span
		}
	}
	if property {
		if !f.found && f.offset <= span.End && f.offset > start {
			f.catch(NoSlot, Span{f.offset, f.offset})
		} else if !f.found && f.offset == start {
			f.gap(start)
		}
		return
	}
	if top.kind == Mapping && top.state == wantValue && f.keyFollows(span.End) {
		f.endEntry() // the value before it is missing: this is the next key
	}
	// A plain scalar behind a complete entry continues it, unless it begins a line or is a key.
	if goesOn := top.state == haveValue || top.state == haveKey; goesOn && !quoted && !f.beginsLine(start) && !f.keyFollows(span.End) {
		top.entry.Scalar, top.entry.Value = false, ""
		f.touch(span, NoSlot)
		return
	}
	if f.begin(true) {
		top.entry = Entry{KeySpan: span}
		top.entry.Key, _ = unquote(f.text, span.Start, span.End)
		top.plain = !quoted
		f.isKey = false
		if f.touch(span, KeySlot) {
			f.isKey = true
		}
		return
	}
	slot := ItemSlot
	if top.kind == Mapping {
		slot = ValueSlot
		if f.text[span.Start] != '*' {
			top.entry.Scalar = true
			top.entry.Value, _ = unquote(f.text, span.Start, span.End)
		}
	}
	if f.touch(span, slot) {
		f.value = span
		f.afterColon = slot == ValueSlot && f.text[span.Start-1] == ':'
	}
}

// touch catches the cursor in the scalar at span.
func (f *flowScan) touch(span Span, slot Slot) bool {
	if f.found || f.offset < span.Start || f.offset > span.End {
		return false
	}
	below := span.Start < f.line.Start // in a later line of a quoted scalar
	if f.offset == span.End && (slot != KeySlot || below) {
		if _, quote := unquote(f.text, span.Start, span.End); quote == 0 && (f.text[span.Start] == '"' || f.text[span.Start] == '\'') {
			slot = NoSlot // behind the closing quote
		}
	}
	token := Span{span.Start, min(span.End, max(f.line.End, span.Start))}
	if below && slot != NoSlot {
		slot = TextSlot
		token.Start = min(skipBlanks(f.text, f.line.Start, f.line.End), f.offset)
		token.End = max(min(token.End, span.End-1), f.offset)
	}
	if slot == NoSlot {
		token = Span{f.offset, f.offset}
	}
	f.catch(slot, token)
	if slot == TextSlot {
		f.value = span
	}
	return true
}

func (f *flowScan) beginsLine(at int) bool {
	for at > 0 && isBlank(f.text[at-1]) {
		at--
	}
	return at == 0 || f.text[at-1] == '\n' || f.text[at-1] == '\r'
}

func (f *flowScan) keyFollows(end int) bool {
	at := skipBlanks(f.text, end, len(f.text))
	return at < len(f.text) && f.text[at] == ':'
}

// scalarSpan finds the end of the scalar at f.at.
func (f *flowScan) scalarSpan() (span Span, quoted, property bool) {
	start := f.at
	switch c := f.text[start]; c {
	case '"', '\'':
		return Span{start, f.quoteEnd(start)}, true, false
	case '&', '!':
		property = !f.json
	}
	at := start
loop:
	for at < len(f.text) {
		switch c := f.text[at]; {
		case strings.IndexByte(",[]{}\r\n", c) >= 0:
			break loop
		case c == ':' && at > start && (f.json || at+1 == len(f.text) || strings.IndexByte(" \t\r\n,[]{}", f.text[at+1]) >= 0):
			break loop
		case c == '#' && at > start && isBlank(f.text[at-1]):
			break loop
		case property && isBlank(c):
			break loop
		}
		at++
	}
	at = max(trimBlanks(f.text, start, at), start+1)
	return Span{start, at}, false, property
}

// quoteEnd returns where the quoted scalar at start ends. One whose line does not close it, or
// closes it where no quote can be, ends before the next punctuation, unless the lines below close it.
func (f *flowScan) quoteEnd(start int) int {
	if f.lineEnd <= start {
		f.lineEnd = f.file.LineSpan(f.file.Line(start)).End
	}
	line := f.lineEnd
	fits := func(end int) bool {
		rest := skipBlanks(f.text, end, len(f.text))
		return rest == len(f.text) || strings.IndexByte(",:]}\r\n#\"'", f.text[rest]) >= 0
	}
	end := quoteEnd(f.text, start, line)
	if end >= 0 && fits(end) {
		return end
	}
	if end < 0 {
		const most = 4000
		below := quoteEnd(f.text, start, min(len(f.text), line+most))
		if below >= 0 && fits(below) && !f.beginsLine(below-1) && strings.IndexByte(f.text[line:below], ':') < 0 {
			return below
		}
	} else if strings.IndexByte(f.text[start:end-1], ',') < 0 {
		return end
	}
	for end = start + 1; end < line && strings.IndexByte(",]}", f.text[end]) < 0; end++ {
	}
	return end
}
