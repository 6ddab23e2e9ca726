package syntax

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// parseYAML reads a YAML file.
func parseYAML(file *File) *Tree {
	tree := &Tree{File: file}
	text, holes := file.Text, []hole(nil)
	docs, err := decodeYAML(text)
	if err != nil {
		tree.Errors = append(tree.Errors, Error{Span: Span{0, 0}, Code: SyntaxError, Message: err.Error()})
	}
	r := &yamlReader{tree: tree, src: file.Text, text: text, holes: holes}
	r.stream(docs)
	return tree
}

// stream reads all documents.
func (r *yamlReader) stream(docs []*yaml.Node) {
	if strings.HasPrefix(r.text, byteOrderMark) {
		r.pos = len(byteOrderMark)
		r.line = r.pos
	}
	for i, doc := range docs {
		r.anchors, r.anchorSpans, r.sizes = map[string]*Node{}, map[string]Span{}, map[string]int{}
		marker := r.documentStart()
		if i == 1 {
			r.fault(Error{Span: marker, Code: MultipleDocuments,
				Message: "a second document starts here, and the loader reads exactly one: it refuses the file",
				Help:    "keep one document a file"})
		}
		if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
			r.tree.Docs = append(r.tree.Docs, r.emptyScalar(r.pos))
			continue
		}
		r.tree.Docs = append(r.tree.Docs, r.node(doc.Content[0], block{indent: -1}))
	}
	r.documentStart()
	if len(r.tree.Docs) == 0 {
		r.tree.Docs = []*Node{r.emptyScalar(r.pos)}
	}
}

// documentStart moves over the end of the document before, directives and `---`, and returns where
// the `---` stands (an empty span if there is none).
func (r *yamlReader) documentStart() Span {
	r.handles = map[string]string{}
	for {
		r.skip()
		start := r.pos
		switch {
		case start == r.line && r.at('%'):
			r.directive(Span{start, lineEnd(r.text, start)})
		case start == r.line && isDocumentMarker(r.text, start):
			r.pos += 3
			if r.text[start] == '-' {
				return Span{start, r.pos}
			}
		default:
			return Span{start, start}
		}
	}
}

// directive reads a line such as `%YAML 1.1` or `%TAG !e! tag:example.com,2000:`.
func (r *yamlReader) directive(span Span) {
	fields := strings.Fields(r.src[span.Start:span.End])
	switch {
	case len(fields) > 2 && fields[0] == "%TAG":
		r.handles[fields[1]] = fields[2]
	case len(fields) > 1 && fields[0] == "%YAML" && !strings.HasPrefix(fields[1], "1."):
		r.fault(Error{Span: span, Code: UnsupportedVersion,
			Message: fmt.Sprintf("the loader reads YAML 1, not `%s`", fields[1]),
			Help:    "delete the line"})
	}
	r.advance(span.End)
}

// A hole is a place of the text that could not be read and that a placeholder fills.
type hole struct {
	span  Span
	entry bool // the placeholder is an entry of a block mapping or sequence, else a scalar
}

// hole marks a node that is read from a placeholder.
func (r *yamlReader) hole(n *Node) bool { return false }
