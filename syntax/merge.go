package syntax

// maxMerged bounds how many entries merge keys may bring into a mapping.
const maxMerged = 10_000

// Entries returns the entries that a loader sees in a mapping: in source order, duplicates kept,
// merge keys replaced by what they bring in (own keys win), within a budget. Merged pairs stand
// where the `<<` stands.
func Entries(n *Node) []Pair {
	n = n.Resolve()
	if n == nil || n.Kind != Mapping {
		return nil
	}
	merges := false
	for _, p := range n.Pairs {
		merges = merges || p.IsMerge()
	}
	if !merges {
		return n.Pairs
	}
	m := merger{open: map[*Node]bool{}}
	return m.entries(n)
}

type merger struct {
	open  map[*Node]bool // being expanded: a mapping that merges itself brings nothing
	count int
}

func (m *merger) entries(n *Node) []Pair {
	if m.open[n] {
		return nil
	}
	m.open[n] = true
	defer delete(m.open, n)
	seen := map[string]bool{}
	for _, p := range n.Pairs {
		if !p.IsMerge() && p.Key.Kind == Scalar {
			seen[p.Key.Value] = true
		}
	}
	// Of two merge keys the last wins, of the mappings in one list the first.
	merged := make([][]Pair, len(n.Pairs))
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		if p := n.Pairs[i]; p.IsMerge() {
			for _, from := range mergeSources(p.Value) {
				merged[i] = append(merged[i], m.take(from, seen)...)
			}
		}
	}
	var all []Pair
	for i, p := range n.Pairs {
		if p.IsMerge() {
			all = append(all, merged[i]...)
		} else {
			all = append(all, p)
		}
	}
	return all
}

// take returns the entries of a merged mapping whose keys are not seen yet, and marks them as seen.
func (m *merger) take(from *Node, seen map[string]bool) []Pair {
	var taken []Pair
	for _, p := range m.entries(from) {
		if m.count >= maxMerged {
			break
		}
		if p.Key.Kind != Scalar || !seen[p.Key.Value] {
			m.count++
			taken = append(taken, p)
		}
	}
	for _, p := range taken {
		if p.Key.Kind == Scalar {
			seen[p.Key.Value] = true
		}
	}
	return taken
}

// mergeSources returns the mappings that the value of a merge key names.
func mergeSources(value *Node) []*Node {
	value = value.Resolve()
	switch value.Kind {
	case Mapping:
		return []*Node{value}
	case Sequence:
		var all []*Node
		for _, item := range value.Items {
			if item = item.Resolve(); item.Kind == Mapping {
				all = append(all, item)
			}
		}
		return all
	}
	return nil
}
