package regex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// flagLetters are the inline flags of each engine.
var flagLetters = [3]string{RE2: "imsU", Python: "aimstux", JavaScript: ""}

// flagHelp lists them.
var flagHelp = [3]string{
	RE2:    "the flags are `i`, `m`, `s` and `U`",
	Python: "the flags are `a`, `i`, `m`, `s`, `u` and `x`",
}

// flagGroup reads `(?i)`, `(?i:…)` and what looks like it. first: nothing that matches stands before.
func (p *parser) flagGroup(start int, first bool) (*Node, error) {
	p.pos = start + 2
	end := p.pos
	for end < len(p.src) && (p.src[end] == '-' || p.src[end] == '^' || isLetter(p.src[end])) {
		end++
	}
	text := p.src[start:min(end+1, len(p.src))]
	fail := func(help, format string, args ...any) (*Node, error) {
		return nil, p.errorf(start, start+len(text), "bad-flags", help, format, args...)
	}
	switch {
	case p.pos >= len(p.src):
		return nil, p.unterminated(start)
	case end < len(p.src) && strings.IndexByte(":)", p.src[end]) < 0 || end == p.pos && p.src[end] != ')' && p.dialect != RE2:
		r, size := utf8.DecodeRuneInString(p.src[p.pos:])
		kind := "bad-flags"
		if unicode.IsDigit(r) || strings.ContainsRune("+-&*?", r) {
			kind = "other"
		}
		return nil, p.errorf(start, start+2+size, kind, "write `(…)` or `(?:…)` for a group, `\\(\\?` for the characters", "%s has no group that starts with `(?%c`", p.dialect, r)
	case p.dialect == JavaScript:
		return fail("drop it, and spell out what it should do: `[Bb]ash` for both cases", "JavaScript has no inline flags such as `%s`", text)
	case end >= len(p.src):
		return nil, p.unterminated(start)
	}
	letters := p.src[p.pos:end]
	on, off, minus := strings.Cut(letters, "-")
	for i, c := range letters {
		if c == '-' || strings.ContainsRune(flagLetters[p.dialect], c) {
			continue
		}
		if p.dialect == Python && c == 'L' {
			return fail("drop the `L`", "Python's flag `L` is for bytes, not for text")
		}
		return nil, p.errorf(p.pos+i, p.pos+i+1, "bad-flags", flagHelp[p.dialect], "%s has no inline flag `%c`", p.dialect, c)
	}
	if minus && (off == "" || strings.Contains(off, "-")) {
		return fail("write the flags to switch off behind the `-`", "no flag stands behind the `-` of `%s`", text)
	}
	set := p.flags.apply(on, true).apply(off, false)
	p.pos = end + 1
	if p.src[end] == ':' {
		if p.dialect == Python {
			switch {
			case strings.ContainsAny(off, "au"):
				return fail("switch on `(?a:…)` or `(?u:…)` instead", "Python cannot switch off the flags `a` and `u`")
			case strings.Contains(letters, "t"):
				return fail("drop the `t`", "Python takes the flag `t` only for the whole pattern")
			case strings.Contains(on, "a") && strings.Contains(on, "u"):
				return fail("keep one of the two", "the flags `a` and `u` of `%s` exclude each other", text)
			case strings.ContainsAny(off, on) && on != "":
				return fail("keep it on one side of the `-`", "`%s` switches the same flag on and off", text)
			}
		}
		if strings.Contains(on, "u") {
			set.ascii = false
		}
		outer := p.flags
		set.unicode = outer.unicode
		p.flags = set
		n, err := p.body(start, &Node{Op: Group})
		p.flags = outer
		return n, err
	}
	if p.dialect == Python {
		switch {
		case letters == "":
			return fail("drop the `(?)`", "`(?)` sets no flag")
		case minus:
			return fail("write `(?-i:…)` around the part", "Python cannot switch off flags for the whole pattern: `%s`", text)
		case set.ascii && set.unicode:
			return fail("keep one of the two", "the flags `a` and `u` exclude each other")
		case !first:
			return fail("move it to the very start, or write `(?"+on+":…)` around the part", "Python takes `%s` only at the very start of the pattern", text)
		}
	}
	p.flags = set
	return nil, nil
}

// apply switches flags.
func (f flags) apply(letters string, on bool) flags {
	for _, c := range letters {
		switch c {
		case 'i':
			f.fold = on
		case 'm':
			f.multiLine = on
		case 's':
			f.dotAll = on
		case 'U':
			f.ungreedy = on
		case 'x':
			f.verbose = on
		case 'a':
			f.ascii = on
		case 'u':
			f.unicode = on
		}
	}
	return f
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
