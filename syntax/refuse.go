package syntax

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"

	"gopkg.in/yaml.v3"
)

// What PyYAML refuses although yaml.v3 takes it is found here, while the tree is built.

// maxAliased bounds the nodes that the aliases of a document stand for, all expanded.
const maxAliased = 100_000

func (r *yamlReader) fault(e Error) { r.tree.Errors = append(r.tree.Errors, e) }

// tab reports tabs between tokens, where PyYAML takes none (inside quotes and block scalars it does).
func (r *yamlReader) tab(span Span) {
	if n := len(r.tree.Errors); n > 0 && r.tree.Errors[n-1].Span == span {
		return // passed before
	}
	r.fault(tabError(r.text, r.line, span))
}

// skipTabs returns the end of the tabs at s[i:].
func skipTabs(s string, i int) int {
	for i < len(s) && s[i] == '\t' {
		i++
	}
	return i
}

func tabError(text string, lineStart int, span Span) Error {
	e := Error{Span: span, Code: SyntaxError, FixTitle: "Replace the tab by spaces"}
	next := skipBlank(text, span.End, len(text), true)
	before := strings.TrimRight(text[lineStart:span.Start], " \t")
	switch {
	case breakLen(text, next) > 0 || next >= len(text):
		e.Message = "a tab at the end of a line is refused by the loader"
		e.Help = "delete it"
		e.FixTitle = "Delete the tab"
		e.Edits = []Edit{{Span: Span{lineStart + len(before), next}}}
		return e
	case before == "":
		e.Message = "a tab cannot indent YAML"
		e.Help = "indent with spaces"
		return e // how many spaces is a guess
	case text[next] == '#':
		e.Message = "a tab before a comment is refused by the loader"
	case strings.HasSuffix(before, ":"):
		e.Message = "a tab after `:` is refused by the loader"
	case strings.HasSuffix(before, "-"):
		e.Message = "a tab after `-` is refused by the loader"
	default:
		e.Message = "a tab outside quotes is refused by the loader"
		e.Help = "write spaces, or put the text in quotes if the tab belongs to it"
		e.FixTitle = ""
		return e
	}
	e.Help = "write a space"
	e.Edits = []Edit{{Span: span, New: strings.Repeat(" ", span.Len())}}
	return e
}

// checkEscapes reports `\'` in double quotes, which yaml.v3 takes.
func (r *yamlReader) checkEscapes(span Span) {
	inner := r.text[span.Start:span.End]
	if !strings.Contains(inner, `\'`) {
		return
	}
	for i := 0; i+1 < len(inner); i++ {
		if inner[i] == '\\' {
			if i++; inner[i] == '\'' {
				at := span.Start + i - 1
				r.fault(escapeError(r.src, span, Span{at, at + 2}))
			}
		}
	}
}

// checkPlain reports why a plain scalar reads differently from what yaml.v3 sees in it.
func (r *yamlReader) checkPlain(n *Node, y *yaml.Node, in block) {
	at := n.Span.End
	end := yamlPlainEnd(r.text, n.Span.Start, y.Value)
	if end <= at {
		return
	}
	n.Span.End = end
	text := scalarText{src: r.src}
	text.plain(n.Span)
	n.Value = text.String()
	i, line := at, r.line
	for i < end && (r.text[i] == ' ' || breakLen(r.text, i) > 0) {
		if n := breakLen(r.text, i); n > 0 {
			i += n
			line = i
		} else {
			i++
		}
	}
	switch {
	case r.text[i] == '\t':
		r.fault(tabError(r.text, line, Span{i, skipTabs(r.text, i)}))
	case in.flow && r.text[at] == '?':
		r.fault(questionError(r.text, Span{at, at + 1}, n.Span))
	}
	r.advance(end)
}

// yamlPlainEnd returns where the plain scalar at text[start:] ends that reads as value.
func yamlPlainEnd(text string, start int, value string) int {
	i, v := start, 0
	for v < len(value) && i < len(text) {
		if text[i] == value[v] && breakLen(text, i) == 0 {
			i++
			v++
			continue
		}
		// Folded white space.
		j := i
		for j < len(text) && (text[j] == ' ' || text[j] == '\t' || breakLen(text, j) > 0) {
			j += max(1, breakLen(text, j))
		}
		w := v
		for w < len(value) && (value[w] == ' ' || value[w] == '\t' || breakLen(value, w) > 0) {
			w += max(1, breakLen(value, w))
		}
		if j == i || w == v {
			return -1
		}
		i, v = j, w
	}
	if v < len(value) {
		return -1
	}
	return i
}

// quoteEdits puts the text of span in single quotes; nil if that does not keep it as it is.
func quoteEdits(text string, span Span) []Edit {
	if span.Start >= span.End {
		return nil
	}
	inner := text[span.Start:span.End]
	if strings.ContainsAny(inner, "\n\r") {
		return nil
	}
	return []Edit{{Span: span, New: "'" + strings.ReplaceAll(inner, "'", "''") + "'"}}
}

// defineAnchor reports an anchor that the document has already.
func (r *yamlReader) defineAnchor(n *Node) {
	if first, ok := r.anchorSpans[n.Anchor]; ok {
		r.fault(Error{Span: n.AnchorSpan, Code: DuplicateAnchor,
			Message: fmt.Sprintf("the anchor `&%s` is defined twice: the loader refuses the file", n.Anchor),
			Help:    "give the second one another name",
			Related: []Related{{first, "first defined here"}}})
	} else {
		r.anchorSpans[n.Anchor] = n.AnchorSpan
	}
}

// resolveAlias finds what an alias stands for. What must not be followed gets a broken null.
func (r *yamlReader) resolveAlias(n *Node) {
	target, known := r.anchors[n.Anchor]
	size := r.sizes[n.Anchor]
	switch {
	case known && target == nil:
		r.fault(Error{Span: n.Span, Code: RecursiveAlias,
			Message: fmt.Sprintf("`*%s` stands inside its own anchor: the value would contain itself", n.Anchor),
			Help:    "write out what is meant here",
			Related: []Related{{r.anchorSpans[n.Anchor], "the anchor"}}})
	case !known:
		r.fault(undefinedAlias(n, nil))
	case r.count+size > maxAliased+r.own:
		if !r.excessive {
			r.excessive = true
			r.fault(Error{Span: n.Span, Code: ExcessiveAliasing,
				Message: fmt.Sprintf("the aliases of this file stand for more than %d values (excessive aliasing)", maxAliased),
				Help:    "write out what is meant in place of aliases of aliases"})
		}
	default:
		r.count += size
		n.Alias = target
		return
	}
	n.Broken = true
	n.Alias = r.newNode(Node{Kind: Scalar, Tag: Other, Broken: true, Span: Span{n.Span.End, n.Span.End}})
}

func undefinedAlias(n *Node, anchors []string) Error {
	e := Error{Span: n.Span, Code: UndefinedAlias,
		Message: fmt.Sprintf("`*%s` is an alias, and no anchor `&%s` stands before it", n.Anchor, n.Anchor),
		Help:    "put the value in quotes if the text itself is meant"}
	if 0 < len(anchors) && len(anchors) <= 8 {
		e.Help = "the anchors before it: `&" + strings.Join(anchors, "`, `&") + "`"
	}
	return e
}

// coreTag is what the tag `!!name` makes of a node.
type coreTag struct {
	tag  Tag
	kind Kind // that it is for
}

var coreTags = map[string]coreTag{
	"null": {Null, Scalar}, "bool": {Bool, Scalar}, "int": {Int, Scalar}, "float": {Float, Scalar},
	"binary": {Binary, Scalar}, "timestamp": {Timestamp, Scalar}, "str": {Str, Scalar},
	"seq": {Seq, Sequence}, "omap": {OMap, Sequence}, "pairs": {OMap, Sequence},
	"map": {Map, Mapping}, "set": {Set, Mapping}, "merge": {Other, Scalar}, "value": {Other, Scalar},
}

const corePrefix = "tag:yaml.org,2002:"

// tagName returns the whole name of an explicit tag, `!` for the tag that says nothing.
func (r *yamlReader) tagName(span Span) string {
	text := r.src[span.Start:span.End]
	if strings.HasPrefix(text, "!<") {
		return unescapeTag(strings.TrimSuffix(text[2:], ">"))
	}
	handle, suffix := "!", text[1:]
	if i := strings.IndexByte(suffix, '!'); i >= 0 {
		handle, suffix = text[:i+2], suffix[i+1:]
	}
	if suffix == "" {
		return text
	}
	prefix, ok := r.handles[handle]
	if !ok {
		prefix = handle
		if handle == "!!" {
			prefix = corePrefix
		}
	}
	return prefix + unescapeTag(suffix)
}

func unescapeTag(s string) string {
	if t, err := url.PathUnescape(s); err == nil {
		return t
	}
	return s
}

// explicitTag types a node by its tag, and reports a tag that the loader does not know.
// It returns false if the node is to be typed as if it had none.
func (r *yamlReader) explicitTag(n *Node) (coreTag, bool) {
	if n.TagSpan.Len() == 0 {
		return coreTag{}, false
	}
	name := r.tagName(n.TagSpan)
	if name == "!" {
		return coreTag{}, false
	}
	short, isCore := strings.CutPrefix(name, corePrefix)
	core, known := coreTags[short]
	if !isCore || !known {
		n.Tag, n.Broken = Other, true
		r.fault(Error{Span: n.TagSpan, Code: UnknownTag,
			Message: fmt.Sprintf("the loader does not know the tag `%s`", r.src[n.TagSpan.Start:n.TagSpan.End]),
			Help:    "leave the tag out, or quote the value if it is text that starts with `!`"})
		return coreTag{}, true
	}
	n.Tag = core.tag
	if core.kind != n.Kind {
		n.Broken = true
		r.fault(Error{Span: n.TagSpan, Code: InvalidScalar,
			Message: fmt.Sprintf("the tag `!!%s` is for %s, and this is %s", short, kindWords[core.kind], kindWords[n.Kind]),
			Help:    "leave the tag out"})
	}
	return core, true
}

var kindWords = map[Kind]string{Scalar: "a scalar", Sequence: "a list", Mapping: "a mapping"}

// typeScalar gives a scalar its type and reports a value that the loader fails on.
func (r *yamlReader) typeScalar(n *Node, key bool) {
	r.count++
	r.own++
	core, explicit := r.explicitTag(n)
	switch {
	case !explicit && (n.Style == Plain || n.TagSpan.Len() > 0):
		n.Tag = ResolvePlain(n.Value)
		if n.Tag == Other {
			if key {
				n.Tag = Str
				return
			}
			r.fault(Error{Span: n.Span, Code: InvalidScalar,
				Message:  fmt.Sprintf("a value that is only `%s` is refused by the loader: YAML 1.1 gives it a meaning of its own", n.Value),
				Help:     "put it in quotes",
				FixTitle: "Quote the value", Edits: quoteEdits(r.src, n.Span)})
			n.Tag = Str
			return
		}
	case !explicit:
		n.Tag = Str
		return
	case n.Broken:
		return
	case core.tag == Other && key: // !!merge, !!value
		return
	}
	switch n.Tag {
	case Str, Null:
		return
	case Binary:
		if !isBase64(n.Value) {
			r.fault(Error{Span: n.Span, Code: InvalidScalar, Message: "the value is no base64, which `!!binary` asks for",
				Help: "leave the tag out if text is meant"})
		}
		return
	}
	if err := CheckScalar(n.Tag, n.Value); err != nil {
		r.fault(Error{Span: n.Span, Code: InvalidScalar,
			Message:  fmt.Sprintf("the loader dies on %s: %s", clip(n.Value), err),
			Help:     "put the value in quotes if text is meant",
			FixTitle: "Quote the value", Edits: r.quoteCertain(n)})
		n.Broken = true
	}
}

// quoteCertain quotes a plain scalar without a tag; a tag says that no text is meant.
func (r *yamlReader) quoteCertain(n *Node) []Edit {
	if n.TagSpan.Len() > 0 || n.Style != Plain {
		return nil
	}
	return quoteEdits(r.src, n.Span)
}

// clip quotes a text in backticks, shortened.
func clip(s string) string {
	const most = 40
	s, _, cut := strings.Cut(s, "\n")
	if r := []rune(s); len(r) > most {
		s, cut = string(r[:most]), true
	}
	if cut {
		s += "…"
	}
	return "`" + s + "`"
}

// isBase64 reports whether Python's decodebytes takes a text: it skips what is no base64 character.
func isBase64(s string) bool {
	digits := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			return false
		case isDigit(c) || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '+' || c == '/':
			digits++
		case c == '=':
			if digits%4 >= 2 && digits%4+strings.Count(s[i:], "=") >= 4 {
				return true
			}
		}
	}
	_, err := base64.RawStdEncoding.DecodeString(strings.Repeat("A", digits%4))
	return digits%4 == 0 && err == nil
}

// checkCollection types a collection and reports what the loader fails on in it.
func (r *yamlReader) checkCollection(n *Node) {
	r.count++
	r.own++
	if n.TagSpan.Len() > 0 {
		if core, explicit := r.explicitTag(n); explicit && core.tag == OMap {
			r.checkPairs(n)
		}
	}
	for _, p := range n.Pairs {
		key := p.Key
		if key.Kind == AliasNode {
			if key = key.Resolve(); key == nil {
				continue // resolveAlias speaks of an alias to nothing
			}
		}
		if key.Kind != Scalar && n.Style == Flow && len(n.Pairs) == 1 && p.Key.Span.Start == n.Span.Start+1 && key.Kind == Mapping {
			n.Broken = true
			r.fault(Error{Span: n.Span, Code: UnhashableKey,
				Message:  "an unquoted value cannot start with `{{`: it reads as a mapping with a mapping as its key",
				Help:     "put it in single quotes",
				FixTitle: "Quote the value", Edits: quoteEdits(r.src, n.Span)})
		} else if key.Kind != Scalar {
			r.fault(Error{Span: p.Key.Span, Code: UnhashableKey,
				Message: fmt.Sprintf("%s cannot be a key: the loader refuses the file", kindWords[key.Kind]),
				Help:    "write a text as the key; put it in quotes if it starts with `[` or `{`"})
		} else if p.IsMerge() {
			r.checkMerge(p)
		}
	}
}

// checkPairs reports an item of an !!omap or !!pairs that is no mapping of one entry.
func (r *yamlReader) checkPairs(n *Node) {
	for _, item := range n.Items {
		if to := item.Resolve(); !to.Broken && (to.Kind != Mapping || len(to.Pairs) != 1) {
			r.fault(Error{Span: item.Span, Code: InvalidScalar,
				Message: "an item of `!!omap` or `!!pairs` has to be a mapping of one entry",
				Help:    "leave the tag out"})
		}
	}
}

// checkMerge reports a merge of what is no mapping and no list of mappings.
func (r *yamlReader) checkMerge(p Pair) {
	report := func(n *Node) {
		r.fault(Error{Span: n.Span, Code: InvalidMerge,
			Message: fmt.Sprintf("`<<` merges mappings, and this is %s", kindWords[n.Resolve().Kind]),
			Help:    "name the anchor of a mapping, as in `<<: *defaults`"})
	}
	switch value := p.Value.Resolve(); value.Kind {
	case Scalar:
		if !value.Broken {
			report(p.Value)
		}
	case Sequence:
		for _, item := range value.Items {
			if to := item.Resolve(); to.Kind != Mapping && !to.Broken {
				report(item)
			}
		}
	}
}
