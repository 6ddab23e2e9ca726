package syntax

import (
	"strconv"
	"unicode/utf8"
)

// escapes are the one-character escapes of a double-quoted YAML scalar.
var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f",
	'r': "\r", 'e': "\x1b", ' ': " ", '"': `"`, '\\': `\`, '/': "/", 'N': "\u0085", '_': "\u00a0",
	'L': "\u2028", 'P': "\u2029",
}

// escapeDigits is the number of hexadecimal digits behind a numeric escape.
var escapeDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// double reads a double-quoted scalar that covers span, quotes included. Its escapes are known to
// be right; of a wrong one the characters stay.
func (t *scalarText) double(span Span, json bool) {
	i, end := span.Start+1, span.End-1
	from := i
	for i < end {
		switch c := t.src[i]; {
		case c == '\\' && i+1 < end:
			t.literal(from, i)
			if n := breakLen(t.src, i+1); n > 0 {
				i = t.escapedBreak(i, i+1+n, end)
			} else {
				text, n := unescape(t.src[i:end], json)
				t.replaced(text, i, i+n)
				i += n
			}
			from = i
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xC2 || c == 0xE2:
			i, from = t.quotedSpace(from, i, end)
		default:
			i++
		}
	}
	t.literal(from, end)
}

// escapedBreak reads on behind a line break that a backslash hides: empty lines after it stay, the
// white space goes.
func (t *scalarText) escapedBreak(start, i, end int) int {
	for {
		i = skipBlank(t.src, i, end, true)
		n := breakLen(t.src, i)
		if n == 0 || i >= end {
			return i
		}
		t.replaced(breakValue(t.src, i, n), start, i+n)
		i += n
		start = i
	}
}

// unescape returns what the escape at the start of s reads as, and its length. YAML reads each half
// of a surrogate pair on its own; it stays in the value as the three bytes that UTF-8 does not
// allow. JSON joins the halves.
func unescape(s string, json bool) (string, int) {
	if text, ok := escapes[s[1]]; ok {
		return text, 2
	}
	r, n := numericEscape(s)
	if n == 0 {
		_, size := utf8.DecodeRuneInString(s[1:])
		return s[:1+size], 1 + size
	}
	if json && 0xD800 <= r && r < 0xDC00 {
		if low, m := numericEscape(s[n:]); m > 0 && 0xDC00 <= low && low < 0xE000 {
			return string(rune((r-0xD800)<<10|(low-0xDC00)) + 0x10000), n + m
		}
	}
	if 0xD800 <= r && r < 0xE000 {
		return string([]byte{0xED, byte(0x80 | r>>6&0x3F), byte(0x80 | r&0x3F)}), n
	}
	return string(rune(r)), n
}

// numericEscape reads \xHH, \uHHHH or \UHHHHHHHH; the length is 0 if none stands there.
func numericEscape(s string) (r uint64, length int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	digits := escapeDigits[s[1]]
	if digits == 0 || len(s) < 2+digits {
		return 0, 0
	}
	r, err := strconv.ParseUint(s[2:2+digits], 16, 32)
	if err != nil {
		return 0, 0
	}
	return r, 2 + digits
}
