package regex

import "slices"

// engineTree returns the tree that the matcher runs. Python's compiler takes the common start out of
// branches and turns branches of single characters into one set, which decides what backtracks.
func (re *Regexp) engineTree() *Node {
	if re.Dialect != Python {
		return re.Root
	}
	return pythonTree(re.Root)
}

func pythonTree(n *Node) *Node {
	if len(n.Subs) == 0 {
		return n
	}
	c := *n
	c.Subs = make([]*Node, len(n.Subs))
	for i, s := range n.Subs {
		c.Subs[i] = pythonTree(s)
	}
	if c.Op == Alternate {
		return factor(&c)
	}
	return &c
}

// factor rewrites branches as Python does.
func factor(n *Node) *Node {
	branches := make([][]*Node, len(n.Subs))
	for i, s := range n.Subs {
		branches[i] = sequence(s)
	}
	var prefix []*Node
	for common(branches) {
		prefix = append(prefix, branches[0][0])
		for i := range branches {
			branches[i] = branches[i][1:]
		}
	}
	rest := &Node{Op: Alternate, Start: n.Start, End: n.End}
	var sets []Set
	for _, b := range branches {
		if len(b) == 1 && mergeable(b[0]) {
			set, _ := nodeSet(b[0])
			sets = append(sets, set)
		}
		rest.Subs = append(rest.Subs, joined(b, n.End))
	}
	if len(sets) == len(branches) {
		rest = &Node{Op: Class, Start: n.Start, End: n.End, Set: Set{}.Union(sets...)}
	}
	if prefix == nil {
		return rest
	}
	return joined(append(prefix, rest), n.End)
}

// common reports whether all branches begin with the same node.
func common(branches [][]*Node) bool {
	for _, b := range branches {
		if len(b) == 0 || !sameNode(b[0], branches[0][0]) {
			return false
		}
	}
	return true
}

// mergeable reports whether Python takes the node into the set that replaces a branch.
func mergeable(n *Node) bool { return n.Op == Literal || n.Op == Class && !n.Negated }

// sequence returns the nodes that stand one after the other, plain groups opened.
func sequence(n *Node) []*Node {
	switch {
	case n.Op == Empty:
		return nil
	case n.Op == Concat:
		var all []*Node
		for _, s := range n.Subs {
			all = append(all, sequence(s)...)
		}
		return all
	case n.Op == Group && n.Index == 0:
		return sequence(n.Subs[0])
	}
	return []*Node{n}
}

func joined(nodes []*Node, end int) *Node {
	switch len(nodes) {
	case 0:
		return &Node{Op: Empty, Start: end, End: end}
	case 1:
		return nodes[0]
	}
	return &Node{Op: Concat, Start: nodes[0].Start, End: nodes[len(nodes)-1].End, Subs: slices.Clip(nodes)}
}

// sameNode reports whether two nodes do the same.
func sameNode(a, b *Node) bool {
	if a.Op != b.Op || a.Rune != b.Rune || a.Fold != b.Fold || a.ASCII != b.ASCII || a.Negated != b.Negated || a.Behind != b.Behind ||
		a.Min != b.Min || a.Max != b.Max || a.Lazy != b.Lazy || a.Possessive != b.Possessive || a.Index != b.Index ||
		len(a.Subs) != len(b.Subs) || !a.Set.Equal(b.Set) {
		return false
	}
	for i := range a.Subs {
		if !sameNode(a.Subs[i], b.Subs[i]) {
			return false
		}
	}
	return true
}
