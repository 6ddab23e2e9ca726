package syntax

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// read reads a section. It returns false if the section shows that the file has to be read as a whole.
// text is what prepareYAML makes of the file's.
func (p *section) read(file *File, text string, column int) bool {
	tree := &Tree{File: file}
	start, end := p.span.Start, p.span.End
	r := &yamlReader{tree: tree, src: file.Text[:end], text: text[:end], pos: start, line: start, bareTags: mayHaveBareTags(text[start:end])}
	docs := decodeStrict(text[start:end])
	if len(docs) != 1 || len(docs[0].Content) != 1 || docs[0].Content[0].Kind != yaml.SequenceNode {
		return p.readItems(file, column)
	}
	r.room.add(docs[0])
	p.room = r.room
	r.begin()
	r.skip()
	list := r.node(docs[0].Content[0], block{indent: -1})
	r.skip()
	p.items, p.comments, p.faults = list.Items, tree.Comments, tree.Errors
	return r.pos == end && !r.lost && len(r.anchorSpans) == 0 &&
		list.Style != Flow && list.Span.Start == start+column
}

// readItems reads a section with a fault, as far as it can be read.
func (p *section) readItems(file *File, column int) bool {
	for _, span := range cut(file.Text, p.span, column, 1) {
		by := span.Start
		item := parseWhole(&File{Name: file.Name, Text: file.Text[span.Start:span.End]})
		list := item.Docs[0]
		if len(item.Docs) != 1 || list.Kind != Sequence || list.Style == Flow || len(list.Items) != 1 || list.Span.Start != column ||
			hasAnchors(item) {
			return false
		}
		if len(item.Errors) > 0 {
			open, goesOn := mayGoOn(file.Text, span)
			if goesOn {
				return false
			}
			p.open = p.open || open
		}
		r := &yamlReader{}
		p.items = append(p.items, r.moved(list.Items[0], by))
		p.comments = append(p.comments, movedComments(item.Comments, by)...)
		p.faults = append(p.faults, movedErrors(item.Errors, by)...)
		p.broken = p.broken || list.Broken
		if len(p.faults) > maxFaults {
			return false
		}
	}
	return true
}

// hasAnchors reports whether there are anchors or aliases in a text; they may concern other sections.
func hasAnchors(tree *Tree) bool {
	for _, e := range tree.Errors {
		switch e.Code {
		case UndefinedAlias, RecursiveAlias, DuplicateAnchor, ExcessiveAliasing:
			return true
		}
	}
	var walk func(n *Node) bool
	walk = func(n *Node) bool {
		return n.Kind == AliasNode || n.Anchor != "" || slices.ContainsFunc(n.Items, walk) ||
			slices.ContainsFunc(n.Pairs, func(p Pair) bool { return walk(p.Key) || walk(p.Value) })
	}
	return walk(tree.Docs[0])
}

// mayGoOn reports whether the fault of an item may be none in the text as a whole, because brackets or
// quotes that it leaves open go on behind it. open says that it depends on what is behind it.
func mayGoOn(text string, item Span) (open, goesOn bool) {
	written := text[item.Start:item.End]
	_, err := decodeYAML(prepareYAML(written))
	switch {
	case err == nil:
		return false, false
	case strings.Contains(err.Error(), "unexpected end of stream"):
		return true, mayClose(text[item.End:], '\'') || mayClose(text[item.End:], '"')
	case strings.Contains(err.Error(), "',' or") || strings.Contains(err.Error(), "node content"):
		// Only plain text goes on with a dash.
		written = strings.TrimRight(written, " \t\r\n")
		return false, strings.IndexByte(",[]{}:", written[len(written)-1]) < 0
	}
	return false, false
}

// mayClose reports whether open quotes may close in a text: what follows the first quote could stand there.
func mayClose(text string, quote byte) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"', text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case text[i] == quote:
			i = skipBlank(text, i+1, len(text), true)
			return i == len(text) || strings.IndexByte("\r\n#:,]}", text[i]) >= 0
		}
	}
	return false
}

// decodeStrict reads the documents of a text that is all right for yaml.v3; of any other it returns none.
func decodeStrict(text string) []*yaml.Node {
	if nextForbidden(text, 0) < len(text) {
		return nil
	}
	docs, err := decodeYAML(text)
	if err != nil {
		return nil
	}
	return docs
}

// takeOver fills a section from the one that it was.
func (p *section) takeOver() {
	by := p.span.Start - p.from.span.Start
	r := &yamlReader{room: p.from.room}
	p.room = r.room
	p.items = make([]*Node, len(p.from.items))
	for i, item := range p.from.items {
		p.items[i] = r.moved(item, by)
	}
	p.comments, p.faults, p.broken = movedComments(p.from.comments, by), movedErrors(p.from.faults, by), p.from.broken
	p.from = nil
}

func movedComments(comments []Comment, by int) []Comment {
	comments = slices.Clone(comments)
	for i := range comments {
		comments[i].Span = comments[i].Span.moved(by)
	}
	return comments
}

func movedErrors(errors []Error, by int) []Error {
	errors = slices.Clone(errors)
	for i := range errors {
		e := &errors[i]
		e.Span = e.Span.moved(by)
		e.Related = slices.Clone(e.Related)
		for j := range e.Related {
			e.Related[j].Span = e.Related[j].Span.moved(by)
		}
		e.Edits = slices.Clone(e.Edits)
		for j := range e.Edits {
			e.Edits[j].Span = e.Edits[j].Span.moved(by)
		}
	}
	return errors
}

// moved returns a copy of a node without aliases that stands by so many bytes further on.
func (r *yamlReader) moved(n *Node, by int) *Node {
	m := r.newNode(*n)
	m.Span = m.Span.moved(by)
	if m.TagSpan.Len() > 0 {
		m.TagSpan = m.TagSpan.moved(by)
	}
	if len(n.Pairs) > 0 {
		m.Pairs = r.newPairs(len(n.Pairs))
		for i, p := range n.Pairs {
			m.Pairs[i] = Pair{r.moved(p.Key, by), r.moved(p.Value, by)}
		}
	}
	if len(n.Items) > 0 {
		m.Items = r.newItems(len(n.Items))
		for i, item := range n.Items {
			m.Items[i] = r.moved(item, by)
		}
	}
	return m
}
