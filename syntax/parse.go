package syntax

import "strings"

// Parse reads a YAML or JSON file (JSON if the name ends in .json). It never fails and always gives
// as much tree as can be had.
func Parse(name string, raw []byte) *Tree {
	return ParseFile(NewFile(name, raw))
}

// ParseFile does what Parse does.
func ParseFile(file *File) *Tree {
	if strings.HasSuffix(strings.ToLower(file.Name), ".json") {
		return parseJSON(file)
	}
	return parseYAML(file)
}

// Source maps the bytes [from, to) of a scalar's Value to the span in the file that they are written
// as: through quotes, escapes, folding and the indentation of block scalars.
func (t *Tree) Source(n *Node, from, to int) Span {
	if n.Kind != Scalar || n.Broken || n.Span.Len() == 0 {
		return n.Span
	}
	if t.JSON {
		return jsonSource(t.File.Text, n.Span, from, to)
	}
	text := scalarText{src: t.File.Text, mapped: true}
	end := n.Span.End
	switch n.Style {
	case SingleQuoted:
		end--
		text.single(n.Span)
	case DoubleQuoted:
		end--
		text.double(n.Span, t.JSON)
	case Literal, Folded:
		text.block(n.Span.Start, -1, int(n.indent))
	default:
		text.plain(n.Span)
	}
	return sourceOf(text.pieces, from, to, end)
}
