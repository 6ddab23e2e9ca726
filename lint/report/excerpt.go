package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/forgelint/forgelint/syntax"
)

const (
	tabWidth = 4 // columns between tab stops of an excerpt
	// Of a long line, this many bytes before and after the start of a mark are shown.
	bytesBefore = 100
	bytesAfter  = 200
)

// excerpt is a line of a file, or the part of a long line around a mark, as a terminal shows it:
// tabs are spaces, what could drive the terminal is escaped, and each byte has a column.
type excerpt struct {
	text    string
	from    int   // offset of the first byte shown
	columns []int // column from 0 of each byte from there, and of the end
}

func newExcerpt(text string, line syntax.Span, m mark) excerpt {
	from, to := line.Start, line.End
	if from == 0 {
		from += len(text[:to]) - len(strings.TrimPrefix(text[:to], "\ufeff"))
	}
	var b strings.Builder
	column := 0
	if cut := backToRune(text, m.from-bytesBefore); cut > from {
		from = cut
		b.WriteString("…")
		column++
	}
	after := ""
	if cut := backToRune(text, max(m.from, from)+bytesAfter); cut < to {
		to = cut
		after = "…"
	}
	e := excerpt{from: from, columns: make([]int, 0, to-from+1)}
	for i := from; i < to; {
		r, n := utf8.DecodeRuneInString(text[i:to])
		shown := escaped(r, text[i:i+n])
		if r == '\t' {
			shown = strings.Repeat(" ", tabWidth-column%tabWidth)
		}
		b.WriteString(shown)
		for range n {
			e.columns = append(e.columns, column)
		}
		column += displayWidth(shown)
		i += n
	}
	e.columns = append(e.columns, column)
	e.text = strings.TrimRight(b.String(), " ") + after
	return e
}

// holds reports whether the mark starts in the part that is shown.
func (e excerpt) holds(m mark) bool { return e.from <= m.from && m.from < e.from+len(e.columns) }

// column returns where the byte at offset is shown, clamped to the excerpt.
func (e excerpt) column(offset int) int {
	return e.columns[min(max(offset-e.from, 0), len(e.columns)-1)]
}

// backToRune returns the start of the character that holds the byte at offset.
func backToRune(s string, offset int) int {
	if offset <= 0 {
		return 0
	}
	if offset >= len(s) {
		return len(s)
	}
	for offset > 0 && !utf8.RuneStart(s[offset]) {
		offset--
	}
	return offset
}

// displayWidth returns how many columns of a terminal s takes.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1 // no wide and no combining character comes before
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), 0x1160 <= r && r <= 0x11ff:
		return 0 // drawn over the one before: marks, joiners, medial and final Hangul letters
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
