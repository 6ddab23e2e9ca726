package schema

import "github.com/forgelint/forgelint/syntax"

// Slot is what the schema says of a place in half-typed text.
type Slot struct {
	// In is the type of the innermost collection around the place, switches resolved; nil if nothing
	// is known of it.
	In *Type
	// Field is the known key whose value the place is; nil for items, unknown keys, and in a key.
	Field *Field
	// Type is the type of the value or item there, switches resolved; nil in a key.
	Type *Type
	// Path are the types of the collections around the place, the root first; the last is In.
	Path []*Type
}

// TypeAt says what the schema has at a cursor whose levels are these: from the levels alone, so that
// it works in text that does not parse. Switches go by the entries beside the cursor.
func (f *Format) TypeAt(levels []syntax.Level) Slot {
	s := Slot{}
	at := f.Root // of the collection at the level, or of the value once the levels are used up
	var field *Field
	var beside []syntax.Entry // of the mapping that holds the collection
	for i := range levels {
		l := &levels[i]
		in := at.likely(l.Entries).resolve(entryIn(beside), entryIn(l.Entries))
		s.Path = append(s.Path, in)
		s.In = in
		at, field, beside = nil, nil, nil
		switch {
		case in == nil:
		case l.Kind == syntax.Sequence && in.Kind == Sequence:
			at = in.Items
		case l.Kind == syntax.Mapping && in.Kind == Mapping && l.Key != "":
			if field = in.Field(l.Key); field != nil {
				at = field.Type
			} else {
				at = in.Items
			}
			beside = l.Entries
		}
	}
	if len(levels) == 0 {
		s.Type = at.resolve(entryIn(nil), entryIn(nil))
		return s
	}
	s.Field = field
	s.Type = at.likely(nil).resolve(entryIn(beside), entryIn(nil))
	return s
}

// likely is the type that a mapping without its own deciding key (the `kind` of a clause) is about to
// be, where there is only one that it can be; the type itself otherwise.
func (t *Type) likely(entries []syntax.Entry) *Type {
	if t == nil || t.Switch == nil || !t.Switch.Inside || held(entries, t.Switch.Sibling) {
		return t
	}
	var one *Type
	for _, c := range t.Switch.Cases {
		if one != nil && c != one {
			return t
		}
		one = c
	}
	if one == nil {
		return t
	}
	return one
}

func entryIn(entries []syntax.Entry) func(string) (string, bool) {
	return func(key string) (string, bool) {
		for i := len(entries) - 1; i >= 0; i-- {
			if e := &entries[i]; e.Key == key && e.Scalar {
				return e.Value, true
			}
		}
		return "", false
	}
}

// MissingFields returns the fields of a mapping type that a half-typed mapping does not hold yet, those
// that are required first, hidden ones and dropped ones left out.
func (t *Type) MissingFields(entries []syntax.Entry) []*Field {
	get := entryIn(entries)
	var required, others []*Field
	for _, f := range t.Fields {
		if f.Hidden || f.Inert != "" || held(entries, f.Name) {
			continue
		}
		if f.RequiredBy(get) {
			required = append(required, f)
		} else {
			others = append(others, f)
		}
	}
	return append(required, others...)
}

func held(entries []syntax.Entry, key string) bool {
	for i := range entries {
		if entries[i].Key == key {
			return true
		}
	}
	return false
}
