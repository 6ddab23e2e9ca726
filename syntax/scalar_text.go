package syntax

import "sort"

// A piece says where a part of a scalar's value is written. A literal piece is written as it reads,
// byte for byte; any other (an escape, a folded line break) stands for its source as a whole.
type piece struct {
	value, valueEnd int // range in the value
	source          Span
	literal         bool
}

// scalarText collects the value of a scalar while its source is read. As long as the value is one
// stretch of the source it is a slice of it, and nothing is allocated.
type scalarText struct {
	src    string
	first  Span // the only stretch so far, when buf is nil
	buf    []byte
	built  bool
	pieces []piece // only if mapped
	mapped bool
}

func (t *scalarText) len() int {
	if t.built {
		return len(t.buf)
	}
	return t.first.Len()
}

func (t *scalarText) build() {
	if !t.built {
		t.built = true
		t.buf = append(make([]byte, 0, 2*t.first.Len()+16), t.src[t.first.Start:t.first.End]...)
	}
}

// literal appends src[start:end].
func (t *scalarText) literal(start, end int) {
	if start >= end {
		return
	}
	if t.mapped {
		n := t.len()
		t.pieces = append(t.pieces, piece{n, n + end - start, Span{start, end}, true})
	}
	switch {
	case t.built:
		t.buf = append(t.buf, t.src[start:end]...)
	case t.first.Len() == 0:
		t.first = Span{start, end}
	case t.first.End == start:
		t.first.End = end
	default:
		t.build()
		t.buf = append(t.buf, t.src[start:end]...)
	}
}

// replaced appends text that is written as src[start:end]. Empty text is no part of the value.
func (t *scalarText) replaced(text string, start, end int) {
	if text == "" {
		return
	}
	if t.mapped {
		n := t.len()
		t.pieces = append(t.pieces, piece{n, n + len(text), Span{start, end}, false})
	}
	t.build()
	t.buf = append(t.buf, text...)
}

func (t *scalarText) String() string {
	if t.built {
		return string(t.buf)
	}
	return t.src[t.first.Start:t.first.End]
}

// sourceOf maps the range [from, to) of a value to the source, given the value's pieces in order.
// end is where an empty range at the end of the value lies.
func sourceOf(pieces []piece, from, to, end int) Span {
	at := func(offset int) int { // the piece that holds the byte at offset
		return sort.Search(len(pieces), func(i int) bool { return pieces[i].valueEnd > offset })
	}
	i := at(from)
	if i == len(pieces) {
		return Span{end, end}
	}
	p := pieces[i]
	start := p.source.Start
	if p.literal {
		start += from - p.value
	}
	if to <= from {
		return Span{start, start}
	}
	i = at(to - 1)
	if i == len(pieces) {
		return Span{start, end}
	}
	p = pieces[i]
	stop := p.source.End
	if p.literal {
		stop = p.source.Start + to - p.value
	}
	return Span{start, max(start, stop)}
}

// breakLen returns the length in bytes of the YAML line break at s[i:], 0 if there is none. YAML
// has more line breaks than a File: LF, CRLF, CR, NEL, LS and PS.
func breakLen(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	switch s[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		if i+1 < len(s) && s[i+1] == 0x85 {
			return 2
		}
	case 0xE2:
		if i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9) {
			return 3
		}
	}
	return 0
}

// breakValue is what the line break s[i:i+n] reads as: LS and PS stay, any other becomes LF.
func breakValue(s string, i, n int) string {
	if n == 3 {
		return s[i : i+n]
	}
	return "\n"
}

// endsToken reports whether white space, a line break or the end of the text stands at s[i:]: what
// has to follow an indicator such as `-` or `:`.
func endsToken(s string, i int) bool {
	return i >= len(s) || s[i] == ' ' || s[i] == '\t' || breakLen(s, i) > 0
}

// isDocumentMarker reports whether `---` or `...` stands at s[i:], the start of a line.
func isDocumentMarker(s string, i int) bool {
	if i+3 > len(s) || (s[i] != '-' && s[i] != '.') {
		return false
	}
	m := s[i : i+3]
	return (m == "---" || m == "...") && endsToken(s, i+3)
}

// skipBlank skips spaces, and tabs if tabs is set.
func skipBlank(s string, i, end int, tabs bool) int {
	for i < end && (s[i] == ' ' || tabs && s[i] == '\t') {
		i++
	}
	return i
}

// fold reads the line break at src[i:] with all white space and empty lines that follow, writes
// what they read as, and returns the offset behind them. A single break reads as a space.
// start is where the white space before the break begins.
func (t *scalarText) fold(start, i, end int, tabs bool) int {
	n := breakLen(t.src, i)
	first := breakValue(t.src, i, n)
	at := i
	i += n
	kept := 0 // line breaks that stay
	if first != "\n" {
		t.replaced(first, start, i)
		kept++
	}
	for {
		i = skipBlank(t.src, i, end, tabs)
		n := breakLen(t.src, i)
		if n == 0 || i >= end {
			break
		}
		t.replaced(breakValue(t.src, i, n), at, i+n)
		at = i
		i += n
		kept++
	}
	if kept == 0 {
		t.replaced(" ", start, i)
	}
	return i
}

// plain reads a plain scalar that covers span.
func (t *scalarText) plain(span Span) {
	i, from := span.Start, span.Start
	for i < span.End {
		if i = lineEnd(t.src[:span.End], i); i == span.End {
			break
		}
		text := i
		for text > from && t.src[text-1] == ' ' {
			text--
		}
		t.literal(from, text)
		i = t.fold(text, i, span.End, false)
		from = i
	}
	t.literal(from, span.End)
}

// single reads a single-quoted scalar that covers span, quotes included.
func (t *scalarText) single(span Span) {
	i, end := span.Start+1, span.End-1
	from := i
	for i < end {
		switch c := t.src[i]; {
		case c == '\'':
			t.literal(from, i)
			t.replaced("'", i, i+2)
			i += 2
			from = i
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xC2 || c == 0xE2:
			i, from = t.quotedSpace(from, i, end)
		default:
			i++
		}
	}
	t.literal(from, end)
}

// quotedSpace reads on behind what may be white space before a line break at src[i:], in a quoted
// scalar of which src[from:i] is not yet written.
func (t *scalarText) quotedSpace(from, i, end int) (next, newFrom int) {
	j := skipBlank(t.src, i, end, true)
	if j < end && breakLen(t.src, j) > 0 {
		t.literal(from, i)
		j = t.fold(i, j, end, true)
		return j, j
	}
	if j == i {
		j++ // the first byte of some other character
	}
	return j, from
}
