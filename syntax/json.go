package syntax

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// parseJSON reads a JSON file. What JSON.parse accepts has no errors (a byte order mark, which it
// refuses, is passed over here). Everything else is repaired first, an error for each fault, so that
// the tree holds all that is there.
func parseJSON(file *File) *Tree {
	tree := &Tree{File: file, JSON: true}
	text := strings.TrimPrefix(file.Text, bom)
	base := len(file.Text) - len(text)
	if utf8.ValidString(text) {
		if root := readJSON(text, base, nil); root != nil {
			tree.Docs = []*Node{root}
			return tree
		}
	}
	r := &jsonRepair{file: file, text: file.Text, at: base}
	r.document()
	root := readJSON(string(r.out), 0, r.tokens)
	if root == nil {
		root = &Node{Tag: Null, Span: Span{base, base}, Broken: true}
	}
	root.Broken = root.Broken || r.more
	tree.Docs = []*Node{root}
	tree.Errors, tree.Comments = r.sorted(), r.comments
	return tree
}

// jsonReader makes nodes of the tokens of a JSON text.
type jsonReader struct {
	text string
	dec  *jsontext.Decoder
	base int
	// tokens, unless nil, are the places of the tokens in another text, of which text is a repair.
	tokens []jsonToken
	next   int
}

// readJSON returns the value that is all of text, or nil if text is not JSON.
func readJSON(text string, base int, tokens []jsonToken) *Node {
	r := &jsonReader{text: text, base: base, tokens: tokens}
	r.dec = jsontext.NewDecoder(bytes.NewBufferString(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	root := r.value()
	if root == nil || strings.Trim(text[r.dec.InputOffset():], " \t\r\n") != "" {
		return nil
	}
	return root
}

func (r *jsonReader) value() *Node {
	switch r.dec.PeekKind() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	}
	return r.scalar()
}

// token returns the place of the token of n bytes that has just been read.
func (r *jsonReader) token(n int) jsonToken {
	if r.tokens != nil {
		r.next++
		return r.tokens[r.next-1]
	}
	end := r.base + int(r.dec.InputOffset())
	return jsonToken{span: Span{end - n, end}}
}

func (r *jsonReader) bracket() (jsonToken, bool) {
	if _, err := r.dec.ReadToken(); err != nil {
		return jsonToken{}, false
	}
	return r.token(1), true
}

// collection ends a collection that began with the bracket open.
func (r *jsonReader) collection(n *Node, open jsonToken) *Node {
	end, ok := r.bracket()
	if !ok {
		return nil
	}
	n.Span = Span{open.span.Start, end.span.End}
	n.Broken = end.broken
	return n
}

func (r *jsonReader) object() *Node {
	open, ok := r.bracket()
	n := &Node{Kind: Mapping, Style: Flow, Tag: Map}
	lacks := false
	for ok && r.dec.PeekKind() != '}' {
		key := r.scalar()
		if key == nil {
			return nil
		}
		value := r.value()
		if value == nil {
			return nil
		}
		n.Pairs = append(n.Pairs, Pair{key, value})
		lacks = lacks || key.Broken
	}
	n = r.collection(n, open)
	if n != nil && lacks {
		n.Broken = true
	}
	return n
}

func (r *jsonReader) array() *Node {
	open, ok := r.bracket()
	n := &Node{Kind: Sequence, Style: Flow, Tag: Seq}
	for ok && r.dec.PeekKind() != ']' {
		item := r.value()
		if item == nil {
			return nil
		}
		n.Items = append(n.Items, item)
	}
	return r.collection(n, open)
}

func (r *jsonReader) scalar() *Node {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return nil
	}
	end := int(r.dec.InputOffset())
	text := r.text[end-len(raw) : end]
	token := r.token(len(raw))
	n := &Node{Span: token.span, Broken: token.broken, Value: text}
	switch text[0] {
	case '"':
		n.Style, n.Tag = DoubleQuoted, Str
		n.Value = text[1 : len(text)-1]
		if strings.IndexByte(n.Value, '\\') >= 0 {
			// Its error is half a surrogate pair, which JSON.parse takes.
			value, _ := jsontext.AppendUnquote(nil, raw)
			n.Value = string(value)
		}
	case 'n':
		n.Tag = Null
	case 't', 'f':
		n.Tag = Bool
	default:
		n.Tag = Int
		if strings.ContainsAny(text, ".eE") {
			n.Tag = Float
		}
	}
	return n
}
