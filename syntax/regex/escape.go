package regex

import (
	"strings"
	"unicode/utf8"
)

// controls are the escapes of control characters that an engine knows outside of classes.
var controls = [3]map[byte]rune{
	RE2:        {'a': '\a', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'},
	Python:     {'a': '\a', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'},
	JavaScript: {'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'},
}

// escape reads what begins with a backslash outside of a class.
func (p *parser) escape() ([]*Node, error) {
	start := p.pos
	if start+1 == len(p.src) {
		return nil, p.trailingBackslash()
	}
	c := p.src[start+1]
	one := func(op Op) ([]*Node, error) {
		p.pos += 2
		return []*Node{{Op: op, Start: start, End: p.pos, ASCII: p.dialect != Python || p.flags.ascii}}, nil
	}
	switch c {
	case 'b':
		return one(WordEdge)
	case 'B':
		return one(NotWordEdge)
	}
	if set, err := p.classEscape(); err != nil {
		return nil, err
	} else if set != nil {
		return []*Node{{Op: Class, Start: start, End: p.pos, Set: set}}, nil
	}
	switch {
	case c == 'A' && p.dialect != JavaScript:
		return one(BeginText)
	case c == 'z' && p.dialect == RE2, c == 'Z' && p.dialect == Python:
		return one(EndText)
	case c == 'C' && p.dialect == RE2:
		return one(AnyByte)
	case c == 'Q' && p.dialect == RE2:
		return p.quoted(), nil
	case c == 'k' && p.dialect == JavaScript && p.hasNames:
		return p.namedBackref()
	case '1' <= c && c <= '9':
		if n, err := p.numbered(); n != nil || err != nil {
			return []*Node{n}, err
		}
	}
	r, err := p.character(false)
	if err != nil {
		return nil, err
	}
	return p.literal(r, start), nil
}

func (p *parser) trailingBackslash() error {
	return p.errorf(len(p.src)-1, len(p.src), "bad-escape", "write `\\\\` for a backslash in the text", "the pattern ends in a single `\\`")
}

// classEscape reads `\d`, `\W`, `\pL` and the like; nil if none stands here.
func (p *parser) classEscape() (Set, error) {
	c := p.src[p.pos+1]
	switch c {
	case 'd', 's', 'w', 'D', 'S', 'W':
		p.pos += 2
		set := perlClass(p.dialect, c|0x20, p.flags.ascii)
		if p.flags.fold && p.dialect == RE2 && c|0x20 == 'w' {
			set = set.Fold()
		}
		if c < 'a' {
			set = set.Negate()
		}
		return set, nil
	case 'p', 'P':
		if p.dialect != JavaScript {
			return p.property()
		}
	}
	return nil, nil
}

// property reads `\pL` or `\p{Greek}`.
func (p *parser) property() (Set, error) {
	start := p.pos
	p.pos += 2
	negated := p.src[start+1] == 'P'
	var name string
	switch end := strings.IndexByte(p.src[p.pos:], '}'); {
	case p.at("{") && end > 0:
		name = p.src[p.pos+1 : p.pos+end]
		p.pos += end + 1
	case p.pos < len(p.src):
		r, size := utf8.DecodeRuneInString(p.src[p.pos:])
		p.pos += size
		name = string(r)
	}
	text := p.src[start:p.pos]
	if p.dialect == Python {
		return nil, p.errorf(start, p.pos, "bad-unicode-property", "write `\\w`, `[^\\W\\d_]` for letters, `\\d` for digits, or the characters themselves",
			"Python has no Unicode properties such as `%s`", text)
	}
	if strings.HasPrefix(name, "^") {
		negated = !negated
		name = name[1:]
	}
	set, ok := property(name)
	if !ok {
		return nil, p.errorf(start, p.pos, "bad-unicode-property", "RE2 knows scripts (`\\p{Greek}`) and categories of one or two letters (`\\pL`, `\\p{Lu}`), spelt exactly so",
			"RE2 has no Unicode property `%s`", text)
	}
	if p.flags.fold {
		set = set.Fold()
	}
	if negated {
		set = set.Negate()
	}
	return set, nil
}

// quoted reads RE2's `\Q…\E`.
func (p *parser) quoted() []*Node {
	p.pos += 2
	text, _, closed := strings.Cut(p.src[p.pos:], `\E`)
	stop := p.pos + len(text)
	var nodes []*Node
	for p.pos < stop {
		start := p.pos
		nodes = append(nodes, p.literal(p.next(), start)...)
	}
	if closed {
		p.pos += 2
	}
	return nodes
}

// namedBackref reads JavaScript's `\k<name>`, which is one only in a pattern with named groups.
func (p *parser) namedBackref() ([]*Node, error) {
	start := p.pos
	end := strings.IndexByte(p.src[start:], '>')
	if !strings.HasPrefix(p.src[start:], `\k<`) || end < 0 {
		return nil, p.errorf(start, start+2, "backreference", "write `\\k<name>`, or `k` for the letter", "`\\k` has no group name in `<…>`")
	}
	p.pos = start + end + 1
	raw := p.src[start+3 : p.pos-1]
	name, ok := unescapeName(raw)
	if !ok || !isIdentifier(name, JavaScript) {
		return nil, p.errorf(start, p.pos, "backreference", "write the name of a group of the pattern", "`%s` is no name for a group", raw)
	}
	n := &Node{Op: Backref, Start: start, End: p.pos, Name: name}
	p.namedRefs = append(p.namedRefs, n)
	return []*Node{n}, nil
}

// numbered reads `\1` … where it is a backreference; nil where it is a character.
func (p *parser) numbered() (*Node, error) {
	start := p.pos
	all := digits(p.src[start+1:])
	octal := func(i int) bool { return i < len(all) && all[i] <= '7' }
	switch p.dialect {
	case RE2:
		if octal(0) && octal(1) {
			return nil, nil
		}
		return nil, p.errorf(start, start+2, "backreference", "write out the texts that may repeat", "RE2 has no backreference `%s`", p.src[start:start+2])
	case JavaScript:
		if n := number(all); n <= p.captures {
			p.pos = start + 1 + len(all)
			return &Node{Op: Backref, Start: start, End: p.pos, Index: n}, nil
		}
		return nil, nil
	}
	if octal(0) && octal(1) && octal(2) {
		return nil, nil
	}
	all = all[:min(2, len(all))]
	p.pos = start + 1 + len(all)
	n := &Node{Op: Backref, Start: start, End: p.pos, Index: number(all), Fold: p.flags.fold}
	if n.Index > len(p.groups) {
		return nil, p.errorf(start, p.pos, "backreference", "number the groups from 1 in the order of their `(`, and refer to one that stands before",
			"`%s` refers to a group that does not exist before it", p.src[start:p.pos])
	}
	return n, p.checkReference(n.Index, start)
}

// character reads an escape of one character; inClass says that it stands in brackets.
func (p *parser) character(inClass bool) (rune, error) {
	start := p.pos
	if start+1 == len(p.src) {
		return 0, p.trailingBackslash()
	}
	p.pos += 2
	c := p.src[start+1]
	if r, ok := controls[p.dialect][c]; ok {
		return r, nil
	}
	if c == 'b' && inClass && p.dialect != RE2 {
		return '\b', nil
	}
	if '0' <= c && c <= '9' {
		return p.octal(start, inClass)
	}
	if p.dialect == JavaScript {
		return p.jsCharacter(start, inClass)
	}
	if p.dialect == RE2 && c == 'x' && p.at("{") {
		end := strings.IndexByte(p.src[p.pos:], '}')
		if end > 0 {
			if r, ok := hex(p.src[p.pos+1 : p.pos+end]); ok && r <= maxRune {
				p.pos += end + 1
				return r, nil
			}
		} else {
			end = len(p.src) - p.pos - 1
		}
		return 0, p.errorf(start, p.pos+end+1, "bad-escape", "write hexadecimal digits up to 10ffff in the braces", "`%s` is no character", p.src[start:min(p.pos+end+1, len(p.src))])
	}
	if width := hexWidth(p.dialect, c); width > 0 {
		end := p.pos
		for end < len(p.src) && end < p.pos+width {
			if _, ok := hexDigit(p.src[end]); !ok {
				break
			}
			end++
		}
		r, _ := hex(p.src[p.pos:end])
		if end-p.pos < width || r > maxRune {
			return 0, p.shortHex(start, end, c, width)
		}
		p.pos = end
		return r, nil
	}
	if p.dialect == Python && c == 'N' {
		return p.characterName(start)
	}
	switch {
	case c >= utf8.RuneSelf && p.dialect == Python:
		p.pos = start + 1
		return p.next(), nil
	case c < utf8.RuneSelf && !isLetter(c):
		return rune(c), nil
	}
	p.pos = start + 1
	p.next()
	return 0, p.unknownEscape(start, inClass)
}

// hexWidth returns how many hexadecimal digits follow `\x`, `\u` or `\U`; 0 where it is no escape.
func hexWidth(d Dialect, c byte) int {
	switch {
	case c == 'x':
		return 2
	case c == 'u' && d == Python:
		return 4
	case c == 'U' && d == Python:
		return 8
	}
	return 0
}

func (p *parser) shortHex(start, end int, c byte, width int) error {
	help := "write exactly two hexadecimal digits behind `\\x`"
	switch {
	case p.dialect == RE2:
		help = "write `\\x41`, or `\\x{1f600}`"
	case c == 'x' && end == p.pos && strings.HasPrefix(p.src[end:], "{"):
		if i := strings.IndexByte(p.src[end:], '}'); i > 0 {
			end += i + 1
		}
		help = "Python writes `\\xe9`, `\\u20ac` or `\\U0001f600`, without braces"
	case c != 'x':
		help = "write exactly " + [...]string{4: "four", 8: "eight"}[width] + " hexadecimal digits, up to 0010ffff"
	}
	return p.errorf(start, end, "bad-escape", help, "`%s` is no complete escape in %s", p.src[start:end], p.dialect)
}

// octal reads an octal escape; the parser stands behind the first digit.
func (p *parser) octal(start int, inClass bool) (rune, error) {
	first := p.src[start+1]
	if first >= '8' {
		if p.dialect == JavaScript {
			return rune(first), nil
		}
		return 0, p.errorf(start, p.pos, "backreference", "write the digit without the backslash", "`%s` is no escape in %s", p.src[start:p.pos], p.dialect)
	}
	most := 3
	if p.dialect == Python && !inClass && first == '0' {
		most = 3 // `\0` and two more
	}
	r := rune(first - '0')
	for n := 1; n < most && p.pos < len(p.src) && p.src[p.pos] >= '0' && p.src[p.pos] <= '7'; n++ {
		if p.dialect == JavaScript && r*8 > 0o377 {
			break
		}
		r = r*8 + rune(p.src[p.pos]-'0')
		p.pos++
	}
	switch {
	case p.dialect == RE2 && first != '0' && p.pos == start+2:
		return 0, p.errorf(start, p.pos, "backreference", "write out the texts that may repeat", "RE2 has no backreference `%s`", p.src[start:p.pos])
	case p.dialect == Python && r > 0o377:
		return 0, p.errorf(start, p.pos, "bad-escape", "octal escapes go up to `\\377`; write `\\u0100` and above", "`%s` is no octal escape in Python", p.src[start:p.pos])
	}
	return r, nil
}

// jsCharacter reads what is left of JavaScript's escapes: nearly everything stands for itself.
func (p *parser) jsCharacter(start int, inClass bool) (rune, error) {
	c := p.src[start+1]
	switch {
	case c == 'c':
		if p.pos < len(p.src) {
			if d := p.src[p.pos]; isLetter(d) || inClass && (d == '_' || '0' <= d && d <= '9') {
				p.pos++
				return rune(d & 0x1F), nil
			}
		}
		p.pos = start + 1 // the backslash itself
		return '\\', nil
	case c == 'k' && p.hasNames:
		return 0, p.errorf(start, p.pos, "bad-escape", "write `k` for the letter", "`\\k` needs a group name in `<…>`")
	case c == 'x' || c == 'u':
		width := 2
		if c == 'u' {
			width = 4
		}
		if p.pos+width <= len(p.src) {
			if r, ok := hex(p.src[p.pos : p.pos+width]); ok {
				p.pos += width
				return r, nil
			}
		}
	}
	p.pos = start + 1
	return p.next(), nil
}

// characterName reads Python's `\N{EM DASH}`.
func (p *parser) characterName(start int) (rune, error) {
	end := strings.IndexByte(p.src[p.pos:], '}')
	if !p.at("{") || end < 0 {
		return 0, p.errorf(start, p.pos, "bad-escape", "write `[^\\n]` for anything but a newline, `\\N{EM DASH}` for a character by its name", "`\\N` has no character name in `{…}`")
	}
	name := p.src[p.pos+1 : p.pos+end]
	p.pos += end + 1
	r, ok := runeNamed(name)
	if !ok {
		return 0, p.errorf(start, p.pos, "bad-escape", "write the character itself, or its code: `\\u2014`", "`%s` names no character", p.src[start:p.pos])
	}
	return r, nil
}

// unknownEscapes says what to write for escapes that other engines have.
var unknownEscapes = map[byte][3]string{
	'Z': {RE2: "write `\\z` for the end of the text"},
	'z': {Python: "write `\\Z` for the end of the text"},
	'h': {"write `[ \\t]`", "write `[ \\t]`"},
	'H': {"write `[^ \\t]`", "write `[^ \\t]`"},
	'R': {"write `\\r?\\n`", "write `\\r?\\n`"},
	'G': {"drop it: a search begins anywhere", "drop it: a search begins anywhere"},
	'K': {"drop it: only whether the pattern is found counts", "drop it: only whether the pattern is found counts"},
	'e': {"write `\\x1b`", "write `\\x1b`"},
	'u': {RE2: "write `\\x{20ac}` with the character's code"},
	'U': {RE2: "write `\\x{1f600}` with the character's code"},
	'N': {RE2: "write `[^\\n]`"},
	'k': {"write out the texts that may repeat", "write `(?P=name)`, or `\\1` with the group's number"},
	'g': {"write out the texts that may repeat", "write `(?P=name)`, or `\\1` with the group's number"},
	'Q': {RE2: "`\\Q…\\E` cannot stand in brackets", Python: "put a `\\` before each special character"},
	'E': {RE2: "drop it: no `\\Q` is open", Python: "put a `\\` before each special character"},
	'X': {"write `.`", "write `.`"},
	'C': {Python: "write `.`"},
	'b': {RE2: "write `\\x08` for a backspace; `\\b` cannot stand in brackets"},
	'A': {"take it out of the brackets", "take it out of the brackets"},
	'B': {"take it out of the brackets", "take it out of the brackets"},
	'c': {"write `\\x01` and so on", "write `\\x01` and so on"},
}

func (p *parser) unknownEscape(start int, inClass bool) error {
	c := p.src[start+1]
	help := unknownEscapes[c][p.dialect]
	if help == "" {
		help = "drop the backslash, or write `\\\\` for a backslash in the text"
	}
	kind := "bad-escape"
	if (c == 'k' || c == 'g') && (p.at("<") || p.at("{") || p.at("'")) {
		kind = "backreference"
	}
	err := p.errorf(start, p.pos, kind, help, "%s has no escape `%s`", p.dialect, p.src[start:p.pos])
	switch {
	case inClass:
	case c == 'Z' && p.dialect == RE2:
		return repaired(err, `\z`)
	case c == 'z' && p.dialect == Python:
		return repaired(err, `\Z`)
	case c == 'h':
		return repaired(err, `[ \t]`)
	case c == 'H':
		return repaired(err, `[^ \t]`)
	case c == 'R':
		return repaired(err, `(?:\r?\n)`)
	}
	return err
}

// scanCaptures counts JavaScript's groups ahead of the parse: what `\2` means depends on it.
func (p *parser) scanCaptures() {
	inClass := false
	for i := 0; i < len(p.src); i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '(':
			if inClass {
				continue
			}
			rest := p.src[i+1:]
			named := strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!")
			if named || !strings.HasPrefix(rest, "?") {
				p.captures++
			}
			p.hasNames = p.hasNames || named
		}
	}
}
