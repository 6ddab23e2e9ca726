package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// At returns the innermost place whose entry or item covers an offset, the root if none does.
func (d *Document) At(offset int) *schema.Place {
	var at *schema.Place
	for _, root := range d.Roots {
		if at == nil || root.Node.Span.Start <= offset {
			at = root
		}
	}
	for at != nil {
		inner := childAt(at, offset)
		if inner == nil {
			return at
		}
		at = inner
	}
	return nil
}

func childAt(p *schema.Place, offset int) *schema.Place {
	start := func(c *schema.Place) int {
		if c.Key != nil {
			return c.Key.Span.Start
		}
		return c.Node.Span.Start
	}
	// Children stand in source order but for those that an alias brought here.
	i, found := slices.BinarySearchFunc(p.Children, offset, func(c *schema.Place, offset int) int { return start(c) - offset })
	if !found {
		i--
	}
	if i >= 0 && i < len(p.Children) && covers(p.Children[i], offset) {
		return p.Children[i]
	}
	for _, c := range p.Children {
		if covers(c, offset) {
			return c
		}
	}
	return nil
}

func covers(p *schema.Place, offset int) bool {
	return p.Via == nil && placeExtent(p).Touches(offset)
}

// addContext gives a finding inside an item that has a name (a policy, a clause) that name, as a
// related place: a reader of a list of findings knows which policy each is about. An error of
// the syntax gets none: what holds it may be another item once it is put right.
func (d *Document) addContext(found *Diagnostic) {
	if found.Code == string(syntax.SyntaxError) {
		return
	}
	var rules []string
	for at := d.At(found.Span.Start); at != nil; at = at.Parent {
		if at.Type != nil && at.Type.Rule != nil {
			rules = append(rules, "`"+at.Type.Rule.Name+"`")
		}
		if at.Index < 0 {
			continue
		}
		name := nameOf(at)
		if name == nil {
			continue
		}
		if name.Span == found.Span {
			return // it speaks of the name itself
		}
		message := fmt.Sprintf("in %s `%s`", itemNoun(at), shortText(name.Value))
		if slices.Reverse(rules); len(rules) > 0 {
			message += ", " + strings.Join(rules, " › ")
		}
		found.Related = append(slices.Clip(found.Related), Related{Span: name.Span, Message: message})
		return
	}
}

// nameOf returns the scalar that names an item, nil if it has none.
func nameOf(p *schema.Place) *syntax.Node {
	for _, key := range []string{"name", "id"} {
		if c := p.Child(key); c != nil && c.Via == nil && c.Node.Kind == syntax.Scalar && c.Node.Value != "" && !isNull(c.Node) {
			return c.Node
		}
	}
	return nil
}

func itemNoun(p *schema.Place) string {
	if p.Type != nil && p.Type.Name != "" {
		return p.Type.Name
	}
	return "item"
}
