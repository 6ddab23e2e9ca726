package syntax

import (
	"fmt"
	"unicode/utf8"
)

// maxCharacterFaults is how many bad characters are reported one by one; with more the file is no
// text, and only the first is.
const maxCharacterFaults = 20

// checkCharacters reports what YAML allows in no place, quotes and comments included: bytes that are
// no UTF-8, and control characters. In the text that comes back something harmless of the same
// length stands in their place; it is empty if the file is no text at all.
func checkCharacters(src string) (string, []Error) {
	i := nextForbidden(src, 0)
	if i == len(src) {
		return src, nil
	}
	var faults []Error
	text := []byte(src)
	for ; i < len(src) && len(faults) <= maxCharacterFaults; i = nextForbidden(src, i) {
		start := i
		first, size := utf8.DecodeRuneInString(src[i:])
		invalid := first == utf8.RuneError && size == 1
		for i < len(src) {
			r, size := utf8.DecodeRuneInString(src[i:])
			if allowedCharacter(r, size) || (r == utf8.RuneError && size == 1) != invalid {
				break
			}
			i += size
		}
		span := Span{start, i}
		e := Error{Span: span, Code: InvalidCharacter,
			Message: fmt.Sprintf("the character U+%04X is not allowed in YAML, not even in quotes", first),
			Help:    fmt.Sprintf("delete it, or write `\\u%04X` in double quotes", first)}
		if invalid {
			e.Message = fmt.Sprintf("the byte 0x%02X is no UTF-8", src[start])
			e.Help = "save the file as UTF-8"
		}
		faults = append(faults, e)
		fillForbidden(text, span)
	}
	wide := (&File{Text: src}).WideEncoding()
	if len(faults) > maxCharacterFaults || wide != "" {
		faults = faults[:1]
		faults[0].Message = "the file is no UTF-8 text: " + faults[0].Message
		if wide != "" {
			faults[0].Message = "the file seems to be " + wide + ", and the loader reads UTF-8"
		}
		faults[0].Help = "save the file as UTF-8"
		return "", faults
	}
	return string(text), faults
}

// fillForbidden replaces the characters of a span: by spaces at the start or end of a line, else by
// a character that goes on with the word around it.
func fillForbidden(text []byte, span Span) {
	with := byte('_')
	before, after := span.Start-1, span.End
	for before >= 0 && text[before] == ' ' {
		before--
	}
	for after < len(text) && text[after] == ' ' {
		after++
	}
	if before < 0 || text[before] == '\n' || after == len(text) || text[after] == '\n' || text[after] == '\r' {
		with = ' '
	}
	for i := span.Start; i < span.End; i++ {
		text[i] = with
	}
}

func nextForbidden(s string, i int) int {
	for i < len(s) {
		if c := s[i]; c >= ' ' && c < 0x7F || c == '\n' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !allowedCharacter(r, size) {
			return i
		}
		i += size
	}
	return i
}

// allowedCharacter is PyYAML's set of characters; size is 1 for a byte that is no UTF-8.
func allowedCharacter(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size == 1:
		return false
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case r < 0xA0:
		return r < 0x7F || r == 0x85
	}
	return r != 0xFFFE && r != 0xFFFF
}
