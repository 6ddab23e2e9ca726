package syntax

import "strings"

// rowKind says what a line of block style holds behind its dashes.
type rowKind uint8

const (
	rowBlank    rowKind = iota // nothing, or white space only
	rowComment                 // only a comment
	rowMarker                  // `---`, `...` or a directive
	rowEmpty                   // nothing behind the dashes, or only an anchor or a tag
	rowKey                     // `key: …`
	rowExplicit                // `? key`
	rowValue                   // `: value` of a `? key`
	rowText                    // a scalar or flow collection, or a key that has no colon yet
)

// row is a line as far as it can be read by itself.
type row struct {
	kind   rowKind
	line   Span
	dashes []int // offsets of the `-` at its start
	at     int   // of what stands behind them, properties included; the line's end if nothing does
	key    Span  // quotes included
	colon  int   // offset of the key's colon
	value  rowScalar
}

// valueKind says how a value begins.
type valueKind uint8

const (
	noValue valueKind = iota
	plainValue
	quotedValue
	openQuote  // a quote that the line does not close
	flowValue  // [ or {
	blockValue // the | or > of a block scalar
)

// rowScalar is the value on a line: behind the colon, or all that stands behind the dashes.
type rowScalar struct {
	kind    valueKind
	props   Span // anchor and tag
	span    Span // on this line; of a flow collection up to the line's end
	comment int  // offset of the comment behind it; the line's end without one
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// column is the offset of at in its row.
func (r *row) column(at int) int { return at - r.line.Start }

// first returns where the first thing of the row begins.
func (r *row) first() int {
	if len(r.dashes) > 0 {
		return r.dashes[0]
	}
	return r.at
}

// parentColumn is the column that the lines of a scalar or flow collection at this row must exceed:
// that of its key, else of its dash, else none.
func (r *row) parentColumn() int {
	switch {
	case r.kind == rowKey || r.kind == rowValue || r.kind == rowExplicit:
		return r.column(r.at)
	case len(r.dashes) > 0:
		return r.column(r.dashes[len(r.dashes)-1])
	}
	return -1
}

// readRow reads a line. The dashes of the row before are overwritten.
func (r *row) read(text string, line Span) {
	*r = row{line: line, dashes: r.dashes[:0], colon: -1}
	end := line.End
	at := skipBlanks(text, line.Start, end)
	r.at = at
	switch {
	case at == end:
		return
	case text[at] == '#':
		r.kind = rowComment
		return
	case at == line.Start && isMarker(text[at:end]):
		r.kind = rowMarker
		return
	}
	alone := func(c byte) bool {
		return at < end && text[at] == c && (at+1 == end || isBlank(text[at+1]))
	}
	for alone('-') {
		r.dashes = append(r.dashes, at)
		at = skipBlanks(text, at+1, end)
	}
	r.at = at
	switch {
	case alone('?'):
		r.kind = rowExplicit
		v := readValue(text, at+1, end)
		r.key = v.span
		r.colon = v.span.End
		if v.kind == noValue {
			r.key = Span{min(at+2, end), min(at+2, end)}
			r.colon = r.key.End
		}
		r.value.comment = v.comment
		return
	case alone(':'):
		r.kind, r.colon = rowValue, at
		r.value = readValue(text, at+1, end)
		return
	}
	content := skipProperties(text, at, end)
	if r.key, r.colon = readKey(text, content, end); r.colon >= 0 {
		r.kind = rowKey
		r.value = readValue(text, r.colon+1, end)
		return
	}
	r.value = readValue(text, at, end)
	r.kind = rowText
	if r.value.kind == noValue {
		r.kind = rowEmpty
	}
}

// isMarker reports whether a line begins or ends a document, or is a directive.
func isMarker(line string) bool {
	if line[0] == '%' {
		return true
	}
	return (strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...")) && (len(line) == 3 || isBlank(line[3]))
}

func skipBlanks(text string, at, end int) int {
	for at < end && isBlank(text[at]) {
		at++
	}
	return at
}

func trimBlanks(text string, start, end int) int {
	for end > start && isBlank(text[end-1]) {
		end--
	}
	return end
}

// skipProperties passes the anchor and the tag before a node, and the blanks behind them.
func skipProperties(text string, at, end int) int {
	for at < end && (text[at] == '&' || text[at] == '!') {
		for at < end && !isBlank(text[at]) {
			at++
		}
		at = skipBlanks(text, at, end)
	}
	return at
}

// readKey reads a key with its colon; the colon is -1 if there is none.
func readKey(text string, at, end int) (key Span, colon int) {
	if at == end {
		return Span{}, -1
	}
	switch c := text[at]; c {
	case '"', '\'':
		close := quoteEnd(text, at, end)
		if close < 0 {
			return Span{}, -1
		}
		colon = skipBlanks(text, close, end)
		if colon < end && text[colon] == ':' && (colon+1 == end || isBlank(text[colon+1])) {
			return Span{at, close}, colon
		}
		return Span{}, -1
	case '[', '{', '|', '>', '#':
		return Span{}, -1
	}
	for i := at; i < end; i++ {
		switch text[i] {
		case ':':
			if i+1 == end || isBlank(text[i+1]) {
				return Span{at, trimBlanks(text, at, i)}, i
			}
		case '#':
			if i > at && isBlank(text[i-1]) {
				return Span{}, -1
			}
		}
	}
	return Span{}, -1
}

// quoteEnd returns the offset behind the quote that closes the one at start, before end; -1 without.
func quoteEnd(text string, start, end int) int {
	quote := text[start]
	for i := start + 1; i < end; i++ {
		switch c := text[i]; {
		case c == '\\' && quote == '"':
			i++
		case c == quote && quote == '\'' && i+1 < end && text[i+1] == quote:
			i++
		case c == quote:
			return i + 1
		}
	}
	return -1
}

// readValue reads what stands from at to the end of the line.
func readValue(text string, at, end int) rowScalar {
	first := skipBlanks(text, at, end)
	content := skipProperties(text, first, end)
	v := rowScalar{props: Span{first, trimBlanks(text, first, content)}, span: Span{content, content}, comment: end}
	if content == end {
		return v
	}
	v.kind = plainValue
	switch c := text[content]; c {
	case '#':
		if isBlank(text[content-1]) {
			v.kind, v.comment = noValue, content
			return v
		}
	case '"', '\'':
		if close := quoteEnd(text, content, end); close >= 0 {
			v.kind = quotedValue
			v.span.End = close
			if i := skipBlanks(text, close, end); i < end && text[i] == '#' {
				v.comment = i
			}
			return v
		}
		v.kind = openQuote
		v.span.End = end
		return v
	case '[', '{':
		v.kind = flowValue
		v.span.End = end
		return v
	case '|', '>':
		i := content + 1
		for i < end && (text[i] == '+' || text[i] == '-' || isDigit(text[i])) {
			i++
		}
		if rest := skipBlanks(text, i, end); rest == end || rest > i && text[rest] == '#' {
			v.kind, v.span.End, v.comment = blockValue, i, rest
			return v
		}
	}
	v.comment = commentStart(text, content, end)
	v.span.End = trimBlanks(text, content, v.comment)
	return v
}

// commentStart returns where a comment behind a plain scalar begins, or end.
func commentStart(text string, at, end int) int {
	for i := at + 1; i < end; i++ {
		if text[i] == '#' && isBlank(text[i-1]) {
			return i
		}
	}
	return end
}

// unquote returns what the part of a scalar from its start up to end stands for, and the quote that
// is open there.
func unquote(text string, start, end int) (value string, quote byte) {
	part := text[start:end]
	if part == "" {
		return "", 0
	}
	switch quote = part[0]; quote {
	case '\'':
		if close := quoteEnd(text, start, end); close >= 0 {
			return strings.ReplaceAll(part[1:close-start-1], "''", "'"), 0
		}
		return strings.ReplaceAll(part[1:], "''", "'"), quote
	case '"':
		inner := part[1:]
		if close := quoteEnd(text, start, end); close >= 0 {
			inner, quote = part[1:close-start-1], 0
		}
		if strings.IndexByte(inner, '\\') < 0 {
			return inner, quote
		}
		var b strings.Builder
		for inner != "" {
			e := nextJSONElement(inner)
			b.WriteString(e.value)
			inner = inner[e.size:]
		}
		return b.String(), quote
	}
	return part, 0
}
