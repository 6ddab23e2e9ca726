package syntax

// Slot says what may be written where the cursor stands.
type Slot uint8

const (
	NoSlot    Slot = iota // nowhere: inside a comment, after a closed scalar …
	KeySlot               // a key of the innermost mapping (or, on an empty line, a new entry)
	ValueSlot             // the value of Level.Key of the innermost mapping
	ItemSlot              // an item of the innermost sequence: a scalar, or the first key of a mapping
	TextSlot              // inside a block scalar or a multi-line scalar: text of the value
)

// Cursor is what an offset stands in. It comes from a scan of lines and indentation, never from the
// parser, so that it is the same whether or not the text around it parses.
type Cursor struct {
	Offset int
	Slot   Slot
	// Levels are the collections around the cursor, the root first.
	Levels []Level
	// Prefix is the text of the token from its start to the cursor, unquoted; Token is the span of
	// the whole token (quotes included) that a completion replaces, never past the end of the line.
	Prefix string
	Token  Span
	Quote  byte // ', " or 0: the quote that the cursor stands inside
	// Value is, in a ValueSlot, ItemSlot or TextSlot, the span of the whole scalar that is there now.
	Value Span
	// HasColon: the key under the cursor is followed by a colon already.
	HasColon bool
	// AfterColon: no space stands between the colon and the cursor (`key:¦`), so that one is needed.
	AfterColon bool
	// Indent is the column (bytes, from 0) at which a new entry of the innermost block mapping starts.
	Indent int
	InFlow bool
}

// Level is one collection around the cursor.
type Level struct {
	Kind    Kind   // Mapping or Sequence
	Key     string // mapping: the key whose value holds the cursor, "" when the cursor is in a key
	Index   int    // sequence: the item that holds the cursor, from 0
	Entries []Entry
	Indent  int // column of its keys or dashes (bytes, from 0); -1 in flow style
}

// Entry is what a mapping of a Level holds beside the cursor, as far as its text shows it.
// The entry that is being typed is not among them.
type Entry struct {
	Key     string
	KeySpan Span
	Value   string // of a scalar on one line, unquoted; "" otherwise
	Scalar  bool   // Value is the value
}

// At says what a cursor at offset stands in.
func (t *Tree) At(offset int) Cursor { panic("not yet") }
