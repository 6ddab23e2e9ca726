package regex

import "strings"

// Redundant is a branch that is found only where an earlier one is found too.
type Redundant struct{ Branch, By *Node }

// maxBranches bounds the branches of a group that are compared, maxComparisons the comparisons that
// run the matcher.
const (
	maxBranches    = 100
	maxComparisons = 300
)

// Redundant returns branches that an earlier branch makes redundant: the same text again, or a fixed
// text on which the earlier one succeeds before its end, where nothing comes after the branches that
// could make the engine try the next one.
func (re *Regexp) Redundant() []Redundant {
	r := &redundancy{re: re}
	r.visit(re.Root, true)
	return r.found
}

type redundancy struct {
	re    *Regexp
	found []Redundant
	runs  int
}

// visit looks at n; last says that nothing comes after it.
func (r *redundancy) visit(n *Node, last bool) {
	switch n.Op {
	case Alternate:
		if len(n.Subs) <= maxBranches {
			r.compare(n, last)
		}
		for _, s := range n.Subs {
			r.visit(s, last)
		}
	case Concat:
		for i, s := range n.Subs {
			r.visit(s, last && i == len(n.Subs)-1)
		}
	case Group, Atomic:
		r.visit(n.Subs[0], last)
	case Repeat, Look, Conditional:
		for _, s := range n.Subs {
			r.visit(s, false)
		}
	}
}

func (r *redundancy) compare(n *Node, last bool) {
branches:
	for i, b := range n.Subs {
		for _, a := range n.Subs[:i] {
			if b.Op != Empty && (r.re.Text(a) == r.re.Text(b) || last && a.Op != Empty && r.covers(a, b)) {
				r.found = append(r.found, Redundant{b, a})
				continue branches
			}
		}
	}
}

// covers reports whether a succeeds on every text that begins with the fixed text of b.
func (r *redundancy) covers(a, b *Node) bool {
	text, ok := fixedText(b)
	if !ok || text == "" {
		return false
	}
	if start, ok := fixedText(a); ok && !strings.HasPrefix(text, start) && !a.anyFold() {
		return false
	}
	if r.runs++; r.runs > maxComparisons || dependent(a) {
		return false
	}
	sub := &Regexp{Pattern: r.re.Pattern, Dialect: r.re.Dialect, Root: a}
	for _, after := range []string{"", " ", "a", "-"} {
		m := sub.Search(text+after, 5_000)
		if !m.Found || m.Start != 0 || m.End >= len([]rune(text)) {
			return false
		}
	}
	return true
}

// fixedText returns the only text that a node matches; ok is false if there are several.
func fixedText(n *Node) (text string, ok bool) {
	switch n.Op {
	case Literal:
		return string(n.Rune), true
	case WordEdge, Empty:
		return "", true
	case Concat:
		var b strings.Builder
		for _, s := range n.Subs {
			part, ok := fixedText(s)
			if !ok {
				return "", false
			}
			b.WriteString(part)
		}
		return b.String(), true
	case Group:
		return fixedText(n.Subs[0])
	}
	return "", false
}

// dependent reports whether a node looks at what is around it or was before it, which is not known
// when it is run alone.
func dependent(n *Node) bool {
	found := false
	n.Walk(func(n *Node) bool {
		switch n.Op {
		case Look, Backref, Conditional, BeginText, BeginLine, EndText, EndOrLastNL, EndLine, NotWordEdge:
			found = true
		case Group:
			found = found || n.Index > 0
		}
		return !found
	})
	first := sequence(n)
	return found || len(first) > 0 && first[0].Op == WordEdge
}

// anyFold reports whether a literal of the node is compared without regard to case.
func (n *Node) anyFold() bool {
	found := false
	n.Walk(func(n *Node) bool {
		found = found || n.Fold
		return !found
	})
	return found
}
