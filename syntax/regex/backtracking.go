package regex

import (
	"math"
	"strings"
)

// Blowup is the proof that a pattern takes exponential time in a backtracking engine: texts of the
// form Prefix + Pump × n + Suffix, and the steps that they took.
type Blowup struct {
	Node                 *Node // the repeat
	Prefix, Pump, Suffix string
	// Few and Many are two numbers of pumps, with the steps that the texts took.
	Few, Many           int
	FewSteps, ManySteps int
}

// Text returns the text with n pumps.
func (b *Blowup) Text(n int) string { return b.Prefix + strings.Repeat(b.Pump, n) + b.Suffix }

// Factor returns by what one more pump multiplies the steps.
func (b *Blowup) Factor() float64 {
	return math.Pow(float64(b.ManySteps)/float64(b.FewSteps), 1/float64(b.Many-b.Few))
}

const (
	// enoughSteps is what the largest text of a proof has to take at least …
	enoughSteps = 30_000
	// … and where the number of repeats is limited, so that the time is too.
	enoughLimited = 300_000
	// maxPumps bounds the texts that are tried, and where the number of repeats is limited,
	// maxLimited bounds their length.
	maxPumps   = 48
	maxLimited = 24
	// fewPumps is how many pumps a proof should have, so that growth with an end is told apart.
	fewPumps = 8
	// maxSteps bounds the work on one pattern.
	maxSteps = 3_000_000
)

// Backtracking looks for exponential time in a backtracking engine. What it returns was proved by
// counting the steps of the matcher; nil if there is no proof. The work is bounded.
func (re *Regexp) Backtracking() *Blowup {
	re.blowupOnce.Do(func() { re.blowup = re.findBlowup() })
	return re.blowup
}

func (re *Regexp) findBlowup() *Blowup {
	left := maxSteps
	tree := re.engineTree()
	suffixes := append(outsiders(tree), "!", "\n", "")
	for _, s := range suspects(tree) {
		prefixes := []string{s.prefix}
		if s.prefix != "" {
			prefixes = append(prefixes, "")
		}
		for _, p := range s.pumps {
			var best *Blowup
			most := 200 // steps that ten pumps take where nothing blows up
			for _, prefix := range prefixes {
				for _, suffix := range suffixes {
					b := &Blowup{Node: s.node, Prefix: prefix + p.entry, Pump: p.text, Suffix: suffix}
					steps := re.Search(b.Text(10), min(enoughSteps, left)).Steps
					if left -= steps; left <= 0 {
						return nil
					}
					if 2*steps > 3*most || best == nil && steps > most { // the first is the plainest
						most, best = steps, b
					}
					if most > enoughSteps {
						break
					}
				}
			}
			if best != nil && re.prove(best, s.limited, &left) {
				return best
			}
		}
	}
	return nil
}

// prove measures how the steps grow with the pumps.
func (re *Regexp) prove(b *Blowup, limited bool, left *int) bool {
	enough := enoughSteps
	if limited {
		enough = enoughLimited
	}
	steps := []int{}
	for n := 1; n <= maxPumps && (!limited || n*len(b.Pump) <= maxLimited); n++ {
		m := re.Search(b.Text(n), min(4*enough, *left))
		*left -= m.Steps
		if m.Exhausted {
			break
		}
		steps = append(steps, m.Steps)
		if m.Steps >= enough && n >= fewPumps || m.Steps >= 4*enough {
			break
		}
	}
	last := len(steps)
	if last < 4 || steps[last-1] < enough/4 {
		return false
	}
	b.Many, b.ManySteps = last, steps[last-1]
	b.Few = max(last-3, 2)
	b.FewSteps = steps[b.Few-1]
	if limited {
		return b.Factor() >= 1.4
	}
	// Exponential growth keeps its factor; that of a power falls: over the last quarter of the texts
	// it is at most 0.72 of that over the quarter before.
	quarter := max(min(2, last/3), last/4)
	slope := func(i, j int) float64 { return math.Log(float64(steps[j-1]) / float64(steps[i-1])) }
	return slope(last-quarter, last) >= 0.85*slope(last-2*quarter, last-quarter) && b.Factor() > 1.1
}

// suspect is a part of a pattern that may take exponential time.
type suspect struct {
	node    *Node
	prefix  string // a text that leads there
	pumps   []pump
	limited bool // the repeats are limited in number
}

// manyRepeats is how many repeats in a row are as bad as repeats without end.
const manyRepeats = 8

// nested returns how often limited repeats inside one another repeat together what is more than a
// character.
func nested(n *Node) int {
	most := 1
	for _, s := range n.Subs {
		most = max(most, nested(s))
	}
	if n.Op == Repeat && n.Max != Unlimited {
		if _, single := nodeSet(n.Subs[0]); !single {
			most = min(most*max(n.Max, 1), 1000)
		}
	}
	return most
}

// maxPrefix bounds the text that leads to a suspect.
const maxPrefix = 1000

// maxSuspects bounds how many parts are looked at.
const maxSuspects = 6

// suspects finds repeats whose body can read a text in two ways, outermost first.
func suspects(root *Node) []suspect {
	var found []suspect
	var visit func(n *Node, prefix string)
	visit = func(n *Node, prefix string) {
		if len(found) >= maxSuspects {
			return
		}
		if n.Op == Repeat && (n.Max == Unlimited || nested(n) >= manyRepeats) {
			if _, single := nodeSet(n.Subs[0]); !single {
				if s := (suspect{node: n, prefix: prefix, limited: n.Max != Unlimited}); s.findPumps(root) {
					found = append(found, s)
				}
			}
		}
		if n.Op == Concat {
			if s, ok := adjacent(n, prefix); ok {
				found = append(found, s)
			}
		}
		for _, sub := range n.Subs {
			visit(sub, prefix)
			if n.Op == Concat && len(prefix) < maxPrefix {
				prefix += shortest(sub)
			}
		}
	}
	visit(root, "")
	return found
}

func (s *suspect) findPumps(root *Node) bool {
	a := newAutomaton(s.node.Subs[0])
	if a == nil {
		return false
	}
	s.pumps = a.pumps()
	if len(s.pumps) > 0 { // again with characters that the rest of the pattern cannot match
		a.avoid = a.alphabet(outside(root, s.node))
		s.pumps = append(s.pumps, a.pumps()...)
	}
	if len(s.pumps) == 0 && s.limited && len(a.first) > 0 {
		if r, ok := a.sample(a.sets[a.first[0].to]); ok { // (a?){25}: each repeat may take it or not
			s.pumps = []pump{{text: string(r)}}
		}
	}
	return len(s.pumps) > 0
}

// outside returns the characters that the pattern names outside of a part.
func outside(root, part *Node) Set {
	var used Set
	root.Walk(func(n *Node) bool {
		if set, ok := nodeSet(n); ok && set.Size() < maxRune/2 {
			used = append(used, set...)
		}
		return n != part
	})
	return newSet(used)
}

// adjacent finds eight and more repeats after one another that can all take the same character:
// limited, and slow all the same.
func adjacent(n *Node, prefix string) (suspect, bool) {
	var set Set
	start, count := 0, 0
	for i, s := range n.Subs {
		body, single := Set(nil), false
		if s.Op == Repeat && !s.Possessive && s.Max != s.Min {
			body, single = nodeSet(s.Subs[0])
		}
		switch {
		case single && count > 0 && body.Overlaps(set):
			set = set.Intersect(body)
			count++
		case single:
			set, start, count = body, i, 1
		default:
			count = 0
		}
		if count >= manyRepeats {
			r, _ := Sample(set)
			for _, before := range n.Subs[:start] {
				if len(prefix) < maxPrefix {
					prefix += shortest(before)
				}
			}
			return suspect{node: s, prefix: prefix, pumps: []pump{{text: string(r)}}, limited: true}, true
		}
	}
	return suspect{}, false
}

// shortest returns a short text that the node matches, assertions left aside.
func shortest(n *Node) string {
	if set, ok := nodeSet(n); ok {
		r, _ := Sample(set)
		return string(r)
	}
	switch n.Op {
	case Concat:
		var b strings.Builder
		for _, s := range n.Subs {
			b.WriteString(shortest(s))
			if b.Len() > maxPrefix {
				break
			}
		}
		return b.String()
	case Alternate, Group, Atomic:
		return shortest(n.Subs[0])
	case Repeat:
		return strings.Repeat(shortest(n.Subs[0]), min(n.Min, 50))
	}
	return ""
}

// outsiders returns characters that no part of the pattern is sure to want: good ends for a text
// that should not match.
func outsiders(root *Node) []string {
	var used Set
	root.Walk(func(n *Node) bool {
		if set, ok := nodeSet(n); ok && set.Size() < 1000 {
			used = append(used, set...)
		}
		return true
	})
	used = newSet(used)
	for _, r := range "!~;\x01é" {
		if !used.Contains(r) {
			return []string{string(r), " " + string(r)}
		}
	}
	return nil
}
