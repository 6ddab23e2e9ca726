package syntax

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// rawEncoding is how a file is written on disk. The zero value is UTF-8.
type rawEncoding uint8

const (
	rawUTF8 rawEncoding = iota
	rawUTF16LE
	rawUTF16BE
)

// notUTF16 stands in a decoded text for what is no character in UTF-16.
const notUTF16 = "\xff"

// IsUTF16 reports whether the file on disk is UTF-16 with a byte order mark.
func (f *File) IsUTF16() bool { return f.raw != rawUTF8 }

// decode turns the bytes of a file into UTF-8.
func decode(raw []byte) (string, rawEncoding) {
	if len(raw) >= 2 {
		switch {
		case raw[0] == 0xFF && raw[1] == 0xFE:
			return decodeUTF16(raw, binary.LittleEndian), rawUTF16LE
		case raw[0] == 0xFE && raw[1] == 0xFF:
			return decodeUTF16(raw, binary.BigEndian), rawUTF16BE
		}
	}
	return string(raw), rawUTF8
}

func decodeUTF16(raw []byte, order binary.ByteOrder) string {
	var b strings.Builder
	b.Grow(len(raw) / 2)
	for ; len(raw) >= 2; raw = raw[2:] {
		r := rune(order.Uint16(raw))
		if utf16.IsSurrogate(r) {
			if len(raw) >= 4 {
				r = utf16.DecodeRune(r, rune(order.Uint16(raw[2:])))
			} else {
				r = utf8.RuneError
			}
			if r == utf8.RuneError {
				b.WriteString(notUTF16)
				continue
			}
			raw = raw[2:]
		}
		b.WriteRune(r)
	}
	if len(raw) == 1 {
		b.WriteString(notUTF16)
	}
	return b.String()
}

// WideEncoding returns "UTF-16 without a byte order mark" or "UTF-32" for a file that seems to be written so
// and was not decoded: many of its first bytes are zero. It returns "" for any other.
func (f *File) WideEncoding() string {
	start := f.Text[:min(len(f.Text), 64)]
	switch zeros := strings.Count(start, "\x00"); {
	case 5*zeros > 3*len(start), 3*zeros > len(start) && strings.HasPrefix(start, bom):
		return "UTF-32" // its mark starts like that of UTF-16
	case 3*zeros > len(start):
		return "UTF-16 without a byte order mark"
	}
	return ""
}

// RawOffset maps an offset into Text to a byte offset into the file on disk. They differ in UTF-16.
func (f *File) RawOffset(offset int) int {
	if f.raw == rawUTF8 {
		return offset
	}
	offset = min(max(offset, 0), len(f.Text))
	at, units := f.before(0, offset, UTF16)
	for at < offset {
		size, n := unit(f.Text[at:], UTF16)
		if at+size > offset {
			break
		}
		at, units = at+size, units+n
	}
	raw := 2 * units
	if offset == len(f.Text) && f.oddRaw {
		raw--
	}
	return raw
}

// Encode returns a new text for the file as bytes in the encoding that the file has on disk.
func (f *File) Encode(text string) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	switch f.raw {
	case rawUTF8:
		return []byte(text)
	case rawUTF16BE:
		order = binary.BigEndian
	}
	raw := make([]byte, 0, 2*len(text))
	for _, r := range text {
		if hi, lo := utf16.EncodeRune(r); hi != utf8.RuneError {
			raw = order.AppendUint16(order.AppendUint16(raw, uint16(hi)), uint16(lo))
		} else {
			raw = order.AppendUint16(raw, uint16(r))
		}
	}
	return raw
}
