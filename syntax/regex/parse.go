package regex

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting that Parse follows. RE2 and V8 go deeper than anybody writes; Python
// gives up on its own far earlier (pythonFrames).
const maxDepth = 5000

// MaxLength is the length in bytes up to which callers should parse patterns: a tree takes some
// hundred times the memory of its pattern.
const MaxLength = 1 << 15

// pythonFrames is how many levels of Python's recursive compiler a pattern may need: two a group.
// Past it re.compile raises RecursionError.
const pythonFrames = 2 * 495

// flags are the modes that a pattern can switch.
type flags struct{ fold, multiLine, dotAll, ungreedy, verbose, ascii, unicode bool }

type parser struct {
	src     string
	dialect Dialect
	pos     int
	flags   flags
	depth   int // open groups
	frames  int // levels of recursion that Python's compiler would stand in
	groups  []*Node
	names   map[string]int

	// Python
	behindGroups int // groups that were open or closed when the outermost lookbehind began; -1 outside
	conditions   []*Node
	behinds      []*Node

	// JavaScript, found by a scan ahead
	captures  int
	hasNames  bool
	namedRefs []*Node
}

// Parse reads a pattern. It returns the tree, or the first thing that the engine refuses.
func Parse(pattern string, d Dialect) (*Regexp, *Error) {
	re, err := parse(pattern, d)
	if err != nil {
		return nil, err.(*Error)
	}
	return re, nil
}

func parse(pattern string, d Dialect) (*Regexp, error) {
	p := &parser{src: pattern, dialect: d, flags: flags{dotAll: d == RE2}, names: map[string]int{}, behindGroups: -1}
	if d == RE2 {
		for i, r := range pattern {
			if r == utf8.RuneError {
				if _, size := utf8.DecodeRuneInString(pattern[i:]); size == 1 {
					return nil, p.errorf(i, i+1, "bad-utf8", "write the character itself, or an escape such as `\\x{fffd}`",
						"the pattern is no UTF-8, which RE2 asks for")
				}
			}
		}
	}
	if d == JavaScript {
		p.scanCaptures()
	}
	root, err := p.alternate()
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.src) {
		return nil, p.errorf(p.pos, p.pos+1, "unmatched-paren", "write `\\)` for a parenthesis in the text, or open it before",
			"`)` closes no group")
	}
	re := &Regexp{Pattern: pattern, Dialect: d, Root: root, Groups: p.groups}
	return re, p.checkWhole(re)
}

// checkWhole checks what only the whole pattern shows.
func (p *parser) checkWhole(re *Regexp) error {
	switch p.dialect {
	case RE2:
		return p.checkSize(re.Root)
	case Python:
		for _, c := range p.conditions {
			if c.Index > len(p.groups) {
				return p.errorf(c.Start, p.closeOfCondition(c), "conditional", "number the groups from 1 in the order of their `(`",
					"the condition asks for group %d: the pattern has %s", c.Index, count(len(p.groups), "group"))
			}
		}
		for _, b := range p.behinds {
			if err := p.checkWidth(b, re); err != nil {
				return err
			}
		}
	case JavaScript:
		for _, n := range p.namedRefs {
			index, ok := p.names[n.Name]
			if !ok {
				return p.errorf(n.Start, n.End, "backreference", "name a group of the pattern",
					"`%s` refers to a group that does not exist", p.src[n.Start:n.End])
			}
			n.Index = index
		}
	}
	return nil
}

// closeOfCondition returns the end of `(?(1)`.
func (p *parser) closeOfCondition(c *Node) int {
	return c.Start + strings.IndexByte(p.src[c.Start:], ')') + 1
}

// errorf makes an error; the message's place is [start, end).
func (p *parser) errorf(start, end int, kind, help, format string, args ...any) error {
	return &Error{Start: start, End: min(end, len(p.src)), Kind: kind, Help: help, Message: fmt.Sprintf(format, args...)}
}

func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// at reports whether the pattern goes on with s.
func (p *parser) at(s string) bool { return strings.HasPrefix(p.src[p.pos:], s) }

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

// next reads a character.
func (p *parser) next() rune {
	r, size := utf8.DecodeRuneInString(p.src[p.pos:])
	p.pos += size
	return r
}

// alternate reads branches up to a `)` or the end.
func (p *parser) alternate() (*Node, error) {
	start := p.pos
	var branches []*Node
	for {
		n, err := p.concat(p.depth == 0 && branches == nil)
		if err != nil {
			return nil, err
		}
		branches = append(branches, n)
		if !p.at("|") {
			break
		}
		p.pos++
	}
	if len(branches) == 1 {
		return branches[0], nil
	}
	return &Node{Op: Alternate, Start: start, End: p.pos, Subs: branches}, nil
}

// concat reads one branch. first says that it is the pattern's first, where Python takes flags.
func (p *parser) concat(first bool) (*Node, error) {
	start := p.pos
	var items []*Node
	// quantified: the previous token was a quantifier; fixed: it was something that JavaScript does
	// not repeat.
	quantified, fixed := false, false
	for p.pos < len(p.src) && p.src[p.pos] != '|' && p.src[p.pos] != ')' {
		if p.flags.verbose && p.skipVerbose() {
			continue
		}
		if q, badCount := p.quantifier(); q != nil {
			if badCount != nil && (len(items) > 0 || p.dialect != JavaScript) {
				return nil, badCount
			}
			if err := p.checkRepeat(q, items, quantified, fixed); err != nil {
				return nil, err
			}
			last := items[len(items)-1]
			q.Start, q.Subs = last.Start, []*Node{last}
			items[len(items)-1] = q
			if p.dialect == RE2 && (q.Min >= 2 || q.Max >= 2) && !nestedCounts(q, 1000) {
				return nil, p.errorf(q.Operator, q.End, "repeat-too-large", "RE2 multiplies the counts of nested repeats: together they may reach 1000",
					"RE2 repeats at most 1000 times, and `%s` stands around or inside other counts", p.src[q.Operator:q.End])
			}
			quantified, fixed = true, false
			continue
		}
		nodes, err := p.atom(first && len(items) == 0)
		if err != nil {
			return nil, err
		}
		items = append(items, nodes...)
		quantified = false
		fixed = len(nodes) > 0 && fixedOp(nodes[len(nodes)-1])
	}
	switch len(items) {
	case 0:
		return &Node{Op: Empty, Start: start, End: p.pos}, nil
	case 1:
		return items[0], nil
	}
	return &Node{Op: Concat, Start: start, End: p.pos, Subs: items}, nil
}

// fixedOp reports whether JavaScript takes no quantifier after the node.
func fixedOp(n *Node) bool {
	switch n.Op {
	case BeginText, EndText, WordEdge, NotWordEdge:
		return true
	case Look:
		return n.Behind
	}
	return false
}

// skipVerbose skips white space or a comment under Python's flag x.
func (p *parser) skipVerbose() bool {
	switch p.src[p.pos] {
	case ' ', '\t', '\n', '\r', '\v', '\f':
		p.pos++
		return true
	case '#':
		if i := strings.IndexByte(p.src[p.pos:], '\n'); i >= 0 {
			p.pos += i + 1
		} else {
			p.pos = len(p.src)
		}
		return true
	}
	return false
}

// atom reads one thing that can be repeated, an assertion, or flags (no node). `\Q…\E` and astral
// characters in JavaScript are several.
func (p *parser) atom(first bool) ([]*Node, error) {
	start := p.pos
	switch c := p.src[p.pos]; c {
	case '(':
		n, err := p.group(first)
		if n == nil {
			return nil, err
		}
		return []*Node{n}, err
	case '[':
		n, err := p.class()
		return []*Node{n}, err
	case '\\':
		return p.escape()
	case '.':
		p.pos++
		return []*Node{{Op: Any, Start: start, End: p.pos, Set: dotSet(p.dialect, p.flags.dotAll)}}, nil
	case '^':
		p.pos++
		op := BeginText
		if p.flags.multiLine {
			op = BeginLine
		}
		return []*Node{{Op: op, Start: start, End: p.pos}}, nil
	case '$':
		p.pos++
		op := EndText
		switch {
		case p.flags.multiLine:
			op = EndLine
		case p.dialect == Python:
			op = EndOrLastNL
		}
		return []*Node{{Op: op, Start: start, End: p.pos}}, nil
	}
	return p.literal(p.next(), start), nil
}

// literal makes the node of a character whose text began at start.
func (p *parser) literal(r rune, start int) []*Node {
	if p.dialect == JavaScript && r > 0xFFFF {
		hi, lo := surrogates(r)
		return []*Node{{Op: Literal, Start: start, End: p.pos, Rune: hi}, {Op: Literal, Start: start, End: p.pos, Rune: lo}}
	}
	return []*Node{{Op: Literal, Start: start, End: p.pos, Rune: r, Fold: p.flags.fold}}
}

// surrogates returns the two UTF-16 units of an astral character.
func surrogates(r rune) (hi, lo rune) {
	r -= 0x10000
	return 0xD800 + r>>10, 0xDC00 + r&0x3FF
}
