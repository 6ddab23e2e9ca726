package regex

import "math"

// re2Limit is the number of instructions at which RE2 says "pattern too large" (8 MiB); measured.
// A little is added, because the sizes below are estimates.
const re2Limit = 720_000

// checkSize estimates whether RE2 compiles a pattern within its memory.
func (p *parser) checkSize(root *Node) error {
	if size := programSize(root); size > re2Limit {
		worst := root
		root.Walk(func(n *Node) bool {
			if n.Op == Repeat && programSize(n) > re2Limit/2 {
				worst = n
			}
			return true
		})
		return p.errorf(worst.Start, worst.End, "too-big", "repeat smaller classes, or fewer times",
			"the pattern is too large for RE2: about %d instructions of at most %d", size, re2Limit)
	}
	return nil
}

// programSize estimates how many instructions RE2 makes of a node; measured costs.
func programSize(n *Node) int {
	size := 0
	switch n.Op {
	case Any, AnyByte, Class:
		return setSize(n.Set)
	case Repeat:
		times := n.Max
		if times == Unlimited {
			times = n.Min + 1
		}
		return 1 + min(max(times, 1)*programSize(n.Subs[0]), math.MaxInt32)
	case Group:
		size = 2
	default:
		size = 1
	}
	for _, s := range n.Subs {
		size = min(size+programSize(s), math.MaxInt32)
	}
	return size
}

// setSize estimates the instructions for a set; fair means over RE2's own:
// 10 for `.`, 99 for `\p{Greek}`, 885 for `\p{Lu}`, 1588 for `\pL`.
func setSize(s Set) int {
	tenths := 10
	for _, r := range s {
		switch {
		case r.Hi < 0x80:
			tenths += 10
		case r.Hi-r.Lo > 0x1000:
			tenths += 90
		case r.Hi == r.Lo:
			tenths += 12
		default:
			tenths += 24
		}
	}
	return tenths / 10
}

// width is how many characters a node matches.
type width struct{ min, max int }

const unbounded = math.MaxInt32

// checkWidth checks a Python lookbehind: all its branches must match the same number of characters.
func (p *parser) checkWidth(b *Node, re *Regexp) error {
	widths := widths{re, map[*Node]width{}}
	w := widths.of(b.Subs[0])
	if w.min == w.max {
		return nil
	}
	// Mark the smallest part that varies on its own.
	part := b.Subs[0]
	for part.Op == Concat || part.Op == Group && part.Subs[0].Op != Empty {
		next := part.Subs[0]
		for _, s := range part.Subs {
			if w := widths.of(s); w.min != w.max {
				next = s
				break
			}
		}
		part = next
	}
	text := p.src[part.Start:part.End]
	if w := widths.of(part); w.max == unbounded {
		return p.errorf(part.Start, part.End, "lookbehind", "match a fixed number of characters there, or match the text without looking behind",
			"Python looks behind by a fixed number of characters, and `%s` has no limit", text)
	}
	w = widths.of(part)
	return p.errorf(part.Start, part.End, "lookbehind", "write one lookbehind for each length: `(?:(?<=ab)|(?<=c))`",
		"Python looks behind by a fixed number of characters, and `%s` matches %d to %d", text, w.min, w.max)
}

// widths computes the widths of nodes as Python's compiler does.
type widths struct {
	re    *Regexp
	known map[*Node]width // of groups: references ask for them again
}

func (ws widths) of(n *Node) width {
	if w, ok := ws.known[n]; ok {
		return w
	}
	w := ws.compute(n)
	if n.Op == Group {
		ws.known[n] = w
	}
	return w
}

func (ws widths) compute(n *Node) width {
	switch n.Op {
	case Literal, Any, Class, AnyByte:
		return width{1, 1}
	case Concat, Group, Atomic:
		var sum width
		for _, s := range n.Subs {
			w := ws.of(s)
			sum.min, sum.max = min(sum.min+w.min, unbounded), min(sum.max+w.max, unbounded)
		}
		return sum
	case Alternate, Conditional:
		all := ws.of(n.Subs[0])
		for _, s := range n.Subs[1:] {
			w := ws.of(s)
			all.min, all.max = min(all.min, w.min), max(all.max, w.max)
		}
		return all
	case Repeat:
		w := ws.of(n.Subs[0])
		high := n.Max * w.max
		if n.Max == Unlimited {
			high = unbounded
			if w.max == 0 {
				high = 0
			}
		}
		return width{min(n.Min*w.min, unbounded), min(high, unbounded)}
	case Backref:
		return ws.of(ws.re.Groups[n.Index-1])
	}
	return width{}
}
