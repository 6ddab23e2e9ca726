package regex

import (
	"slices"
	"strings"
)

// class reads `[…]`.
func (p *parser) class() (*Node, error) {
	start := p.pos
	p.pos++
	n := &Node{Op: Class, Start: start, Items: []Item{}}
	if p.at("^") {
		n.Negated = true
		p.pos++
	}
	first := true
	for {
		if p.pos >= len(p.src) {
			return nil, p.unterminatedClass(start)
		}
		if p.src[p.pos] == ']' && (!first || p.dialect == JavaScript) {
			break
		}
		first = false
		if err := p.classItem(n); err != nil {
			return nil, err
		}
	}
	p.pos++
	n.End = p.pos
	var ranges []Range
	for _, it := range n.Items {
		if it.Set != nil {
			ranges = append(ranges, it.Set...)
		} else {
			ranges = append(ranges, Range{it.Lo, it.Hi})
		}
	}
	n.Set = newSet(ranges)
	if p.flags.fold {
		n.Set = n.Set.Fold()
	}
	if n.Negated {
		n.Set = n.Set.Negate()
	}
	return n, nil
}

func (p *parser) unterminatedClass(start int) error {
	return p.errorf(start, start+1, "unterminated-class", "close it, or write `\\[` for a bracket in the text", "the set that `[` opens has no `]`")
}

// classItem reads a character, a range or a class inside brackets.
func (p *parser) classItem(n *Node) error {
	if p.dialect == RE2 && p.at("[:") {
		if done, err := p.posixClass(n); done || err != nil {
			return err
		}
	}
	lo, err := p.classAtom()
	if err != nil {
		return err
	}
	if len(lo) == 2 { // an astral character in JavaScript: its first half stands alone
		n.Items = append(n.Items, lo[0])
	}
	low := lo[len(lo)-1]
	if !p.at("-") || low.Set != nil && p.dialect == RE2 {
		n.Items = append(n.Items, low)
		return nil
	}
	if p.pos+1 >= len(p.src) || p.src[p.pos+1] == ']' {
		n.Items = append(n.Items, low)
		return nil
	}
	p.pos++
	hi, err := p.classAtom()
	if err != nil {
		return err
	}
	high := hi[0]
	text := p.src[low.Start:high.End]
	switch {
	case low.Set != nil || high.Set != nil:
		if p.dialect != JavaScript {
			return p.errorf(low.Start, high.End, "bad-range", "put the `-` first or last in the brackets, or write `\\-`",
				"`%s` is no range: one end is a class", text)
		}
		n.Items = append(n.Items, low, Item{Start: low.End, End: high.Start, Lo: '-', Hi: '-'}, high)
	case low.Lo > high.Lo:
		help := "write the smaller character first"
		if p.dialect == JavaScript && len(hi)+len(lo) > 2 {
			help = "JavaScript sees two halves in each of these characters: list them as alternatives"
		} else if !isWordByte(low.Lo) || !isWordByte(high.Lo) {
			help = "put the `-` first or last in the brackets, or write `\\-`, if it should be a hyphen"
		}
		return p.errorf(low.Start, high.End, "bad-range", help, "the range `%s` runs backwards", text)
	default:
		n.Items = append(n.Items, Item{Start: low.Start, End: high.End, Lo: low.Lo, Hi: high.Lo})
	}
	if len(hi) == 2 {
		n.Items = append(n.Items, hi[1])
	}
	return nil
}

func isWordByte(r rune) bool { return asciiWord.Contains(r) }

// classAtom reads one character or class inside brackets; in JavaScript an astral character is two.
func (p *parser) classAtom() ([]Item, error) {
	start := p.pos
	if p.pos >= len(p.src) {
		return nil, p.unterminatedClass(strings.LastIndexByte(p.src[:start], '['))
	}
	if p.src[p.pos] != '\\' {
		r := p.next()
		if p.dialect == JavaScript && r > 0xFFFF {
			hi, lo := surrogates(r)
			return []Item{{Start: start, End: p.pos, Lo: hi, Hi: hi}, {Start: start, End: p.pos, Lo: lo, Hi: lo}}, nil
		}
		return []Item{{Start: start, End: p.pos, Lo: r, Hi: r}}, nil
	}
	if p.pos+1 == len(p.src) {
		return nil, p.trailingBackslash()
	}
	set, err := p.classEscape()
	if err != nil {
		return nil, err
	}
	if set != nil {
		return []Item{{Start: start, End: p.pos, Set: set}}, nil
	}
	r, err := p.character(true)
	if err != nil {
		return nil, err
	}
	if p.dialect == JavaScript && r > 0xFFFF {
		hi, lo := surrogates(r)
		return []Item{{Start: start, End: p.pos, Lo: hi, Hi: hi}, {Start: start, End: p.pos, Lo: lo, Hi: lo}}, nil
	}
	return []Item{{Start: start, End: p.pos, Lo: r, Hi: r}}, nil
}

// posixClass reads RE2's `[:name:]`; done is false where the bracket is a character.
func (p *parser) posixClass(n *Node) (done bool, err error) {
	start := p.pos
	end := strings.Index(p.src[start+2:], ":]")
	if end < 0 {
		return false, nil
	}
	p.pos = start + 2 + end + 2
	name := p.src[start+2 : p.pos-2]
	set, ok := posixClasses[strings.TrimPrefix(name, "^")]
	if !ok {
		return true, p.errorf(start, p.pos, "other", "the names are "+posixNames(), "RE2 has no class `%s`", p.src[start:p.pos])
	}
	if p.flags.fold {
		set = set.Fold()
	}
	if strings.HasPrefix(name, "^") {
		set = set.Negate()
	}
	n.Items = append(n.Items, Item{Start: start, End: p.pos, Set: set})
	return true, nil
}

// posixNames lists the names for a message.
func posixNames() string {
	var names []string
	for name := range posixClasses {
		names = append(names, "`"+name+"`")
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
