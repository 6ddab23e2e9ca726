package schema

import (
	"strconv"

	"github.com/forgelint/forgelint/syntax"
)

// Place pairs a node with what the schema says of it. Places of a document form a tree by Parent and
// come in source order, parents before children.
type Place struct {
	Node   *syntax.Node // the value, aliases resolved
	Key    *syntax.Node // the key of a mapping entry; nil for items and the root
	Index  int          // of an item of a sequence; -1 otherwise
	Field  *Field       // the field of a known key; nil for unknown keys, items and the root
	Type   *Type        // what the value should be, a Switch resolved; nil if nothing is known of it
	Parent *Place       // nil for the root
	// Via is the alias or merge through which the value came here; nil if it is written here.
	Via *syntax.Node
	// Cut: the place has entries or items that are not looked into: an alias to what holds it, or more
	// than aliases may bring in.
	Cut bool
	// Children are the places of the entries or items.
	Children []*Place
}

// Name returns the key's text, or "".
func (p *Place) Name() string {
	if p.Key == nil {
		return ""
	}
	return p.Key.Value
}

// Path returns the place in the document as `policies[3].params.field`; "" for the root.
func (p *Place) Path() string {
	var path [128]byte
	return string(p.appendPath(path[:0]))
}

func (p *Place) appendPath(path []byte) []byte {
	if p == nil || p.Parent == nil {
		return path
	}
	path = p.Parent.appendPath(path)
	switch {
	case p.Key == nil:
		return append(strconv.AppendInt(append(path, '['), int64(p.Index), 10), ']')
	case p.Parent.Parent != nil:
		path = append(path, '.')
	}
	return append(path, p.Key.Value...)
}

// Child returns the place under a key (the last of equal keys, as the loaders read), or nil.
func (p *Place) Child(key string) *Place {
	if p == nil {
		return nil
	}
	for i := len(p.Children) - 1; i >= 0; i-- {
		if c := p.Children[i]; c.Key != nil && c.Key.Value == key {
			return c
		}
	}
	return nil
}

// Up returns the nearest place at or above p whose type has the name ("policy", "trigger"), or nil.
func (p *Place) Up(typeName string) *Place {
	for ; p != nil; p = p.Parent {
		if p.Type != nil && p.Type.Name == typeName {
			return p
		}
	}
	return nil
}

// Text returns the text of the scalar under a key, as the loader sees it; false if there is none, or
// null.
func (p *Place) Text(key string) (string, bool) {
	c := p.Child(key)
	if c == nil || c.Node.Kind != syntax.Scalar || c.Node.Tag == syntax.Null {
		return "", false
	}
	return c.Node.Value, true
}

// FieldType returns the type that the value of a key has, or would have, in the mapping at p: a Switch
// resolved.
func (p *Place) FieldType(f *Field) *Type {
	return f.Type.resolve(p.Text, func(string) (string, bool) { return "", false })
}

// Nullable reports whether null is as good as no value at p.
func (p *Place) Nullable() bool {
	return p.Type != nil && p.Type.Null || p.Field != nil && p.Field.Type != nil && p.Field.Type.Null
}

// Requires reports whether the mapping at p must hold a key.
func (p *Place) Requires(f *Field) bool { return f.RequiredBy(p.Text) }
