package syntax

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// bom is the byte order mark in UTF-8.
const bom = "\uFEFF"

// File is the text of a file and the only code that knows lines, columns, byte order marks and
// encodings. Lines end at LF, CRLF or CR, and nowhere else.
type File struct {
	Name string
	// Text is UTF-8. A byte order mark stays (3 bytes, no column), a UTF-16 file with a mark is
	// decoded, invalid bytes stay as they are; what is no character in UTF-16 (half a surrogate
	// pair, half a unit at the end) becomes the invalid byte 0xFF.
	Text string

	raw    rawEncoding
	oddRaw bool // a UTF-16 file that ends in half a unit

	once   sync.Once
	starts []int // of each line; the first is behind the byte order mark

	marksOnce sync.Once
	marks     []mark
}

// Position counts from 1; Column counts code points, a tab is one.
type Position struct{ Line, Column int }

// Encoding is the unit in which a protocol counts the characters of a line.
type Encoding uint8

const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

// NewFile decodes the bytes of a file.
func NewFile(name string, raw []byte) *File {
	f := &File{Name: name}
	f.Text, f.raw = decode(raw)
	f.oddRaw = f.raw != rawUTF8 && len(raw)%2 == 1
	return f
}

// NewText makes a File of a text that needs no decoding: an editor's buffer.
func NewText(name, text string) *File { return &File{Name: name, Text: text} }

// LineCount returns the number of lines; a text that ends in a line break has an empty last one.
func (f *File) LineCount() int { return len(f.lines()) }

// LineSpan covers a line (from 1) without its line break and without a byte order mark. Lines
// outside the text are clamped to its first and last line.
func (f *File) LineSpan(line int) Span {
	starts := f.lines()
	i := min(max(line-1, 0), len(starts)-1)
	if i+1 == len(starts) {
		return Span{starts[i], len(f.Text)}
	}
	end := starts[i+1] - 1
	if f.Text[end] == '\n' && end > starts[i] && f.Text[end-1] == '\r' {
		end--
	}
	return Span{starts[i], end}
}

// Line returns the line (from 1) that holds an offset; a line break belongs to the line it ends.
func (f *File) Line(offset int) int {
	starts := f.lines()
	return max(1, sort.Search(len(starts), func(i int) bool { return starts[i] > offset }))
}

// Position returns the place of an offset; offsets outside the text, inside a character or inside a
// line break are clamped.
func (f *File) Position(offset int) Position {
	line, n := f.count(offset, UTF32)
	return Position{line, n + 1}
}

// Offset is the inverse of Position, clamped to the line and the text.
func (f *File) Offset(p Position) int {
	switch {
	case p.Line < 1:
		return f.LineSpan(1).Start
	case p.Line > f.LineCount():
		return len(f.Text)
	}
	return f.find(f.LineSpan(p.Line), p.Column-1, UTF32)
}

// EncodedPosition returns line and character, both from 0, in the unit of enc.
func (f *File) EncodedPosition(offset int, enc Encoding) (line, character int) {
	line, character = f.count(offset, enc)
	return line - 1, character
}

// EncodedOffset is the inverse of EncodedPosition; positions past the end of a line or of the text,
// or inside a character, are clamped as the language server protocol says.
func (f *File) EncodedOffset(line, character int, enc Encoding) int {
	switch {
	case line < 0:
		return f.LineSpan(1).Start
	case line >= f.LineCount():
		return len(f.Text)
	}
	return f.find(f.LineSpan(line+1), character, enc)
}

// lines returns the starts of the lines.
func (f *File) lines() []int {
	f.once.Do(func() {
		text := f.Text
		starts := make([]int, 1, 1+strings.Count(text, "\n"))
		if strings.HasPrefix(text, bom) {
			starts[0] = len(bom)
		}
		if strings.IndexByte(text, '\r') < 0 {
			for at := 0; ; {
				i := strings.IndexByte(text[at:], '\n')
				if i < 0 {
					break
				}
				at += i + 1
				starts = append(starts, at)
			}
		} else {
			for i := range len(text) {
				if c := text[i]; c == '\n' || c == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
					starts = append(starts, i+1)
				}
			}
		}
		f.starts = starts
	})
	return f.starts
}

// count returns the line (from 1) of an offset and how many units of enc stand before it there.
func (f *File) count(offset int, enc Encoding) (line, units int) {
	line = f.Line(offset)
	span := f.LineSpan(line)
	offset = min(max(offset, span.Start), span.End)
	at, units := f.before(span.Start, offset, enc)
	for at < offset {
		size, n := unit(f.Text[at:], enc)
		if at+size > offset {
			break
		}
		at, units = at+size, units+n
	}
	return line, units
}

// find returns the offset in a line before which the given number of units stand.
func (f *File) find(line Span, units int, enc Encoding) int {
	if units <= 0 {
		return line.Start
	}
	at, passed := line.Start, 0
	if line.Len() >= longLine {
		// The last mark of the line with no more units before it.
		marks := f.checkpoints()
		origin, before := f.before(0, line.Start, enc)
		for origin < line.Start {
			size, n := unit(f.Text[origin:], enc)
			origin, before = origin+size, before+n
		}
		i := sort.Search(len(marks), func(i int) bool {
			return marks[i].offset > line.End || marks[i].offset > line.Start && marks[i].units(enc)-before > units
		})
		if i > 0 && marks[i-1].offset > at {
			at, passed = marks[i-1].offset, marks[i-1].units(enc)-before
		}
	}
	for at < line.End {
		size, n := unit(f.Text[at:], enc)
		if passed+n > units {
			break
		}
		at, passed = at+size, passed+n
	}
	return at
}

// unit returns the length of the character at the start of text in bytes and in units. An invalid
// byte is a character.
func unit(text string, enc Encoding) (size, units int) {
	if text[0] < utf8.RuneSelf {
		return 1, 1
	}
	_, size = utf8.DecodeRuneInString(text)
	switch {
	case enc == UTF8:
		return size, size
	case enc == UTF16 && size == 4:
		return size, 2
	}
	return size, 1
}

// A line of this length or more is not counted from its start: thousands of diagnostics may stand in
// one line of a minified file.
const longLine = 4096

// mark is a checkpoint at a character: how many units stand before it in the text.
type mark struct{ offset, utf16, utf32 int }

func (m mark) units(enc Encoding) int {
	return [...]int{UTF16: m.utf16, UTF8: m.offset, UTF32: m.utf32}[enc]
}

// checkpoints returns a mark for about every quarter of longLine.
func (f *File) checkpoints() []mark {
	f.marksOnce.Do(func() {
		var m mark
		for next := 0; m.offset < len(f.Text); {
			if m.offset >= next {
				f.marks = append(f.marks, m)
				next = m.offset + longLine/4
			}
			size, n := unit(f.Text[m.offset:], UTF16)
			m = mark{m.offset + size, m.utf16 + n, m.utf32 + 1}
		}
	})
	return f.marks
}

// before returns a character's offset not after to, near it if from is far, and the units of enc
// between from and there.
func (f *File) before(from, to int, enc Encoding) (at, units int) {
	if to-from < longLine {
		return from, 0
	}
	marks := f.checkpoints()
	last := func(offset int) mark {
		return marks[sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset })-1]
	}
	end, start := last(to), last(from)
	units = end.units(enc) - start.units(enc)
	for start.offset < from {
		size, n := unit(f.Text[start.offset:], enc)
		start.offset, units = start.offset+size, units-n
	}
	return end.offset, units
}
