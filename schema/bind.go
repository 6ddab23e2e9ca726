package schema

import (
	"slices"

	"github.com/forgelint/forgelint/syntax"
)

// aliasBudget bounds the places that aliases and merges bring in beside what is written: a file of a
// few lines can mean 10⁹ nodes.
const aliasBudget = 100_000

// bind makes the places of a document.
func bind(t *Type, root *syntax.Node) []*Place {
	if root == nil {
		return nil
	}
	written := count(root)
	b := binder{budget: aliasBudget, order: make([]*Place, 0, written), left: written}
	p := b.place()
	*p = Place{Node: root, Index: -1}
	b.value(p, root)
	p.Type = t
	b.descend(p)
	return b.order
}

type binder struct {
	order    []*Place
	places   []Place  // slab: places of one collection lie side by side
	pointers []*Place // slab of the children
	left     int      // places still to come; what aliases bring in is not among them
	budget   int
}

// count returns how many places are written at and below a node.
func count(n *syntax.Node) int {
	all := 1
	for _, item := range n.Items {
		all += count(item)
	}
	for _, pair := range n.Pairs {
		all += count(pair.Value)
	}
	return all
}

func (b *binder) place() *Place {
	if len(b.places) == cap(b.places) {
		b.places = make([]Place, 0, slab(b.left))
	}
	b.left--
	b.places = b.places[:len(b.places)+1]
	return &b.places[len(b.places)-1]
}

func (b *binder) children(n int) []*Place {
	if cap(b.pointers)-len(b.pointers) < n {
		b.pointers = make([]*Place, 0, max(n, slab(b.left)))
	}
	from := len(b.pointers)
	b.pointers = b.pointers[:from+n]
	return b.pointers[from : from+n : from+n]
}

// slab returns how many are allocated at once of what so many are still to come.
func slab(left int) int { return min(max(8, left), 4096) }

// value sets the node of a place, looking through aliases.
func (b *binder) value(p *Place, n *syntax.Node) {
	if n.Kind == syntax.AliasNode {
		p.Via = n
		n = n.Resolve()
	}
	p.Node = n
}

// descend resolves the type of a place, adds it, and goes on to its entries or items.
func (b *binder) descend(p *Place) {
	if t := p.Type; t != nil && t.Switch != nil {
		p.Type = t.resolve(
			p.Parent.Text,
			func(key string) (string, bool) { return scalar(p.Node, key) },
		)
	}
	b.order = append(b.order, p)
	n := p.Node
	if n == nil || n.Kind == syntax.Scalar || n.Kind == syntax.AliasNode {
		return
	}
	if p.Via != nil {
		if b.budget <= 0 || p.inside(n) {
			p.Cut = true
			return
		}
	}
	if n.Kind == syntax.Sequence {
		b.items(p, n.Items)
		return
	}
	b.entries(p, n)
}

func (b *binder) items(p *Place, items []*syntax.Node) {
	var t *Type
	if p.Type != nil && (p.Type.Kind == Sequence) {
		t = p.Type.Items
	}
	p.Children = b.children(len(items))
	for i, item := range items {
		c := b.place()
		*c = Place{Index: i, Type: t, Parent: p, Via: p.Via}
		b.value(c, item)
		p.Children[i] = c
	}
	if p.Via != nil {
		b.budget -= len(items)
	}
	for _, c := range p.Children {
		b.descend(c)
	}
}

func (b *binder) entries(p *Place, n *syntax.Node) {
	pairs := n.Pairs
	var origin map[*syntax.Node]*syntax.Node
	if slices.ContainsFunc(pairs, syntax.Pair.IsMerge) {
		if b.budget > 0 {
			pairs = syntax.Entries(n)
			origin = map[*syntax.Node]*syntax.Node{}
			merged(n, nil, origin, map[*syntax.Node]bool{})
		} else {
			pairs = slices.DeleteFunc(slices.Clone(pairs), syntax.Pair.IsMerge)
			p.Cut = true
		}
	}
	p.Children = b.children(len(pairs))
	for i, pair := range pairs {
		c := b.place()
		*c = Place{Key: pair.Key, Index: -1, Parent: p, Via: p.Via}
		if via := origin[pair.Key]; via != nil {
			c.Via = via
			b.budget--
		}
		if p.Type != nil && p.Type.Kind == Mapping && pair.Key.Kind == syntax.Scalar {
			if f := p.Type.Field(pair.Key.Value); f != nil {
				c.Field, c.Type = f, f.Type
			} else {
				c.Type = p.Type.Items
			}
		}
		b.value(c, pair.Value)
		p.Children[i] = c
	}
	if p.Via != nil {
		b.budget -= len(pairs)
	}
	for _, c := range p.Children {
		b.descend(c)
	}
}

// merged notes for each key that merges bring into a mapping the alias through which it came; nil for
// what is written in it.
func merged(n, via *syntax.Node, origin map[*syntax.Node]*syntax.Node, seen map[*syntax.Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	for _, pair := range n.Pairs {
		if !pair.IsMerge() {
			origin[pair.Key] = via
			continue
		}
		sources := []*syntax.Node{pair.Value}
		if l := pair.Value.Resolve(); l != nil && l.Kind == syntax.Sequence {
			sources = l.Items
		}
		for _, s := range sources {
			through := via
			if through == nil && s.Kind == syntax.AliasNode {
				through = s
			}
			if s = s.Resolve(); s != nil && s.Kind == syntax.Mapping {
				merged(s, through, origin, seen)
			}
		}
	}
}

// inside reports whether a place lies within the node: an alias to what holds it.
func (p *Place) inside(n *syntax.Node) bool {
	for a := p.Parent; a != nil; a = a.Parent {
		if a.Node == n {
			return true
		}
	}
	return false
}

// scalar returns the text of a scalar entry as the loader sees it, before the entry has a place.
func scalar(n *syntax.Node, key string) (string, bool) {
	v := n.Get(key)
	if v == nil || v.Kind != syntax.Scalar || v.Tag == syntax.Null {
		return "", false
	}
	return v.Value, true
}
