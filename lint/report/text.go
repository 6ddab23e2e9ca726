package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/forgelint/forgelint/lint"
)

// Printable returns s with every character that could drive a terminal or reorder a line replaced by
// its escape: control characters (C0, DEL, C1), bidirectional controls, line separators, tags and
// bytes that are no UTF-8. What is left is safe to write to a terminal.
func Printable(s string) string {
	if !needsEscape(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(escaped(r, s[i:i+n]))
		i += n
	}
	return b.String()
}

func needsEscape(s string) bool {
	ascii := 0
	for ascii < len(s) && 0x20 <= s[ascii] && s[ascii] < 0x7f {
		ascii++
	}
	s = s[ascii:]
	for i, r := range s {
		if unsafeRune(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return true
		}
	}
	return false
}

// escaped returns how the character r, written as raw, is shown.
func escaped(r rune, raw string) string {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf(`\x%02x`, raw[0])
	case !unsafeRune(r):
		return raw
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// unsafeRune reports whether r must never reach a terminal as it is.
func unsafeRune(r rune) bool {
	if r < 0x7f {
		return r < 0x20
	}
	return r < 0xa0 || // DEL and C1
		r == 0x061c || r == 0x200e || r == 0x200f || // bidirectional marks
		0x2028 <= r && r <= 0x202e || // separators, embeddings and overrides
		0x2066 <= r && r <= 0x2069 || // isolates
		r == 0xfeff || 0xfff9 <= r && r <= 0xfffb || // byte order mark, interlinear annotations
		0xe0000 <= r && r <= 0xe007f || // tags: text that nobody sees
		unicode.Is(unicode.Co, r)
}

// palette draws with colour or without.
type palette bool

func (p palette) sgr(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p palette) bold(s string) string { return p.sgr("1", s) }

// gutter draws line numbers, bars and secondary marks.
func (p palette) gutter(s string) string { return p.sgr("34", s) }

func (p palette) severity(sev lint.Severity, s string) string {
	switch sev {
	case lint.Error:
		return p.sgr("1;31", s)
	case lint.Warning:
		return p.sgr("1;33", s)
	}
	return p.sgr("1;36", s)
}
