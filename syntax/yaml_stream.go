package syntax

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// parseYAML reads a YAML file.
func parseYAML(file *File) *Tree {
	if tree := parseSections(file); tree != nil {
		return tree
	}
	return parseWhole(file)
}

// parseWhole reads a YAML file from its start to its end, with all its faults.
func parseWhole(file *File) *Tree {
	tree := &Tree{File: file}
	text, docs, holes, blankTabs, faults := readYAML(file.Text)
	tree.Errors = faults
	r := &yamlReader{tree: tree, src: file.Text, text: text, recovered: len(faults) > 0, bareTags: mayHaveBareTags(text)}
	for _, h := range holes {
		if h.kind != gapHole {
			if r.holes == nil {
				r.holes = map[int]hole{}
			}
			r.holes[h.at] = h
		}
	}
	for _, doc := range docs {
		r.room.add(doc)
	}
	r.stream(docs)
	r.blankTabs(blankTabs)
	for _, h := range holes {
		if h.kind == gapHole && h.at >= 0 {
			markBroken(tree.Docs, h.at)
		}
	}
	sortErrors(tree.Errors)
	return tree
}

func mayHaveBareTags(text string) bool {
	return strings.Contains(text, "! ") || strings.Contains(text, "!\n") || strings.Contains(text, "!\r") || strings.HasSuffix(text, "!")
}

func sortErrors(errors []Error) {
	slices.SortStableFunc(errors, func(a, b Error) int { return a.Span.Start - b.Span.Start })
}

// stream reads all documents.
func (r *yamlReader) stream(docs []*yaml.Node) {
	if strings.HasPrefix(r.text, byteOrderMark) {
		r.pos = len(byteOrderMark)
		r.line = r.pos
	}
	for i, doc := range docs {
		r.begin()
		marker := r.documentStart()
		if i == 1 {
			r.fault(Error{Span: marker, Code: MultipleDocuments,
				Message: "a second document starts here, and the loader reads exactly one: it refuses the file",
				Help:    "keep one document a file"})
		}
		root := r.emptyScalar(r.pos)
		if doc.Kind == yaml.DocumentNode && len(doc.Content) > 0 {
			root = r.node(doc.Content[0], block{indent: -1})
		}
		if i > 0 && root.Span.Len() == 0 {
			root.Broken = true // the fault is that it is there, not that it is empty
		}
		r.tree.Docs = append(r.tree.Docs, root)
	}
	r.documentStart()
	if len(r.tree.Docs) == 0 {
		r.tree.Docs = []*Node{r.emptyScalar(r.pos)}
	}
}

// begin forgets the anchors of the document before.
func (r *yamlReader) begin() {
	r.anchors, r.anchorSpans, r.sizes = map[string]*Node{}, map[string]Span{}, map[string]int{}
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

// holeAt returns the placeholder at an offset.
func (r *yamlReader) holeAt(offset int) (hole, bool) {
	if r.holes == nil {
		return hole{}, false
	}
	h, ok := r.holes[offset]
	return h, ok
}

// markBroken marks the collections that are open at an offset where entries may be lost.
func markBroken(docs []*Node, offset int) {
	last := func(nodes []*Node) *Node {
		var n *Node
		for _, next := range nodes {
			if next.Span.Start < offset || n == nil {
				n = next
			}
		}
		return n
	}
	for n := last(docs); n != nil; {
		n.Broken = n.Broken || n.Kind != Scalar || n.Span.Len() == 0
		switch n.Kind {
		case Sequence:
			n = last(n.Items)
		case Mapping:
			var values []*Node
			for _, p := range n.Pairs {
				if p.Key.Span.Start < offset {
					values = append(values, p.Value)
				}
			}
			n = last(values)
		default:
			n = nil
		}
	}
}
