package syntax

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestLines(t *testing.T) {
	for _, test := range []struct {
		text  string
		lines []string
	}{
		{"", []string{""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a", ""}},
		{"a\r\nb\rc\n\nd", []string{"a", "b", "c", "", "d"}},
		{"a\n\rb", []string{"a", "", "b"}},
		{"a\r\r\nb", []string{"a", "", "b"}},
		{"\r\n", []string{"", ""}},
		{"a\u0085b\u2028c\u2029d\ve\ff", []string{"a\u0085b\u2028c\u2029d\ve\ff"}},
		{"\uFEFFa\nb", []string{"a", "b"}},
		{"\uFEFF", []string{""}},
	} {
		f := NewFile("t", []byte(test.text))
		var got []string
		for line := 1; line <= f.LineCount(); line++ {
			span := f.LineSpan(line)
			got = append(got, f.Text[span.Start:span.End])
		}
		if strings.Join(got, "|") != strings.Join(test.lines, "|") || len(got) != len(test.lines) {
			t.Errorf("%q: lines %q, want %q", test.text, got, test.lines)
		}
	}
}

func TestPositions(t *testing.T) {
	type place struct{ line, utf8, utf16, utf32 int }
	for _, test := range []struct {
		text   string
		offset int
		want   place // from 0
		back   int   // the offset of that place
	}{
		{"ab", 1, place{0, 1, 1, 1}, 1},
		{"ab", -3, place{0, 0, 0, 0}, 0},
		{"ab", 9, place{0, 2, 2, 2}, 2},
		{"a\tb", 2, place{0, 2, 2, 2}, 2},
		{"é😀x", 2, place{0, 2, 1, 1}, 2},
		{"é😀x", 6, place{0, 6, 3, 2}, 6},
		{"é😀x", 1, place{0, 0, 0, 0}, 0}, // inside a character
		{"é😀x", 4, place{0, 2, 1, 1}, 2},
		{"a\r\nb", 1, place{0, 1, 1, 1}, 1},
		{"a\r\nb", 2, place{0, 1, 1, 1}, 1}, // inside a line break
		{"a\r\nb", 3, place{1, 0, 0, 0}, 3},
		{"a\rb", 2, place{1, 0, 0, 0}, 2},
		{"a\n", 2, place{1, 0, 0, 0}, 2},
		{"\uFEFFa", 0, place{0, 0, 0, 0}, 3},
		{"\uFEFFa", 3, place{0, 0, 0, 0}, 3},
		{"\uFEFFa", 4, place{0, 1, 1, 1}, 4},
		{"\uFEFF\nb", 5, place{1, 1, 1, 1}, 5},
		{"a\xff\xfeb", 3, place{0, 3, 3, 3}, 3}, // invalid bytes count one each
		{"\xe2\x82x", 2, place{0, 2, 2, 2}, 2},
		{"\xed\xa0\x80x", 3, place{0, 3, 3, 3}, 3},
	} {
		f := NewFile("t", []byte(test.text))
		for enc, want := range map[Encoding]int{UTF8: test.want.utf8, UTF16: test.want.utf16, UTF32: test.want.utf32} {
			line, character := f.EncodedPosition(test.offset, enc)
			if line != test.want.line || character != want {
				t.Errorf("%q at %d: %d:%d in encoding %d, want %d:%d", test.text, test.offset, line, character, enc, test.want.line, want)
			}
			if back := f.EncodedOffset(line, character, enc); back != test.back {
				t.Errorf("%q at %d:%d: offset %d in encoding %d, want %d", test.text, line, character, back, enc, test.back)
			}
		}
		p := Position{test.want.line + 1, test.want.utf32 + 1}
		if got := f.Position(test.offset); got != p {
			t.Errorf("%q at %d: position %v, want %v", test.text, test.offset, got, p)
		}
		if back := f.Offset(p); back != test.back {
			t.Errorf("%q at %v: offset %d, want %d", test.text, p, back, test.back)
		}
	}
}

func TestOffsetsAreClamped(t *testing.T) {
	f := NewFile("t", []byte("a😀\r\nbc\n"))
	for _, test := range []struct{ line, character, want int }{
		{-1, 5, 0}, {0, -1, 0}, {0, 2, 1}, {0, 3, 5}, {0, 4, 5}, {0, 1 << 31, 5},
		{1, 99, 9}, {2, 0, 10}, {2, 7, 10}, {3, 0, 10}, {1 << 31, 0, 10},
	} {
		if got := f.EncodedOffset(test.line, test.character, UTF16); got != test.want {
			t.Errorf("%d:%d: offset %d, want %d", test.line, test.character, got, test.want)
		}
	}
}

func TestUTF16Files(t *testing.T) {
	for _, test := range []struct {
		units []uint16
		odd   string // bytes behind the units
		text  string
		raw   map[int]int // offsets in the text and in the file
	}{
		{units: utf16.Encode([]rune("\uFEFFab")), text: "\uFEFFab", raw: map[int]int{0: 0, 3: 2, 4: 4, 5: 6}},
		{units: utf16.Encode([]rune("\uFEFFé😀x")), text: "\uFEFFé😀x", raw: map[int]int{3: 2, 5: 4, 9: 8, 10: 10, 7: 4}},
		{units: []uint16{0xFEFF, 'a', 0xD800, 'b'}, text: "\uFEFFa\xffb", raw: map[int]int{4: 4, 5: 6, 6: 8}},
		{units: []uint16{0xFEFF, 0xDC00, 0xD83D}, text: "\uFEFF\xff\xff", raw: map[int]int{4: 4, 5: 6}},
		{units: []uint16{0xFEFF, 'a'}, odd: "b", text: "\uFEFFa\xff", raw: map[int]int{4: 4, 5: 5, 99: 5}},
	} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			var raw []byte
			for _, unit := range test.units {
				raw = order.AppendUint16(raw, unit)
			}
			raw = append(raw, test.odd...)
			f := NewFile("t", raw)
			if f.Text != test.text {
				t.Errorf("%x: text %q, want %q", raw, f.Text, test.text)
				continue
			}
			for offset, want := range test.raw {
				if got := f.RawOffset(offset); got != want {
					t.Errorf("%q at %d: raw offset %d, want %d", f.Text, offset, got, want)
				}
			}
			if utf8.ValidString(f.Text) && string(f.Encode(f.Text)) != string(raw) {
				t.Errorf("%q: encoded again %x, want %x", f.Text, f.Encode(f.Text), raw)
			}
		}
	}
}

// naive is the plain definition of a place, for comparison.
func naive(text string, offset int, enc Encoding) (line, character int) {
	offset = min(max(offset, 0), len(text))
	at := 0
	if strings.HasPrefix(text, bom) {
		at = len(bom)
	}
	for at < offset {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case strings.HasPrefix(text[at:], "\r\n"):
			if at+2 > offset {
				return line, character
			}
			at, line, character = at+2, line+1, 0
			continue
		case r == '\n' || r == '\r':
			at, line, character = at+1, line+1, 0
			continue
		case at+size > offset:
			return line, character
		case enc == UTF8:
			character += size
		case enc == UTF16 && r > 0xFFFF:
			character += 2
		default:
			character++
		}
		at += size
	}
	return line, character
}

func checkPositions(t *testing.T, f *File, offset int) {
	t.Helper()
	for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
		line, character := f.EncodedPosition(offset, enc)
		if wantLine, want := naive(f.Text, offset, enc); line != wantLine || character != want {
			t.Fatalf("offset %d, encoding %d: %d:%d, want %d:%d", offset, enc, line, character, wantLine, want)
		}
		back := f.EncodedOffset(line, character, enc)
		if span := f.LineSpan(line + 1); back < span.Start || back > span.End {
			t.Fatalf("offset %d, encoding %d: back to %d outside its line %v", offset, enc, back, span)
		}
		if again, column := f.EncodedPosition(back, enc); again != line || column != character {
			t.Fatalf("offset %d, encoding %d: %d:%d became %d:%d", offset, enc, line, character, again, column)
		}
		if back > max(offset, len(bom)) {
			t.Fatalf("offset %d, encoding %d: back to %d", offset, enc, back)
		}
	}
}

func TestLongLines(t *testing.T) {
	unit := "aé😀\xffxyz₿"
	text := "short é\n" + strings.Repeat(unit, 3000) + "\r\n" + strings.Repeat("a", 9000) + strings.Repeat(unit, 100) + "\nend"
	for _, text := range []string{text, bom + text, text[strings.Index(text, "\n")+1:]} {
		f := NewFile("t", []byte(text))
		for offset := 0; offset <= len(text); offset += 97 {
			checkPositions(t, f, offset)
		}
	}
}

func FuzzPosition(f *testing.F) {
	f.Add([]byte("a\r\né😀\xff\rb\n"), 3)
	f.Add([]byte("\uFEFFkey: ü\r\n\r\n"), 7)
	f.Add([]byte("\xff\xfea\x00\n\x00"), 2)
	f.Fuzz(func(t *testing.T, raw []byte, offset int) {
		file := NewFile("f", raw)
		for _, offset := range []int{offset, offset % (len(raw) + 2)} {
			checkPositions(t, file, offset)
			if at := file.RawOffset(min(max(offset, 0), len(file.Text))); at < 0 || at > len(raw) {
				t.Fatalf("raw offset %d of %d bytes", at, len(raw))
			}
		}
		long := NewFile("f", []byte(strings.Repeat(strings.NewReplacer("\n", "", "\r", "").Replace(file.Text), 4096/(len(file.Text)+1)+1)))
		checkPositions(t, long, offset%(len(long.Text)+2))
		for line := 1; line < file.LineCount(); line++ {
			if a, b := file.LineSpan(line), file.LineSpan(line+1); a.End >= b.Start || strings.ContainsAny(file.Text[a.Start:a.End], "\r\n") {
				t.Fatalf("lines %v and %v", a, b)
			}
		}
	})
}

func BenchmarkPositionInLongLine(b *testing.B) {
	f := NewFile("t", []byte(strings.Repeat("aé😀 ", 10<<20/8)))
	for i := 0; b.Loop(); i++ {
		f.Position(i * 7919 % len(f.Text))
	}
}

func TestWideEncoding(t *testing.T) {
	const sixteen = "UTF-16 without a byte order mark"
	for raw, want := range map[string]string{
		"":                             "",
		"name: x\n":                    "",
		"name: \x00x\n":                "",
		"n\x00a\x00m\x00e\x00":         sixteen,
		"\x00n\x00a\x00m\x00e":         sixteen,
		"\xff\xfen\x00a\x00m\x00e\x00": "", // decoded
		"n\x00\x00\x00a\x00\x00\x00":   "UTF-32",
		"\xff\xfe\x00\x00n\x00\x00\x00a\x00\x00\x00": "UTF-32",
		"\x00\x00\xfe\xff\x00\x00\x00n":              "UTF-32",
		"\x00\x00\x00n\x00\x00\x00a":                 "UTF-32",
		"\u65e5\u672c\u8a9e: \u65e5\u672c":           "",
	} {
		if got := NewFile("x.yaml", []byte(raw)).WideEncoding(); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}
