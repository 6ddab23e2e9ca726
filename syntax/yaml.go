package syntax

import (
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// decodeYAML reads all documents of a stream. Those before a fault come with the error.
func decodeYAML(text string) ([]*yaml.Node, error) {
	var docs []*yaml.Node
	dec := yaml.NewDecoder(strings.NewReader(text))
	for {
		doc := new(yaml.Node)
		switch err := dec.Decode(doc); {
		case err == io.EOF:
			return docs, nil
		case err != nil:
			return docs, err
		}
		docs = append(docs, doc)
	}
}

// A yamlReader turns the nodes of yaml.v3 into ours. yaml.v3 says what the structure is; the reader
// walks along the source beside it, finds where each part is written, and reads the scalars as
// PyYAML does. All that lies between the parts passes under its eyes, so that it sees the comments
// and what PyYAML refuses there.
type yamlReader struct {
	tree *Tree
	src  string // the text as it is
	text string // the same with placeholders for what is broken, of the same length
	room room
	pos  int // all before it is read
	line int // where the line of pos starts

	holes map[int]hole // by where the placeholder starts; nil without any

	anchors     map[string]*Node // of the document; nil while the anchored node is being read
	anchorSpans map[string]Span
	sizes       map[string]int // nodes that the anchored node has, aliases expanded
	count, own  int            // nodes so far with and without those that aliases stand for
	excessive   bool

	handles   map[string]string
	bareTags  bool  // the tag `!` may stand somewhere
	recovered bool  // there are placeholders in text
	lines     []int // see yamlLines; made when needed
	lost      bool  // the source read differently from what was expected

	nodes []Node // slabs
	pairs []Pair
	items []*Node
}

// room is how many nodes, entries and items are still to be read: so many are allocated at once.
type room struct{ nodes, pairs, items int }

// add counts a node and all below it, aliases not followed.
func (m *room) add(y *yaml.Node) {
	switch y.Kind {
	case yaml.ScalarNode, yaml.AliasNode, yaml.SequenceNode, yaml.MappingNode:
		m.nodes++
	}
	if y.Kind == yaml.SequenceNode {
		m.items += len(y.Content)
	} else if y.Kind == yaml.MappingNode {
		m.pairs += len(y.Content) / 2
	}
	for _, inner := range y.Content {
		m.add(inner)
	}
}

// take returns how many are allocated next, at least n.
func take(left *int, n int) int {
	const (
		least = 8
		most  = 512
	)
	n = max(n, min(max(*left, least), most))
	*left -= n
	return n
}

func (r *yamlReader) newNode(n Node) *Node {
	p := r.zeroNode()
	*p = n
	return p
}

func (r *yamlReader) zeroNode() *Node {
	if len(r.nodes) == 0 {
		r.nodes = make([]Node, take(&r.room.nodes, 1))
	}
	p := &r.nodes[0]
	r.nodes = r.nodes[1:]
	return p
}

// withProperties returns a new node with the anchor and tag of props, which may be nil.
func (r *yamlReader) withProperties(props *Node) *Node {
	n := r.zeroNode()
	if props != nil {
		*n = *props
	}
	return n
}

func (r *yamlReader) newPairs(n int) []Pair {
	if n > len(r.pairs) {
		r.pairs = make([]Pair, take(&r.room.pairs, n))
	}
	p := r.pairs[:n:n]
	r.pairs = r.pairs[n:]
	return p
}

func (r *yamlReader) newItems(n int) []*Node {
	if n > len(r.items) {
		r.items = make([]*Node, take(&r.room.items, n))
	}
	p := r.items[:n:n]
	r.items = r.items[n:]
	return p
}

// block is what surrounds a node.
type block struct {
	indent int  // column of the innermost block collection, -1 at the top
	flow   bool // inside brackets
	key    bool // the node is a key
}

// node reads the node y, which starts at or behind r.pos.
func (r *yamlReader) node(y *yaml.Node, in block) *Node {
	empty := r.pos // where a value that is not there would be
	var props *Node
	if y.Kind != yaml.AliasNode {
		tagged := y.Style&yaml.TaggedStyle != 0 || r.bareTags && r.bareTag(y)
		if y.Anchor != "" || tagged {
			props = new(Node)
			r.properties(y.Anchor != "", tagged, props)
			empty = r.pos
		}
	}
	switch y.Kind {
	case yaml.AliasNode:
		return r.alias(y)
	case yaml.ScalarNode:
		return r.scalar(y, in, props, empty)
	}
	r.skip()
	n := r.withProperties(props)
	before := r.count
	if n.Anchor != "" {
		r.anchors[n.Anchor] = nil
	}
	if y.Kind == yaml.SequenceNode {
		n.Kind, n.Tag = Sequence, Seq
		r.sequence(n, y, in)
	} else {
		n.Kind, n.Tag = Mapping, Map
		r.mapping(n, y, in)
	}
	y.Content = nil
	r.checkCollection(n)
	if n.Anchor != "" {
		r.anchors[n.Anchor], r.sizes[n.Anchor] = n, r.count-before
	}
	return n
}

// properties reads the anchor and the tag before a node.
func (r *yamlReader) properties(anchor, tag bool, n *Node) {
	for anchor || tag {
		r.skip()
		switch {
		case anchor && r.at('&'):
			anchor = false
			start := r.pos
			r.advance(anchorEnd(r.text, start))
			n.Anchor, n.AnchorSpan = r.src[start+1:r.pos], Span{start, r.pos}
			r.defineAnchor(n)
		case tag && r.at('!'):
			tag = false
			start := r.pos
			r.advance(tagEnd(r.text, start))
			n.TagSpan = Span{start, r.pos}
		default:
			return
		}
	}
}

// bareTag reports whether the tag `!`, of which yaml.v3 says nothing, stands before y.
func (r *yamlReader) bareTag(y *yaml.Node) bool {
	pos, line := r.pos, r.line
	defer func() { r.pos, r.line = pos, line }()
	r.skip()
	if r.at('&') {
		r.advance(anchorEnd(r.text, r.pos))
		r.skip()
	}
	if !r.at('!') || !endsToken(r.text, r.pos+1) {
		return false
	}
	// Before a block collection on the same line it belongs to the first key.
	next := skipBlank(r.text, r.pos+1, len(r.text), true)
	return y.Kind == yaml.ScalarNode || y.Style&yaml.FlowStyle != 0 || breakLen(r.text, next) > 0
}

// anchorEnd returns the end of the anchor or alias at s[start:].
func anchorEnd(s string, start int) int {
	i := start + 1
	for i < len(s) && (isWord(s[i])) {
		i++
	}
	return i
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '-' || c == '_'
}

// tagEnd returns the end of the tag at s[start:].
func tagEnd(s string, start int) int {
	i := start + 1
	for i < len(s) && !endsToken(s, i) {
		i++
	}
	return i
}

func (r *yamlReader) sequence(n *Node, y *yaml.Node, in block) {
	n.Items = r.newItems(len(y.Content))
	n.Span = Span{r.pos, r.pos}
	if r.at('[') {
		n.Style = Flow
		r.advance(r.pos + 1)
		for i, item := range y.Content {
			n.Items[i] = r.node(item, block{in.indent, true, false})
			r.skip()
			r.take(',')
		}
		r.skip()
		r.take(']')
		n.Span.End = r.pos
		return
	}
	in = block{r.pos - r.line, false, false}
	for i, item := range y.Content {
		r.skip()
		r.take('-')
		n.Items[i] = r.node(item, in)
		n.Span.End = n.Items[i].Span.End
	}
}

func (r *yamlReader) mapping(n *Node, y *yaml.Node, in block) {
	n.Pairs = r.newPairs(len(y.Content) / 2)
	n.Span = Span{r.pos, r.pos}
	first := y
	if len(y.Content) > 0 {
		first = y.Content[0]
	}
	switch {
	case in.flow && len(y.Content) > 0 && y.Line == first.Line && y.Column == first.Column || r.at('?') && in.flow:
		// A pair without braces, in a flow sequence.
		n.Style = Flow
		n.Pairs[0] = r.pair(first, y.Content[1], in)
		n.Span.End = max(n.Pairs[0].Span().End, n.Span.End)
	case r.at('{'):
		n.Style = Flow
		r.advance(r.pos + 1)
		for i := range n.Pairs {
			n.Pairs[i] = r.pair(y.Content[2*i], y.Content[2*i+1], block{in.indent, true, false})
			r.skip()
			r.take(',')
		}
		r.skip()
		r.take('}')
		n.Span.End = r.pos
	default:
		in = block{r.pos - r.line, false, false}
		read := 0
		for i := range n.Pairs {
			r.skip()
			if h, ok := r.holeAt(r.pos); ok && h.kind == entryHole {
				n.Broken = true
				r.pos++
				continue
			}
			n.Pairs[read] = r.pair(y.Content[2*i], y.Content[2*i+1], in)
			n.Span.End = max(n.Span.End, n.Pairs[read].Span().End)
			n.Broken = n.Broken || n.Pairs[read].Key.Broken
			read++
		}
		n.Pairs = n.Pairs[:read]
		if h, ok := r.holeAt(n.Span.Start); ok && h.kind == keyHole {
			n.Span.Start = h.span.Start
		}
	}
}

// pair reads an entry of a mapping.
func (r *yamlReader) pair(key, value *yaml.Node, in block) Pair {
	r.skip()
	explicit := r.at('?') && (in.flow || endsToken(r.text, r.pos+1))
	if explicit {
		r.advance(r.pos + 1)
	}
	k := r.node(key, block{in.indent, in.flow, true})
	before := r.pos
	r.skip()
	if !r.at(':') {
		r.back(before)
		if !r.isEmpty(value) {
			r.lose(value)
			return Pair{k, r.node(value, in)}
		}
		return Pair{k, r.emptyScalar(before)}
	}
	r.advance(r.pos + 1)
	return Pair{k, r.node(value, in)}
}

// isEmpty reports whether y is a value that is not written.
func (r *yamlReader) isEmpty(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&^yaml.TaggedStyle == 0
}

func (r *yamlReader) emptyScalar(at int) *Node {
	return r.newNode(Node{Kind: Scalar, Tag: Null, Span: Span{at, at}})
}

func (r *yamlReader) alias(y *yaml.Node) *Node {
	r.skip()
	if !r.at('*') {
		r.lose(y)
	}
	start := r.pos
	r.advance(anchorEnd(r.text, start))
	span := Span{start, r.pos}
	n := r.newNode(Node{Kind: AliasNode, Anchor: y.Value, Span: span, AnchorSpan: span})
	r.resolveAlias(n)
	return n
}

// readHole makes n the scalar that a placeholder stands for.
func (r *yamlReader) readHole(n *Node, h hole) {
	n.Span = h.span
	if h.kind == keyHole {
		n.Tag, n.Value = Str, r.src[h.span.Start:h.span.End]
		r.pos = h.colon
		n.Broken = !h.sure
	} else {
		n.Tag, n.Broken = Other, true
	}
}

func (r *yamlReader) scalar(y *yaml.Node, in block, props *Node, empty int) *Node {
	n := r.withProperties(props)
	if n.Anchor != "" {
		r.anchors[n.Anchor], r.sizes[n.Anchor] = n, 1
	}
	if r.isEmpty(y) {
		if h, ok := r.holeAt(empty); ok && h.kind != entryHole {
			r.readHole(n, h)
			return n
		}
		n.Span = Span{empty, empty}
		r.typeScalar(n, in.key)
		return n
	}
	r.skip()
	start := r.pos
	if start >= len(r.text) {
		n.Span = Span{start, start}
		return n
	}
	if h, ok := r.holeAt(start); ok && h.kind != entryHole {
		if h.kind == valueHole {
			r.pos++
		}
		r.readHole(n, h)
		return n
	}
	text := scalarText{src: r.src}
	switch c := r.text[start]; {
	case c == '\'' || c == '"':
		end := quotedEnd(r.text, start)
		if end < 0 {
			end = len(r.text)
		}
		n.Span = Span{start, end}
		if c == '"' {
			n.Style = DoubleQuoted
			text.double(n.Span, false)
			r.checkEscapes(n.Span)
		} else {
			n.Style = SingleQuoted
			text.single(n.Span)
		}
		n.Value = text.String()
		r.advance(end)
	case (c == '|' || c == '>') && !in.flow:
		n.Style = Literal
		if c == '>' {
			n.Style = Folded
		}
		b := text.block(start, in.indent, 0)
		n.Span, n.indent, n.Value = Span{start, b.end}, int32(b.indent), text.String()
		r.blockHeader(start)
		r.advance(b.next)
	default:
		n.Span = Span{start, plainEnd(r.text, start, in.indent, in.flow)}
		if n.Value = r.src[start:n.Span.End]; n.Value == y.Value && strings.IndexByte(n.Value, '\n') < 0 && strings.IndexByte(n.Value, 0xE2) < 0 {
			r.pos = n.Span.End // on one line
		} else {
			text.plain(n.Span)
			n.Value = text.String()
			r.advance(n.Span.End)
		}
		if n.Value != y.Value {
			r.checkPlain(n, y, in)
		}
	}
	if r.recovered && n.Style != Literal && n.Style != Folded && r.altered(n.Span) {
		n.Value, n.Tag, n.Broken = "", Other, true
		return n
	}
	r.typeScalar(n, in.key)
	return n
}

// altered reports whether recovery left something out of a span. What prepareYAML and checkCharacters put
// something else for does not count.
func (r *yamlReader) altered(span Span) bool {
	for i := span.Start; i < span.End; i++ {
		if c := r.src[i]; c != r.text[i] && c > ' ' && c < 0x7F && c != '\\' {
			return true
		}
	}
	return false
}
