package lint

import (
	"slices"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// digest stands for the meaning of a value: equal digests, equal values. It is FNV-1a over 64 bits, which
// is more than enough for the policies of a file.
type digest uint64

const digestStart digest = 14695981039346656037

func (d digest) text(s string) digest {
	for i := range len(s) {
		d = (d ^ digest(s[i])) * 1099511628211
	}
	return (d ^ 0xff) * 1099511628211
}

func (d digest) mix(other digest) digest {
	for range 8 {
		d = (d ^ other&0xff) * 1099511628211
		other >>= 8
	}
	return d
}

// ordered are the lists whose order means something.
func ordered(param string) bool { return param == "forbidden_sequence" }

// digestOf reads a value as the loader does: letter by letter in scalars, without regard to the order of
// keys, nor of items where it means nothing. Entries under the keys in without are left out.
func digestOf(p *schema.Place, without ...string) digest {
	n := p.Node
	switch n.Kind {
	case syntax.Mapping:
		sum := digest(len("mapping"))
		for _, child := range p.Children {
			if child.Key == nil || slices.Contains(without, child.Name()) || isNull(child.Node) {
				continue
			}
			sum += digestStart.text(child.Name()).mix(digestOf(child))
		}
		return digestStart.mix(sum)
	case syntax.Sequence:
		sum, chain := digest(len("sequence")), digestStart
		for _, item := range p.Children {
			d := digestOf(item)
			sum, chain = sum+d*31, chain.mix(d)
		}
		if ordered(p.Name()) {
			return chain
		}
		return digestStart.mix(sum)
	case syntax.Scalar:
		text := n.Value
		if n.Tag != syntax.Str {
			text = syntax.PyText(n)
		}
		return digestStart.text(text).mix(digest(n.Tag))
	}
	return digestStart
}

// weight returns the risk of a violation; 0 for no severity.
func (p *policy) weight() float64 {
	if p.severe == nil {
		return 0
	}
	return p.severe.Weight
}

// sphere is what a policy is about besides its params: two policies of different spheres never meet.
type sphere struct{ rule, point, class string }

func (p *policy) sphere() sphere {
	class := p.class
	if schema.Vocabulary("risk_class").Value(class) == nil {
		class = "" // no filter
	}
	return sphere{p.root.rule, p.point, class}
}

// named says which policy is meant.
func (p *policy) title() string {
	if p.name == "" {
		return "the policy before it"
	}
	return "`" + shortText(p.name) + "`"
}

// where is the node that stands for the policy in a related place.
func (p *policy) where() syntax.Span {
	if name := p.namePlace; name != nil && name.Node.Span.Len() > 0 {
		return name.Node.Span
	}
	return p.root.mark().Node.Span
}
