package syntax

// File is the text of a file and the only code that knows lines, columns, byte order marks and
// encodings. Lines end at LF, CRLF or CR, and nowhere else.
type File struct {
	Name string
	// Text is UTF-8. A byte order mark stays (3 bytes, no column), a UTF-16 file with a mark is
	// decoded, invalid bytes stay as they are.
	Text string
}

// Position counts from 1; Column counts code points, a tab is one.
type Position struct{ Line, Column int }

// Encoding is the unit in which a protocol counts the characters of a line.
type Encoding uint8

const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

// NewFile decodes the bytes of a file.
func NewFile(name string, raw []byte) *File { panic("not yet") }

// LineCount returns the number of lines; a text that ends in a line break has an empty last one.
func (f *File) LineCount() int { panic("not yet") }

// LineSpan covers a line (from 1) without its line break.
func (f *File) LineSpan(line int) Span { panic("not yet") }

// Position returns the place of an offset; offsets outside the text are clamped.
func (f *File) Position(offset int) Position { panic("not yet") }

// Offset is the inverse of Position, clamped to the line and the text.
func (f *File) Offset(p Position) int { panic("not yet") }

// RawOffset maps an offset into Text to a byte offset into the file on disk. They differ in UTF-16.
func (f *File) RawOffset(offset int) int { panic("not yet") }

// EncodedPosition returns line and character, both from 0, in the unit of enc.
func (f *File) EncodedPosition(offset int, enc Encoding) (line, character int) { panic("not yet") }

// EncodedOffset is the inverse of EncodedPosition; positions past the end of a line or of the text,
// or inside a character, are clamped as the language server protocol says.
func (f *File) EncodedOffset(line, character int, enc Encoding) int { panic("not yet") }
