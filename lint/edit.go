package lint

import (
	"encoding/json"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// The edits of a fix follow the file: its indentation, quoting, flow style and line ends.

// ReplaceText is the edit that gives a scalar another text, quoted as it was quoted; a plain one
// stays plain where that still reads as the same text.
func (d *Document) ReplaceText(n *syntax.Node, text string) syntax.Edit {
	return syntax.Edit{Span: n.Span, New: d.Quote(text, n.Style)}
}

// Quote writes a text as a scalar that a loader reads as that text, in the style if it can be.
func (d *Document) Quote(text string, style syntax.Style) string {
	if d.Tree.JSON {
		return quoteJSON(text)
	}
	switch style {
	case syntax.DoubleQuoted:
		return quoteJSON(text)
	case syntax.Plain, syntax.Flow:
		if readsAsText(text) {
			return text
		}
	}
	if strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xfeff
	}) {
		return quoteJSON(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// quoteJSON writes a JSON string, which is a double-quoted YAML scalar too.
func quoteJSON(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return `""` // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// readsAsText reports whether a plain scalar, in block and flow style, is read as that text.
func readsAsText(text string) bool {
	if text == "" || strings.ContainsAny(text, "\r\n\t") {
		return false
	}
	tree := syntax.Parse("scalar.yaml", []byte("- ["+text+"]\n"))
	if len(tree.Errors) > 0 || len(tree.Comments) > 0 || len(tree.Docs[0].Items) != 1 || len(tree.Docs[0].Items[0].Items) != 1 {
		return false
	}
	n := tree.Docs[0].Items[0].Items[0]
	return n.Kind == syntax.Scalar && n.Tag == syntax.Str && n.Style == syntax.Plain && n.Value == text
}

// RenameKey is the edit that renames a key, quoted as it was.
func (d *Document) RenameKey(p *schema.Place, name string) syntax.Edit {
	return d.ReplaceText(p.Key, name)
}

// EOL returns the line end of the file.
func (d *Document) EOL() string {
	text := d.Tree.File.Text
	i := strings.IndexAny(text, "\r\n")
	switch {
	case i < 0 || text[i] == '\n':
		return "\n"
	case strings.HasPrefix(text[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}

// lineStart returns the offset of the first byte of the line that holds the offset.
func (d *Document) lineStart(offset int) int {
	return strings.LastIndexAny(d.Tree.File.Text[:offset], "\r\n") + 1
}

// lineEnd returns the offset of the line break that ends the line of the offset, or of the text's end.
func (d *Document) lineEnd(offset int) int {
	if i := strings.IndexAny(d.Tree.File.Text[offset:], "\r\n"); i >= 0 {
		return offset + i
	}
	return len(d.Tree.File.Text)
}

// nextLine returns the offset behind the line break at end.
func (d *Document) nextLine(end int) int {
	text := d.Tree.File.Text
	if strings.HasPrefix(text[end:], "\r\n") {
		return end + 2
	}
	return min(end+1, len(text))
}

// indent returns the white space that gives a line the column of the offset: what stands before it,
// with everything that is no white space (a dash, a `?`) replaced by a space.
func (d *Document) indent(offset int) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, strings.TrimPrefix(d.Tree.File.Text[d.lineStart(offset):offset], "\ufeff"))
}

// InsertEntry is the edit that adds `key: value` to a mapping, at the place that the specification's
// order of fields gives it. value is YAML text on one line. ok is false where there is no certain way:
// in a mapping that came through an alias, or that is not there.
func (d *Document) InsertEntry(mapping *schema.Place, key, value string) (edit syntax.Edit, ok bool) {
	n := mapping.Node
	if n.Kind != syntax.Mapping || mapping.Via != nil {
		return edit, false
	}
	if d.Tree.JSON {
		key, value = quoteJSON(key), jsonValue(value)
	}
	entry := key + ": " + value
	after := predecessor(mapping, key)
	if n.Style == syntax.Flow {
		return d.insertInFlow(n, after, entry)
	}
	if len(n.Pairs) == 0 {
		return edit, false
	}
	text, first := d.Tree.File.Text, n.Pairs[0].Key.Span.Start
	indent := d.indent(first)
	if after < 0 {
		return syntax.Edit{Span: syntax.Span{Start: first, End: first}, New: entry + d.EOL() + indent}, true
	}
	end := max(n.Pairs[after].Key.Span.End, extent(n.Pairs[after].Value).End)
	if last := lastScalar(n.Pairs[after].Value); last != nil && (last.Style == syntax.Literal || last.Style == syntax.Folded) {
		if header, _, _ := strings.Cut(d.Text(last.Span), "\n"); strings.Contains(header, "+") {
			return edit, false // the blank lines behind it are part of its text
		}
	}
	at := d.lineEnd(end)
	if rest := strings.TrimLeft(text[end:at], " \t"); rest != "" && rest[0] != '#' {
		return edit, false // another entry or a bracket stands on the line
	}
	return syntax.Edit{Span: syntax.Span{Start: at, End: at}, New: d.EOL() + indent + entry}, true
}

func (d *Document) insertInFlow(n *syntax.Node, after int, entry string) (syntax.Edit, bool) {
	at := func(offset int, text string) (syntax.Edit, bool) {
		return syntax.Edit{Span: syntax.Span{Start: offset, End: offset}, New: text}, true
	}
	switch {
	case len(n.Pairs) == 0:
		return at(n.Span.Start+1, entry)
	case after < 0:
		first := n.Pairs[0].Key.Span.Start
		return at(first, entry+","+d.flowGap(n, first))
	default:
		return at(n.Pairs[after].Span().End, ","+d.flowGap(n, n.Pairs[0].Key.Span.Start)+entry)
	}
}

// flowGap returns what stands between the entries of a flow mapping: a space, or a line break and
// indentation if its first key stands on a line of its own.
func (d *Document) flowGap(n *syntax.Node, first int) string {
	if strings.ContainsAny(d.Tree.File.Text[n.Span.Start:first], "\r\n") {
		return d.EOL() + d.indent(first)
	}
	return " "
}

// jsonValue writes a value of YAML text on one line as JSON.
func jsonValue(value string) string {
	if json.Valid([]byte(value)) {
		return value
	}
	tree := syntax.Parse("value.yaml", []byte(value))
	return quoteJSON(tree.Docs[0].Value)
}

// predecessor returns the index of the entry after which a new key belongs, -1 for before all: behind
// the last entry of a field that the specification names earlier; a key that it does not know goes last.
func predecessor(mapping *schema.Place, key string) int {
	pairs := mapping.Node.Pairs
	if mapping.Type == nil || mapping.Type.Field(key) == nil {
		return len(pairs) - 1
	}
	earlier := map[string]bool{}
	for _, f := range mapping.Type.Fields {
		if f.Name == key {
			break
		}
		earlier[f.Name] = true
	}
	for i := len(pairs) - 1; i >= 0; i-- {
		if earlier[pairs[i].Key.Value] {
			return i
		}
	}
	return -1
}

// lastScalar returns the scalar in which the text of a node ends, nil if it ends in a bracket.
func lastScalar(n *syntax.Node) *syntax.Node {
	for n != nil {
		switch {
		case n.Kind == syntax.Scalar:
			return n
		case n.Style == syntax.Flow || n.Kind == syntax.AliasNode:
			return nil
		case n.Kind == syntax.Mapping && len(n.Pairs) > 0:
			n = n.Pairs[len(n.Pairs)-1].Value
		case n.Kind == syntax.Sequence && len(n.Items) > 0:
			n = n.Items[len(n.Items)-1]
		default:
			return nil
		}
	}
	return nil
}
