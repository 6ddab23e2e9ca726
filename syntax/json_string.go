package syntax

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonElement is what a string of a JSON text is made of: a character or an escape.
type jsonElement struct {
	size  int    // in the text, in bytes
	value string // what it stands for
	fault jsonFault
}

// jsonFault is what JSON has against an element.
type jsonFault uint8

const (
	jsonGood       jsonFault = iota
	jsonBadEscape            // `\d`
	jsonBadUnicode           // `\u12`
	jsonLineBreak            // a raw line break; behind a backslash too
	jsonControl              // a raw control character, a tab too
	jsonInvalid              // a byte that is no UTF-8
)

// nextJSONElement reads the element at the start of text, which is not empty. An escape that JSON
// does not know stands for itself, that of another quote for the quote.
func nextJSONElement(text string) jsonElement {
	switch c := text[0]; {
	case c == '\\':
		return jsonEscape(text)
	case c == '\n' || c == '\r':
		n := 1
		if strings.HasPrefix(text, "\r\n") {
			n = 2
		}
		return jsonElement{n, "\n", jsonLineBreak}
	case c < ' ':
		return jsonElement{1, text[:1], jsonControl}
	case c < utf8.RuneSelf:
		return jsonElement{1, text[:1], jsonGood}
	}
	r, size := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && size == 1 {
		return jsonElement{1, "\uFFFD", jsonInvalid}
	}
	return jsonElement{size, text[:size], jsonGood}
}

func jsonEscape(text string) jsonElement {
	if len(text) == 1 {
		return jsonElement{1, text, jsonBadEscape}
	}
	switch c := text[1]; c {
	case '"', '\\', '/':
		return jsonElement{2, text[1:2], jsonGood}
	case 'b', 'f', 'n', 'r', 't':
		return jsonElement{2, string("\b\f\n\r\t"[strings.IndexByte("bfnrt", c)]), jsonGood}
	case '\'', '`':
		return jsonElement{2, text[1:2], jsonBadEscape}
	case '\n', '\r':
		e := nextJSONElement(text[1:])
		e.size++
		return e
	case 'u':
		r, ok := hex4(text)
		if !ok {
			return jsonElement{2, text[:2], jsonBadUnicode}
		}
		if utf16.IsSurrogate(r) {
			low, ok := hex4(text[6:])
			if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
				return jsonElement{12, string(pair), jsonGood}
			}
		}
		return jsonElement{6, string(r), jsonGood} // half a pair becomes U+FFFD
	}
	_, size := utf8.DecodeRuneInString(text[1:])
	if size == 1 && text[1] >= utf8.RuneSelf {
		size = 0 // the invalid byte is a fault of its own
	}
	return jsonElement{1 + size, text[:1+size], jsonBadEscape}
}

// hex4 reads a `\u` escape.
func hex4(text string) (rune, bool) {
	if len(text) < 6 || text[:2] != `\u` {
		return 0, false
	}
	var r rune
	for _, c := range []byte(text[2:6]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// jsonQuote returns the quote at the start of text and what closes it; "" if there is none. All but
// `"` are faults.
func jsonQuote(text string) (open, closing string) {
	for _, q := range [...][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“”"}, {"”", "”"}, {"‘", "’"}, {"’", "’"}} {
		if strings.HasPrefix(text, q[0]) {
			return q[0], q[1]
		}
	}
	return "", ""
}

// jsonSource maps the bytes [from, to) of the value of the JSON scalar at span to the place in text
// where they are written.
func jsonSource(text string, span Span, from, to int) Span {
	inner, next := text[span.Start:span.End], nextJSONElement
	open, closing := jsonQuote(inner)
	inner = inner[len(open):]
	if open == "" {
		next = nextBareElement
	} else if r, size := utf8.DecodeLastRuneInString(inner); size > 0 && strings.ContainsRune(closing, r) {
		inner = inner[:len(inner)-size]
	}
	at, passed := span.Start+len(open), 0
	pass := func(ok func(after int) bool) {
		for inner != "" {
			e := next(inner)
			if !ok(passed + len(e.value)) {
				return
			}
			at, passed, inner = at+e.size, passed+len(e.value), inner[e.size:]
		}
	}
	pass(func(after int) bool { return after <= from })
	start := at
	pass(func(int) bool { return passed < to })
	return Span{start, at}
}

// nextBareElement reads a character outside of quotes.
func nextBareElement(text string) jsonElement {
	r, size := utf8.DecodeRuneInString(text)
	return jsonElement{size: size, value: string(r)}
}
