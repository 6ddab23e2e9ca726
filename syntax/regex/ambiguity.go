package regex

import (
	"math/bits"
	"slices"
	"strings"
)

// A loop takes exponential time in a backtracking engine when there is a text that its body can cut
// into repeats in more than one way. To find such a text, the body is turned into its position
// automaton (one state for each character of the pattern), with the number of ways that lead from one
// position to the next, and two runs of it are followed side by side: from a position along two
// different ways back to the same position, over the same text.

// automaton is the position automaton of a repeated body.
type automaton struct {
	sets   []alphabet
	extra  []rune // what the alphabets hold beyond ASCII
	first  []link
	last   []bool
	follow [][]link
	full   bool
	avoid  alphabet // characters that texts do without where they can
}

// alphabet is a set of the characters that texts are made of: ASCII, and one character of each set
// of the pattern that holds none of ASCII (bits from 128 on).
type alphabet [3]uint64

func (a *automaton) alphabet(s Set) alphabet {
	c := newCharset(s)
	out := alphabet{c.ascii[0], c.ascii[1]}
	if len(s) > 0 && s[0].Lo >= 128 && len(a.extra) < 64 {
		a.extra = append(a.extra, s[0].Lo)
	}
	for i, r := range a.extra {
		if s.Contains(r) {
			out[2] |= 1 << i
		}
	}
	return out
}

func (x alphabet) and(y alphabet) alphabet { return alphabet{x[0] & y[0], x[1] & y[1], x[2] & y[2]} }

// preferred are characters of ASCII in the order in which texts read well.
const preferred = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_ -.!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~\t\n"

func (a *automaton) sample(x alphabet) (rune, bool) {
	if r, ok := a.pick(alphabet{x[0] &^ a.avoid[0], x[1] &^ a.avoid[1], x[2] &^ a.avoid[2]}); ok {
		return r, true
	}
	return a.pick(x)
}

func (a *automaton) pick(x alphabet) (rune, bool) {
	for _, r := range preferred {
		if x[r>>6]>>(r&63)&1 == 1 {
			return r, true
		}
	}
	if x[2] != 0 {
		return a.extra[bits.TrailingZeros64(x[2])], true
	}
	for r := range rune(128) {
		if x[r>>6]>>(r&63)&1 == 1 {
			return r, true
		}
	}
	return 0, false
}

// link leads to a position in so many ways (2: or more).
type link struct{ to, ways int }

// maxPositions bounds the automaton; maxCopies the copies that a count makes of its operand.
const (
	maxPositions = 120
	maxCopies    = 5
)

// part is what the automaton needs to know of a node.
type part struct {
	first, last []link
	empty       int // in how many ways it matches nothing; 2 is or more
}

// newAutomaton returns the automaton of a body that repeats without end; nil if it is too large.
func newAutomaton(body *Node) *automaton {
	a := &automaton{}
	p := a.build(body)
	a.connect(p.last, p.first)
	if a.full || len(a.sets) == 0 {
		return nil
	}
	a.first = p.first
	a.last = make([]bool, len(a.sets))
	for _, l := range p.last {
		a.last[l.to] = true
	}
	return a
}

func (a *automaton) build(n *Node) part {
	if set, ok := nodeSet(n); ok {
		if len(a.sets) >= maxPositions {
			a.full = true
			return part{empty: 1}
		}
		a.sets = append(a.sets, a.alphabet(set))
		a.follow = append(a.follow, nil)
		here := []link{{len(a.sets) - 1, 1}}
		return part{first: here, last: here}
	}
	if a.full {
		return part{empty: 1}
	}
	switch n.Op {
	case Concat:
		p := part{empty: 1}
		for _, s := range n.Subs {
			p = a.concat(p, a.build(s))
		}
		return p
	case Alternate, Conditional:
		var p part
		for _, s := range n.Subs {
			q := a.build(s)
			p.first, p.last = merge(p.first, q.first, 1), merge(p.last, q.last, 1)
			p.empty = min(2, p.empty+q.empty)
		}
		return p
	case Group, Atomic:
		return a.build(n.Subs[0])
	case Repeat:
		return a.repeat(n)
	}
	return part{empty: 1} // assertions, looks, references: the matcher has the last word
}

func (a *automaton) repeat(n *Node) part {
	optional := func() part {
		p := a.build(n.Subs[0])
		p.empty = min(2, p.empty+1)
		return p
	}
	p := part{empty: 1}
	fixed := n.Min
	if n.Max == Unlimited {
		fixed-- // the last of them is the one that repeats
	}
	for range min(fixed, maxCopies) {
		p = a.concat(p, a.build(n.Subs[0]))
	}
	if n.Max == Unlimited {
		q := a.build(n.Subs[0])
		a.connect(q.last, q.first)
		if n.Min == 0 {
			q.empty = 1
		}
		return a.concat(p, q)
	}
	// a{0,3} is (a(a(a)?)?)?: the copies behind one another, each only after the one before.
	var inner part
	inner.empty = 1
	for range min(n.Max-n.Min, maxCopies) {
		q := optional()
		q.empty--
		q = a.concat(q, inner)
		q.empty = 1
		inner = q
	}
	return a.concat(p, inner)
}

func (a *automaton) concat(p, q part) part {
	a.connect(p.last, q.first)
	return part{
		first: merge(p.first, q.first, p.empty),
		last:  merge(q.last, p.last, q.empty),
		empty: min(2, p.empty*q.empty),
	}
}

func (a *automaton) connect(last, first []link) {
	for _, l := range last {
		a.follow[l.to] = merge(a.follow[l.to], first, l.ways)
	}
}

// merge adds links, each in so many ways more.
func merge(links, more []link, ways int) []link {
	if ways == 0 {
		return links
	}
	out := append([]link(nil), links...)
next:
	for _, m := range more {
		for i := range out {
			if out[i].to == m.to {
				out[i].ways = min(2, out[i].ways+m.ways*ways)
				continue next
			}
		}
		out = append(out, link{m.to, min(2, m.ways*ways)})
	}
	return out
}

// pump is a text that leads from a position back to it in two ways, and one that leads there.
type pump struct{ entry, text string }

// border stands for the place between two repeats of the body.
const border = -1

// maxPumpTexts bounds how many texts are tried.
const maxPumpTexts = 3

// pumps finds texts that the loop can read in two ways, shortest first, within a budget of links
// followed.
func (a *automaton) pumps() []pump {
	var found []pump
	budget := 200_000
	for q := border; q < len(a.sets); q++ {
		text, ok := a.roundTrip(q, &budget)
		text = root(text)
		if ok && !slices.ContainsFunc(found, func(p pump) bool { return p.text == text }) {
			found = append(found, pump{a.entry(q), text})
		}
	}
	slices.SortStableFunc(found, func(a, b pump) int { return len(a.text) - len(b.text) })
	return found[:min(len(found), maxPumpTexts)]
}

// root returns the text that a text repeats: `a` for `aaa`.
func root(text string) string {
	for n := 1; n <= len(text)/2; n++ {
		if len(text)%n == 0 && strings.Repeat(text[:n], len(text)/n) == text {
			return text[:n]
		}
	}
	return text
}

// pair is a place in two runs of the automaton; apart says that they have differed.
type pair struct {
	p, q  int
	apart bool
}

type step struct {
	from int // index in the queue; -1 at the start
	at   pair
	char rune
}

// roundTrip finds the shortest text on which two different runs lead from q to q.
func (a *automaton) roundTrip(q int, budget *int) (string, bool) {
	queue := []step{{from: -1, at: pair{q, q, false}}}
	seen := map[pair]bool{queue[0].at: true}
	for i := 0; i < len(queue); i++ {
		at := queue[i].at
		for _, x := range a.after(at.p) {
			for _, y := range a.after(at.q) {
				if *budget--; *budget < 0 {
					return "", false
				}
				apart := at.apart || x.to != y.to || at.p == at.q && x.ways > 1
				next := pair{x.to, y.to, apart}
				if next.p > next.q {
					next.p, next.q = next.q, next.p
				}
				if seen[next] {
					continue
				}
				both := a.sets[x.to]
				if x.to != y.to {
					both = both.and(a.sets[y.to])
				}
				r, ok := a.sample(both)
				if !ok {
					continue
				}
				seen[next] = true
				queue = append(queue, step{i, next, r})
				if next == (pair{q, q, true}) || q == border && apart && a.last[x.to] && a.last[y.to] {
					return path(queue), true
				}
			}
		}
	}
	return "", false
}

// after returns where a run may go on from a position or from the border.
func (a *automaton) after(q int) []link {
	if q == border {
		return a.first
	}
	return a.follow[q]
}

// entry returns the shortest text that leads from the start of the body to the position q.
func (a *automaton) entry(q int) string {
	if q == border {
		return ""
	}
	queue := []step{{from: -1, at: pair{p: border}}}
	seen := map[int]bool{}
	for i := 0; i < len(queue); i++ {
		for _, l := range a.after(queue[i].at.p) {
			r, ok := a.sample(a.sets[l.to])
			if !ok || seen[l.to] {
				continue
			}
			seen[l.to] = true
			queue = append(queue, step{i, pair{p: l.to}, r})
			if l.to == q {
				return path(queue)
			}
		}
	}
	return ""
}

// path returns the characters on the way to the last step.
func path(queue []step) string {
	var text []rune
	for i := len(queue) - 1; queue[i].from >= 0; i = queue[i].from {
		text = append([]rune{queue[i].char}, text...)
	}
	return string(text)
}

// Sample returns a character of the set that reads well; ok is false if the set is empty.
func Sample(s Set) (r rune, ok bool) {
	for _, want := range []Range{{'a', 'z'}, {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {' ', ' '}, {'-', '.'}, {'!', '~'}, {0xA1, 0x2FFF}} {
		if both := s.Intersect(Set{want}); len(both) > 0 {
			return both[0].Lo, true
		}
	}
	if len(s) == 0 {
		return 0, false
	}
	return s[0].Lo, true
}
