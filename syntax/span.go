// Package syntax turns the text of a policy file into a tree with exact places.
// It knows YAML, JSON, text encodings and positions; it knows no policy.
package syntax

// Span is a half-open range [Start, End) of byte offsets into File.Text.
// It is the only form in which the program keeps a place.
type Span struct{ Start, End int }

// Len returns the length in bytes.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at offset lies in s.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Touches reports whether a cursor at offset stands in s or at either end of it.
func (s Span) Touches(offset int) bool { return s.Start <= offset && offset <= s.End }

func (s Span) moved(by int) Span { return Span{s.Start + by, s.End + by} }

// Edit replaces the text of a span. An empty span is an insertion.
type Edit struct {
	Span Span
	New  string
}
