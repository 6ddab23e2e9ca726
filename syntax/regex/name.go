package regex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// namedGroup reads the name and the body of a named group; the parser stands behind the `<`.
func (p *parser) namedGroup(start int) (*Node, error) {
	end := strings.IndexByte(p.src[p.pos:], '>')
	if end < 0 {
		return nil, p.errorf(start, p.pos, "named-group-syntax", "close the name: `(?P<name>…)`", "the group name has no `>`")
	}
	at := p.pos
	raw := p.src[at : at+end]
	name, ok := raw, true
	if p.dialect == JavaScript {
		name, ok = unescapeName(raw)
	}
	p.pos += end + 1
	if !ok || !isIdentifier(name, p.dialect) {
		if name == "" {
			return nil, p.errorf(start, p.pos, "named-group-syntax", "write a name of letters, digits and `_`, or `(…)`", "the group name is empty")
		}
		return nil, p.errorf(at, at+end, "named-group-syntax", "use letters, digits and `_`, and no digit first", "`%s` is no name for a group in %s", raw, p.dialect)
	}
	if old, ok := p.names[name]; ok && p.dialect != RE2 {
		return nil, p.errorf(at, at+end, "named-group-syntax", "give it another name, or write `(…)`", "`%s` is already the name of group %d", name, old)
	}
	p.names[name] = len(p.groups) + 1
	return p.capture(start, name)
}

// namedReference reads Python's `(?P=name)` behind the `=`.
func (p *parser) namedReference(start int) (*Node, error) {
	end := strings.IndexByte(p.src[p.pos:], ')')
	if end < 0 {
		return nil, p.unterminated(start)
	}
	name := p.src[p.pos : p.pos+end]
	p.pos += end + 1
	index, ok := p.names[name]
	if !ok {
		return nil, p.errorf(start, p.pos, "backreference", "name a group that stands before it", "`(?P=%s)` refers to a group that does not exist before it", name)
	}
	if err := p.checkReference(index, start); err != nil {
		return nil, err
	}
	return &Node{Op: Backref, Start: start, End: p.pos, Index: index, Name: name, Fold: p.flags.fold}, nil
}

// checkReference checks in Python that a group that exists may be referred to here.
func (p *parser) checkReference(index, start int) error {
	if p.open(index) {
		return p.errorf(start, p.pos, "backreference", "refer to a group that has ended", "`%s` refers to the group that it stands in", p.src[start:p.pos])
	}
	return p.checkBehind(index, start, p.pos)
}

// checkBehind checks in Python that a reference inside a lookbehind goes to a group outside of it.
func (p *parser) checkBehind(index, start, end int) error {
	if p.behindGroups < 0 {
		return nil
	}
	if index > len(p.groups) || p.open(index) || index > p.behindGroups {
		return p.errorf(start, end, "backreference", "refer to a group that ends before the lookbehind", "`%s` refers to a group of the same lookbehind", p.src[start:end])
	}
	return nil
}

// isIdentifier reports whether s may name a group.
func isIdentifier(s string, d Dialect) bool {
	for i, r := range s {
		switch d {
		case RE2: // any of these may stand first
			if !unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Lm, unicode.Lo, unicode.Nl, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) {
				return false
			}
			continue
		case JavaScript:
			if r == '$' || i > 0 && (r == 0x200C || r == 0x200D) {
				continue
			}
		}
		start := r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start)
		if !start && (i == 0 || !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)) {
			return false
		}
	}
	return s != ""
}

// unescapeName resolves `\u0061` and `\u{61}` in a JavaScript group name.
func unescapeName(s string) (string, bool) {
	if !strings.Contains(s, `\`) {
		return s, true
	}
	var units []rune
	for s != "" {
		if s[0] != '\\' {
			r, size := utf8.DecodeRuneInString(s)
			units = append(units, r)
			s = s[size:]
			continue
		}
		var code string
		switch {
		case strings.HasPrefix(s, `\u{`):
			end := strings.IndexByte(s, '}')
			if end < 0 {
				return "", false
			}
			code, s = s[3:end], s[end+1:]
		case strings.HasPrefix(s, `\u`) && len(s) >= 6:
			code, s = s[2:6], s[6:]
		default:
			return "", false
		}
		r, ok := hex(code)
		if !ok || r > maxRune {
			return "", false
		}
		if n := len(units); n > 0 && r >= 0xDC00 && r < 0xE000 && units[n-1] >= 0xD800 && units[n-1] < 0xDC00 {
			units[n-1] = 0x10000 + (units[n-1]-0xD800)<<10 + (r - 0xDC00)
			continue
		}
		units = append(units, r)
	}
	return string(units), true
}

// hex reads hexadecimal digits and nothing else.
func hex(s string) (rune, bool) {
	var n rune
	for i := range len(s) {
		v, ok := hexDigit(s[i])
		if !ok {
			return 0, false
		}
		n = min(n*16+v, maxRune+1)
	}
	return n, s != ""
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10, true
	}
	return 0, false
}

// pythonInt reads a number as Python's int() does: white space around it, `+`, `_` between digits.
func pythonInt(s string) (int, bool) {
	s = strings.TrimFunc(s, func(r rune) bool { return pythonSpace.Contains(r) })
	s = strings.TrimPrefix(s, "+")
	n, digit := 0, false
	for _, r := range s {
		switch {
		case r == '_' && digit:
			digit = false
			continue
		case r >= '0' && r <= '9':
			n = n*10 + int(r-'0')
		case pythonDigit().Contains(r): // the digits of each script stand in a row of ten
			n = n*10 + decimal(r)
		default:
			return 0, false
		}
		digit = true
		if n > 1<<30 {
			return 0, false
		}
	}
	return n, digit
}

// decimal returns the value of a digit of any script.
func decimal(r rune) int {
	d := 0
	for pythonDigit().Contains(r-1) && d < 9 {
		r--
		d++
	}
	return d
}
