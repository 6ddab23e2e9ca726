package regex

import (
	"slices"
	"unicode"
)

// A program is what the matcher runs: instructions that name the next one.

type opcode uint8

const (
	opMatch     opcode = iota // the end of the program or of a part that is run on its own
	opChar                    // a character of set
	opCharLoop                // min to max characters of set
	opSplit                   // next, and if that fails alt
	opSave                    // the place in a slot of a group
	opAssert                  // an assertion (which Op, in kind)
	opLoopInit                // begins to count the repeats of register n
	opLoopNext                // one repeat more
	opLook                    // runs next as a part of its own; goes on at alt
	opAtomic                  // the same, and takes what it matched
	opBackref                 // the text of group n
	opCondition               // next if group n took part, else alt
	opFail
)

// charset tests characters.
type charset struct {
	ascii [2]uint64
	set   Set
}

func newCharset(s Set) *charset {
	c := &charset{set: s}
	for _, r := range s {
		for x := r.Lo; x <= min(r.Hi, 127); x++ {
			c.ascii[x>>6] |= 1 << (x & 63)
		}
	}
	return c
}

func (c *charset) has(r rune) bool {
	if r < 128 {
		return c.ascii[r>>6]>>(r&63)&1 == 1
	}
	return c.set.Contains(r)
}

type inst struct {
	op         opcode
	kind       Op // opAssert
	ascii      bool
	back       bool // reads towards the start (JavaScript's lookbehind)
	lazy       bool
	negated    bool
	fold       bool
	set        *charset
	next, alt  int32
	n          int // slot, group or register
	min, max   int
	width      int // opLook: how far back Python's lookbehind starts
	clearFirst int // JavaScript: a repeat forgets the groups inside it
	clearLast  int
}

type program struct {
	insts   []inst
	start   int32
	loops   int
	dialect Dialect
	groups  int
	// memo: a place and an instruction that failed once fail again; true for RE2, whose programs
	// have no registers and no references.
	memo bool
}

// maxProgram bounds the instructions of a program.
const maxProgram = 100_000

type compiler struct {
	p      *program
	re     *Regexp
	widths widths
	full   bool
}

// program compiles the pattern for the matcher; nil if it is too large.
func (re *Regexp) program() *program {
	re.compileOnce.Do(func() {
		c := &compiler{re: re, p: &program{dialect: re.Dialect, groups: len(re.Groups), memo: re.Dialect == RE2}, widths: widths{re, map[*Node]width{}}}
		end := c.add(inst{op: opMatch})
		c.p.start = c.node(re.engineTree(), end, false)
		if !c.full {
			re.compiled = c.p
		}
	})
	return re.compiled
}

func (c *compiler) add(i inst) int32 {
	if len(c.p.insts) >= maxProgram {
		c.full = true
		return 0
	}
	c.p.insts = append(c.p.insts, i)
	return int32(len(c.p.insts) - 1)
}

// nodeSet returns the set of a node that matches exactly one character.
func nodeSet(n *Node) (Set, bool) {
	switch n.Op {
	case Literal:
		if n.Fold {
			s := Set{{n.Rune, n.Rune}}
			for f := unicode.SimpleFold(n.Rune); f != n.Rune; f = unicode.SimpleFold(f) {
				s = append(s, Range{f, f})
			}
			return newSet(s), true
		}
		return Set{{n.Rune, n.Rune}}, true
	case Any, Class:
		return n.Set, true
	case AnyByte:
		return anyRune, true
	}
	return nil, false
}

// node compiles a node that goes on at next and returns where it starts.
func (c *compiler) node(n *Node, next int32, back bool) int32 {
	if c.full {
		return 0
	}
	if set, ok := nodeSet(n); ok {
		return c.add(inst{op: opChar, set: newCharset(set), next: next, back: back})
	}
	switch n.Op {
	case Empty:
		return next
	case Concat:
		subs := n.Subs
		if back {
			for _, s := range subs {
				next = c.node(s, next, back)
			}
			return next
		}
		for _, s := range slices.Backward(subs) {
			next = c.node(s, next, back)
		}
		return next
	case Alternate:
		at := c.node(n.Subs[len(n.Subs)-1], next, back)
		for _, s := range slices.Backward(n.Subs[:len(n.Subs)-1]) {
			at = c.add(inst{op: opSplit, next: c.node(s, next, back), alt: at})
		}
		return at
	case Group:
		if n.Index == 0 {
			return c.node(n.Subs[0], next, back)
		}
		first, last := 2*n.Index, 2*n.Index+1
		if back {
			first, last = last, first
		}
		end := c.add(inst{op: opSave, n: last, next: next})
		return c.add(inst{op: opSave, n: first, next: c.node(n.Subs[0], end, back)})
	case Repeat:
		return c.repeat(n, next, back)
	case Look:
		i := inst{op: opLook, negated: n.Negated, alt: next}
		end := c.add(inst{op: opMatch})
		if n.Behind && c.re.Dialect == Python {
			i.width = c.widths.of(n.Subs[0]).min
			i.next = c.node(n.Subs[0], end, false)
		} else {
			i.next = c.node(n.Subs[0], end, n.Behind)
		}
		return c.add(i)
	case Atomic:
		return c.add(inst{op: opAtomic, next: c.node(n.Subs[0], c.add(inst{op: opMatch}), back), alt: next})
	case Backref:
		return c.add(inst{op: opBackref, n: n.Index, fold: n.Fold, next: next, back: back})
	case Conditional:
		return c.add(inst{op: opCondition, n: n.Index, next: c.node(n.Subs[0], next, back), alt: c.node(n.Subs[1], next, back)})
	}
	return c.add(inst{op: opAssert, kind: n.Op, ascii: n.ASCII, next: next})
}

func (c *compiler) repeat(n *Node, next int32, back bool) int32 {
	if n.Possessive {
		greedy := *n
		greedy.Possessive = false
		return c.add(inst{op: opAtomic, next: c.repeat(&greedy, c.add(inst{op: opMatch}), back), alt: next})
	}
	body := n.Subs[0]
	if set, ok := nodeSet(body); ok && !back {
		return c.add(inst{op: opCharLoop, set: newCharset(set), min: n.Min, max: n.Max, lazy: n.Lazy, next: next})
	}
	if n.Max == 0 {
		return next
	}
	split := func(body, exit int32) int32 {
		if n.Lazy {
			body, exit = exit, body
		}
		return c.add(inst{op: opSplit, next: body, alt: exit})
	}
	// JavaScript takes no repeat that matches nothing: `(|b)?` finds the b.
	if n.Min == 0 && n.Max == 1 && (c.re.Dialect != JavaScript || minWidth(body) > 0) {
		return split(c.node(body, next, back), next)
	}
	if c.p.memo {
		at := next
		if n.Max == Unlimited {
			at = split(0, next)
			start := c.node(body, at, back)
			if c.full {
				return 0
			}
			if n.Lazy {
				c.p.insts[at].alt = start
			} else {
				c.p.insts[at].next = start
			}
		} else {
			for range n.Max - n.Min {
				at = split(c.node(body, at, back), next)
			}
		}
		for range n.Min {
			at = c.node(body, at, back)
		}
		return at
	}
	reg := c.p.loops
	c.p.loops++
	loop := inst{op: opLoopNext, n: reg, min: n.Min, max: n.Max, lazy: n.Lazy, alt: next}
	if c.re.Dialect == JavaScript {
		loop.clearFirst, loop.clearLast = groupsIn(body)
	}
	at := c.add(loop)
	start := c.node(body, at, back)
	if c.full {
		return 0
	}
	c.p.insts[at].next = start
	loop.op, loop.next = opLoopInit, start
	return c.add(loop)
}

// groupsIn returns the numbers of the first and the last capturing group of a node; 0, 0 for none.
func groupsIn(n *Node) (first, last int) {
	n.Walk(func(n *Node) bool {
		if n.Op == Group && n.Index > 0 {
			if first == 0 {
				first = n.Index
			}
			last = n.Index
		}
		return true
	})
	return first, last
}
