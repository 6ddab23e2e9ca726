package regex

// Everything says whether a pattern is found in every text.
type Everything uint8

const (
	Some    Everything = iota // no, or it is not known
	OneLine                   // in every text without a line break
	All                       // in every text
)

// Everything reports whether a search for the pattern finds it in every text. All and OneLine are
// certain.
func (re *Regexp) Everything() Everything { return everything(re.Root) }

func everything(n *Node) Everything {
	switch n.Op {
	case Alternate:
		most := Some
		for _, s := range n.Subs {
			most = max(most, everything(s))
		}
		return most
	case Group:
		return everything(n.Subs[0])
	}
	begins, ends, between := false, false, Some
	for _, item := range sequence(n) {
		switch emptiness(item) {
		case needsNothing:
			if item.Op == Repeat && item.Max == Unlimited && begins && !ends {
				if set, ok := nodeSet(item.Subs[0]); ok && set.Equal(anyRune) {
					between = All
				} else if ok && set.Negate().Size() <= 4 && !set.Contains('\n') {
					between = max(between, OneLine)
				}
			}
		case needsStart:
			if ends {
				return Some
			}
			begins = true
		case needsEnd:
			ends = true
		default:
			return Some
		}
	}
	if begins && ends {
		return between
	}
	return All
}

// need is what a node needs to match the empty text.
type need uint8

const (
	needsNothing need = iota
	needsStart        // to stand at the start of the text
	needsEnd          // at its end
	needsMore
)

func emptiness(n *Node) need {
	switch n.Op {
	case Empty:
		return needsNothing
	case BeginText, BeginLine:
		return needsStart
	case EndText, EndOrLastNL, EndLine:
		return needsEnd
	case Group, Atomic:
		return emptiness(n.Subs[0])
	case Alternate:
		least := needsMore
		for _, s := range n.Subs {
			least = min(least, emptiness(s))
		}
		return least
	case Concat:
		all := needsNothing
		for _, s := range n.Subs {
			switch e := emptiness(s); {
			case e == needsNothing || e == all:
			case all == needsNothing:
				all = e
			default:
				return needsMore
			}
		}
		return all
	case Repeat:
		if n.Min == 0 {
			return needsNothing
		}
		return emptiness(n.Subs[0])
	}
	return needsMore
}

// side is what stands on one side of a place in the pattern.
type side struct {
	set   Set
	known bool // set holds all that can stand there
	edge  bool // the pattern begins or ends here: anything may stand there
	text  bool // the text begins or ends here
}

// DeadEnd is a part of a pattern that never matches.
type DeadEnd struct {
	Cause *Node // the assertion that never holds, or the set without a character
	Part  *Node // the branch that is lost; the root if the pattern never matches
}

// Edge is a `\b` that has a character that is no word character on one side and nothing of the
// pattern on the other: it asks for a word character there.
type Edge struct {
	Node   *Node
	Before bool // the unknown side is before it
}

// flaws collects what a walk along the pattern finds.
type flaws struct {
	re    *Regexp
	dead  []DeadEnd
	edges []Edge
}

// Flaws walks along the pattern and returns what can never match, and the word edges that ask for
// more than they seem to. What it returns is certain.
func (re *Regexp) Flaws() ([]DeadEnd, []Edge) {
	f := &re.flaws
	re.flawsOnce.Do(func() {
		f.re = re
		if cause := f.walk(re.Root, around{left: side{edge: true}, right: side{edge: true}}); cause != nil {
			f.dead = []DeadEnd{{cause, re.Root}}
		}
	})
	return f.dead, f.edges
}

// around is what stands around a node.
type around struct {
	left, right side
	before      bool // something before it takes characters for sure
	after       int  // how many characters what comes after it takes at least
	newline     bool // what comes after it may be a single line break
}

// walk returns the node that keeps n from ever matching, nil if it may match.
func (f *flaws) walk(n *Node, a around) *Node {
	switch n.Op {
	case Class:
		if len(n.Set) == 0 {
			return n
		}
	case BeginText:
		if a.before {
			return n
		}
	case EndText:
		if a.after > 0 {
			return n
		}
	case EndOrLastNL:
		if a.after > 1 || a.after == 1 && !a.newline {
			return n
		}
	case WordEdge:
		return f.wordEdge(n, a)
	case Group, Atomic:
		return f.walk(n.Subs[0], a)
	case Repeat:
		inside := a
		if n.Max != 1 { // another run of the body may stand on either side
			inside.left, inside.right = side{}, side{}
		}
		if n.Min == 0 {
			f.walk(n.Subs[0], inside)
			return nil
		}
		return f.walk(n.Subs[0], inside)
	case Alternate:
		return f.alternatives(n, a)
	case Concat:
		return f.sequence(n, a)
	}
	return nil
}

func (f *flaws) alternatives(n *Node, a around) *Node {
	var dead []DeadEnd
	for _, s := range n.Subs {
		if cause := f.walk(s, a); cause != nil {
			dead = append(dead, DeadEnd{cause, s})
		}
	}
	if len(dead) == len(n.Subs) {
		return dead[0].Cause
	}
	f.dead = append(f.dead, dead...)
	return nil
}

func (f *flaws) sequence(n *Node, a around) *Node {
	// What the rest of the sequence takes, seen from each node: from the end to the start.
	rest := make([]around, len(n.Subs))
	after := around{after: a.after, newline: a.newline}
	for i := len(n.Subs) - 1; i >= 0; i-- {
		rest[i] = after
		if w := minWidth(n.Subs[i]); w > 0 {
			after = around{after: min(after.after+w, unbounded), newline: mayTakeNewline(n.Subs[i])}
		}
	}
	var cause *Node
	before := a.before
	for i, s := range n.Subs {
		at := a
		at.before, at.after, at.newline = before, rest[i].after, rest[i].newline
		if i > 0 {
			at.left = lastOf(n.Subs[i-1])
		}
		if i+1 < len(n.Subs) {
			at.right = firstOf(n.Subs[i+1])
		}
		if c := f.walk(s, at); c != nil && cause == nil {
			cause = c
		}
		before = before || minWidth(s) > 0
	}
	return cause
}

// wordEdge looks at both sides of a `\b`.
func (f *flaws) wordEdge(n *Node, a around) *Node {
	word := asciiWord
	if f.re.Dialect == Python && !n.ASCII {
		word = pythonWord()
	}
	// is: all that can stand there is a word character; not: none is.
	classify := func(s side) (is, not bool) {
		switch {
		case s.text:
			return false, true
		case !s.known || len(s.set) == 0:
			return false, false
		}
		return word.Includes(s.set), !word.Overlaps(s.set)
	}
	leftIs, leftNot := classify(a.left)
	rightIs, rightNot := classify(a.right)
	switch {
	case leftIs && rightIs, leftNot && rightNot:
		return n
	case a.left.edge && rightNot && !a.right.text:
		f.edges = append(f.edges, Edge{Node: n, Before: true})
	case a.right.edge && leftNot && !a.left.text:
		f.edges = append(f.edges, Edge{Node: n})
	}
	return nil
}

// firstOf returns what a node that comes next begins with.
func firstOf(n *Node) side {
	if set, ok := nodeSet(n); ok {
		return side{set: set, known: true}
	}
	switch n.Op {
	case Group, Atomic:
		return firstOf(n.Subs[0])
	case Concat:
		return firstOf(n.Subs[0])
	case Repeat:
		if n.Min > 0 {
			return firstOf(n.Subs[0])
		}
	case Alternate:
		return either(n.Subs, firstOf)
	case EndText:
		return side{text: true}
	}
	return side{}
}

// lastOf returns what a node that comes before ends with.
func lastOf(n *Node) side {
	if set, ok := nodeSet(n); ok {
		return side{set: set, known: true}
	}
	switch n.Op {
	case Group, Atomic:
		return lastOf(n.Subs[0])
	case Concat:
		return lastOf(n.Subs[len(n.Subs)-1])
	case Repeat:
		if n.Min > 0 {
			return lastOf(n.Subs[0])
		}
	case Alternate:
		return either(n.Subs, lastOf)
	case BeginText:
		return side{text: true}
	}
	return side{}
}

func either(branches []*Node, of func(*Node) side) side {
	var all side
	for i, b := range branches {
		s := of(b)
		switch {
		case !s.known:
			return side{}
		case i == 0:
			all = s
		default:
			all.set = all.set.Union(s.set)
		}
	}
	return all
}

// mayTakeNewline reports whether a node that takes characters may take a line break.
func mayTakeNewline(n *Node) bool {
	if n.Op == Literal {
		return n.Rune == '\n'
	}
	set, single := nodeSet(n)
	return !single || set.Contains('\n')
}

// minWidth returns how many characters a node takes at least; references count as none.
func minWidth(n *Node) int {
	switch n.Op {
	case Literal, Any, Class, AnyByte:
		return 1
	case Concat:
		sum := 0
		for _, s := range n.Subs {
			sum = min(sum+minWidth(s), unbounded)
		}
		return sum
	case Alternate, Conditional:
		least := unbounded
		for _, s := range n.Subs {
			least = min(least, minWidth(s))
		}
		return least
	case Group, Atomic:
		return minWidth(n.Subs[0])
	case Repeat:
		return min(n.Min*minWidth(n.Subs[0]), unbounded)
	}
	return 0
}
