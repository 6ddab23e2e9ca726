package syntax

// Tree is what Parse makes of a file.
type Tree struct {
	File *File
	JSON bool // parsed as JSON
	// Docs are the roots of the documents of the stream, in order. A document without content is a
	// null scalar with an empty span. There is at least one.
	Docs     []*Node
	Comments []Comment // in source order; never from inside a scalar
	Errors   []Error   // in source order; one a fault

	sections *sections // for Reparse; nil if the tree was not read in sections
}

// Comment covers `#…` up to the end of its line, the line break not included.
type Comment struct {
	Span Span
	Text string // what is written, `#` included
	Own  bool   // nothing but white space stands before it on its line
}

// Error is a fault of the text: what PyYAML (or JSON.parse) refuses, or what no reader should be
// asked to decide. The policy loader loads nothing from a file with one.
type Error struct {
	Span    Span
	Code    ErrorCode
	Message string // one sentence, lower case, no full stop, the concrete thing in backticks
	Help    string // what to write instead
	Related []Related
	// Edits repair the fault with certainty; nil if no repair is certain.
	Edits    []Edit
	FixTitle string // in words: "Quote the value"
}

// Related is a second place that explains a fault.
type Related struct {
	Span    Span
	Message string
}

// ErrorCode is the kind of a fault. The linter has one rule a code, of the same name.
type ErrorCode string

const (
	SyntaxError        ErrorCode = "syntax-error"        // the text is no YAML or no JSON
	InvalidCharacter   ErrorCode = "invalid-character"   // no UTF-8, NUL, control and other forbidden characters
	UndefinedAlias     ErrorCode = "undefined-alias"     // *x without an &x before it
	RecursiveAlias     ErrorCode = "recursive-alias"     // an anchor inside itself
	DuplicateAnchor    ErrorCode = "duplicate-anchor"    // PyYAML refuses the same anchor twice
	ExcessiveAliasing  ErrorCode = "excessive-aliasing"  // aliases that expand to more than the budget
	ExcessiveNesting   ErrorCode = "excessive-nesting"   // deeper than a parser follows
	InvalidMerge       ErrorCode = "invalid-merge"       // << of something that is no mapping
	UnknownTag         ErrorCode = "unknown-tag"         // !foo, !!python/…
	InvalidScalar      ErrorCode = "invalid-scalar"      // 2026-13-45, !!int five: the loader dies
	MultipleDocuments  ErrorCode = "multiple-documents"  // the loaders read exactly one
	UnhashableKey      ErrorCode = "unhashable-key"      // a list or mapping as a key
	UnsupportedVersion ErrorCode = "unsupported-version" // %YAML 2.0
)
