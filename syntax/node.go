package syntax

// Kind says what a node is.
type Kind uint8

const (
	Scalar Kind = iota
	Mapping
	Sequence
	AliasNode // `*name`; Node.Alias is the anchored node
)

// Style says how a node is written.
type Style uint8

const (
	Plain        Style = iota // a plain scalar, or a block collection
	SingleQuoted              // '…'
	DoubleQuoted              // "…"; every JSON string
	Literal                   // |
	Folded                    // >
	Flow                      // […] or {…}; every JSON collection
)

// Tag is the type that PyYAML's safe_load gives a node, or JSON.parse in a JSON file.
type Tag uint8

const (
	Str Tag = iota
	Null
	Bool
	Int
	Float
	Timestamp // a date or a date with time
	Binary
	Seq
	Map
	Set   // !!set
	OMap  // !!omap, !!pairs
	Other // a tag that PyYAML's safe loader refuses, or a value that cannot be read; Tree.Errors has it
)

// Node is a value of the document. Nodes are immutable after Parse.
type Node struct {
	Kind  Kind
	Style Style
	Tag   Tag
	// Broken: a part of what is written here could not be read (Tree.Errors says why). A broken
	// scalar (of Tag Other, if its value is not known) or alias may be of any type; in a broken
	// collection entries are missing. Nothing may be said of either but what is seen.
	Broken bool
	indent int32 // of the text of a block scalar
	// Span covers exactly what is written: quotes and brackets included; a block scalar from its
	// `|` or `>` to the end of its last line of text, without the final line break; a block
	// collection from its first key or dash to the end of its last value. Anchor and tag are
	// outside. A value that is not there (`key:`) has an empty span right behind the colon.
	Span   Span
	Value  string // a scalar's value, as PyYAML reads it; empty for collections
	Pairs  []Pair // a mapping's entries in source order; duplicates and merge keys (`<<`) stay
	Items  []*Node
	Anchor string // without `&`
	// AnchorSpan covers `&name`, or `*name` of an alias (then equal to Span).
	AnchorSpan Span
	TagSpan    Span  // covers an explicit `!tag`; empty without one
	Alias      *Node // the anchored node, for Kind AliasNode; never nil there
}

// Pair is one entry of a mapping.
type Pair struct{ Key, Value *Node }

// Span covers the entry from the start of its key to the end of its value.
func (p Pair) Span() Span { return Span{p.Key.Span.Start, max(p.Key.Span.End, p.Value.Span.End)} }

// IsMerge reports whether the entry is a YAML merge (`<<: *base`). A `<<` in quotes is an ordinary key.
func (p Pair) IsMerge() bool {
	return p.Key.Kind == Scalar && p.Key.Style == Plain && p.Key.Value == "<<" && p.Key.TagSpan.Len() == 0
}

// Resolve follows aliases to the node that is meant. Alias cycles are cut by Parse, so it ends.
func (n *Node) Resolve() *Node {
	for n != nil && n.Kind == AliasNode {
		n = n.Alias
	}
	return n
}

// Get returns the value that a loader sees under key in a mapping (aliases resolved, the last of
// equal keys, merge keys looked through), or nil.
func (n *Node) Get(key string) *Node {
	if n = n.Resolve(); n == nil || n.Kind != Mapping {
		return nil
	}
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		if p := n.Pairs[i]; p.Key.Kind == Scalar && p.Key.Value == key && !p.IsMerge() {
			return p.Value.Resolve()
		}
	}
	for _, p := range Entries(n) {
		if p.Key.Kind == Scalar && p.Key.Value == key {
			return p.Value.Resolve()
		}
	}
	return nil
}
