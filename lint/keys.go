package lint

import (
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// keyFault is a mapping whose keys are not those that it should have. The rules about keys share it, so
// that a misspelt key is one finding and not also a missing one.
type keyFault struct {
	mapping *schema.Place
	unknown []unknownKey
	missing []*schema.Field // required, and meant by none of unknown
}

// unknownKey is a key that the schema does not know.
type unknownKey struct {
	*schema.Place
	field   *schema.Field // what was meant, nil if nothing is near
	renamed bool          // the key is a former or borrowed name of the field
	present bool          // the field is there too
	missed  bool          // the field is required and missing
	sure    bool          // nothing else is as near
	belongs *schema.Place // the mapping further in or out that misses the key, nil if none does
}

// keyFaults returns the faulty mappings in source order.
func (d *Document) keyFaults() []keyFault { return d.keys() }

func (d *Document) findKeyFaults() []keyFault {
	var faults []*keyFault
	for _, place := range d.Places {
		if fault, found := d.checkKeys(place); found {
			kept := fault // not one for each place that has none
			faults = append(faults, &kept)
		}
	}
	findMisplaced(faults)
	all := make([]keyFault, len(faults))
	for i, fault := range faults {
		all[i] = *fault
	}
	return all
}

// findMisplaced pairs a key that no field is near to with a mapping further in or out that misses it:
// an entry with the wrong indentation is one fault, not two.
func findMisplaced(faults []*keyFault) {
	missing := map[*schema.Place]*keyFault{}
	for _, fault := range faults {
		if len(fault.missing) > 0 {
			missing[fault.mapping] = fault
		}
	}
	for _, fault := range faults {
		var homes []*keyFault // the mappings around that miss something, the inner ones first
		for _, place := range slices.Concat(fault.mapping.Children, above(fault.mapping)) {
			if other := missing[place]; other != nil {
				homes = append(homes, other)
			}
		}
		for i := range fault.unknown {
			key := &fault.unknown[i]
			if key.field != nil {
				continue
			}
			for _, home := range homes {
				if home.take(key.Name()) {
					key.belongs, key.missed = home.mapping, true
					break
				}
			}
		}
	}
}

// take removes a key from those that are missing, and reports whether it was one.
func (f *keyFault) take(name string) bool {
	n := len(f.missing)
	f.missing = slices.DeleteFunc(f.missing, func(field *schema.Field) bool { return field.Name == name })
	return len(f.missing) < n
}

// above returns the places that hold a place, the nearest first.
func above(p *schema.Place) []*schema.Place {
	var all []*schema.Place
	for p = p.Parent; p != nil; p = p.Parent {
		all = append(all, p)
	}
	return all
}

func (d *Document) checkKeys(m *schema.Place) (fault keyFault, found bool) {
	t := m.Type
	if t == nil || t.Kind != schema.Mapping || len(t.Fields) == 0 {
		return fault, false
	}
	if m.Node.Kind != syntax.Mapping && !(isNull(m.Node) && m.Nullable() && m.Field != nil && m.Field.Default == "{}") {
		return fault, false // of another type altogether, or as good as absent
	}
	fault.mapping = m
	for _, child := range m.Children {
		if child.Field == nil && child.Key != nil && child.Key.Kind == syntax.Scalar && t.Open != schema.Free && !spokenFor(child) &&
			(t.IgnoredPrefix == "" || !strings.HasPrefix(child.Name(), t.IgnoredPrefix)) {
			fault.unknown = append(fault.unknown, unknownKey{Place: child})
		}
	}
	for _, f := range t.Fields {
		if mayBeNeeded(f) && m.Child(f.Name) == nil && !m.Cut && needed(m, f) {
			fault.missing = append(fault.missing, f)
		}
	}
	if len(fault.unknown) == 0 && len(fault.missing) == 0 {
		return fault, false
	}
	if len(fault.unknown) > 0 {
		free := map[*schema.Field]bool{} // fields that neither stand here nor are meant by another key
		for _, field := range t.Fields {
			free[field] = m.Child(field.Name) == nil
		}
		for i := range fault.unknown {
			fault.guess(&fault.unknown[i], free)
		}
	}
	if d.brokenIn(m) {
		fault.missing = nil
	}
	return fault, len(fault.unknown) > 0 || len(fault.missing) > 0
}

// spokenFor reports whether a rule of its own speaks of an unknown key.
func spokenFor(key *schema.Place) bool { return isDraftKey(key) || isRenderingOnFlag(key) }

// guess finds the field that an unknown key was meant to be: one that is missing before one that is
// only absent, and one that is there only if the key is a former name of it.
func (f *keyFault) guess(key *unknownKey, free map[*schema.Field]bool) {
	t := f.mapping.Type
	for _, field := range t.Fields {
		if slices.Contains(field.Was, key.Name()) {
			key.field, key.renamed, key.sure = field, true, true
			key.present = !free[field]
		}
	}
	if key.field == nil {
		var absent []string
		for _, field := range t.Fields {
			if free[field] && !field.Hidden && field.Inert == "" {
				absent = append(absent, field.Name)
			}
		}
		name, sure := nearest(key.Name(), absent)
		key.field, key.sure = t.Field(name), sure
	}
	for _, field := range t.Fields {
		if !key.sure && slices.Contains(field.Near, key.Name()) && free[field] {
			key.field = field
			break
		}
	}
	if key.field == nil {
		return
	}
	free[key.field] = false
	key.missed = f.take(key.field.Name)
}

// brokenIn reports whether a fault of the syntax stands in the lines of a mapping: what cannot be read
// there may be what is missed.
func (d *Document) brokenIn(m *schema.Place) bool {
	if len(d.Tree.Errors) == 0 || !d.Tree.JSON {
		return m.Node.Broken
	}
	span := d.region(m)
	return slices.ContainsFunc(d.Tree.Errors, func(e syntax.Error) bool {
		return e.Span.Start <= span.End && span.Start <= e.Span.End
	})
}

// region returns the text from a place's key or dash to the next entry or item that is none of its own.
func (d *Document) region(p *schema.Place) syntax.Span {
	span := syntax.Span{Start: p.Node.Span.Start, End: len(d.Tree.File.Text)}
	if p.Parent == nil && len(d.Roots) == 1 {
		span.Start = 0
	}
	if p.Key != nil {
		span.Start = p.Key.Span.Start
	}
	for at := p; at.Parent != nil; at = at.Parent {
		siblings := at.Parent.Children
		i := slices.Index(siblings, at)
		if i+1 < len(siblings) {
			next := siblings[i+1]
			span.End = next.Node.Span.Start
			if next.Key != nil {
				span.End = next.Key.Span.Start
			}
			break
		}
	}
	span.End = max(span.End, span.Start)
	return span
}

func isNull(n *syntax.Node) bool { return n.Kind == syntax.Scalar && n.Tag == syntax.Null }

// mayBeNeeded is false for the fields that no mapping has to hold: most of them.
func mayBeNeeded(f *schema.Field) bool {
	return f.Required || f.RequiredWhen != nil || f.Type != nil && f.Type.Switch != nil
}

// needed reports whether a mapping has to hold a key: the schema requires it, or what its value would
// be has keys that are required (the params of a rule).
func needed(m *schema.Place, f *schema.Field) bool {
	if m.Requires(f) {
		return true
	}
	if f.Type == nil || f.Type.Switch == nil {
		return false
	}
	t := m.FieldType(f)
	return t != nil && t.Kind == schema.Mapping && slices.ContainsFunc(t.Fields, func(inner *schema.Field) bool { return inner.Required })
}

// typeName names a mapping, as in "no key of %s".
func typeName(p *schema.Place) string {
	switch {
	case p.Type != nil && p.Type.Rule != nil:
		return "the params of `" + p.Type.Rule.Name + "`"
	case p.Key != nil:
		return "`" + p.Name() + "`"
	case p.Type != nil && p.Type.Name != "":
		return withArticle(p.Type.Name)
	}
	if p.Parent != nil {
		return "an item of `" + p.Parent.Name() + "`"
	}
	return "the file"
}

func withArticle(noun string) string {
	if noun != "" && slices.Contains([]byte("aeiou"), noun[0]) {
		return "an " + noun
	}
	return "a " + noun
}

// quoteList writes names as "`a`, `b` or `c`".
func quoteList(names []string, word string) string {
	text := ""
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			text += " " + word + " "
		default:
			text += ", "
		}
		text += "`" + name + "`"
	}
	return text
}
