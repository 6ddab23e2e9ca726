package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// keyer finds what stays the same of the findings of a document.
type keyer struct {
	doc    *Document
	places map[string]*schema.Place // by path; made on first use
}

func newKeyer(doc *Document) *keyer { return &keyer{doc: doc} }

func (k *keyer) of(d Diagnostic) FindingKey {
	sum := sha256.Sum256([]byte(k.text(d)))
	return FindingKey{Rule: d.Code, Path: WithoutIndexes(d.Path), Hash: hex.EncodeToString(sum[:8])}
}

// text returns what a finding is about, as it means, not as it is laid out: comments, blank lines,
// indentation and quotes do not count. That is
//
//   - the value at its path
//   - for a key that is missing in a mapping inside the document, the scalars of the mapping: what is
//     nested in it can change without the key being less missing
//   - for a finding without a path, the line that it is on
//   - nothing for a key that is missing at the top
func (k *keyer) text(d Diagnostic) string {
	if d.Path == "" {
		if d.Span.Start == 0 && d.Span.End == 0 {
			return ""
		}
		file := k.doc.Tree.File
		line := file.LineSpan(file.Line(d.Span.Start))
		return strings.TrimSpace(file.Text[line.Start:line.End])
	}
	if at := k.place(d); at != nil {
		var b strings.Builder
		budget := maxKeyNodes
		writeMeaning(&b, at.Node, &budget)
		return b.String()
	}
	at := k.doc.At(d.Span.Start)
	for at != nil && at.Parent != nil && !(at.Node.Kind == syntax.Mapping && strings.HasPrefix(d.Path, at.Path()+".")) {
		at = at.Parent
	}
	if at == nil || at.Parent == nil {
		return ""
	}
	var scalars []string
	for _, p := range at.Node.Pairs {
		if p.Value.Kind == syntax.Scalar {
			scalars = append(scalars, meaning(p.Key)+": "+meaning(p.Value))
		}
	}
	slices.Sort(scalars)
	return strings.Join(scalars, ", ")
}

// place returns the place at the path of a finding, nil if there is none.
func (k *keyer) place(d Diagnostic) *schema.Place {
	for at := k.doc.At(d.Span.Start); at != nil; at = at.Parent {
		if path := at.Path(); path == d.Path {
			return at
		}
	}
	if k.places == nil {
		k.places = make(map[string]*schema.Place, len(k.doc.Places))
		for _, p := range k.doc.Places {
			k.places[p.Path()] = p
		}
	}
	return k.places[d.Path]
}

// maxKeyNodes bounds how much of a node is looked at: aliases can make it endless.
const maxKeyNodes = 100_000

func writeMeaning(b *strings.Builder, n *syntax.Node, budget *int) {
	if *budget--; *budget < 0 {
		return
	}
	n = n.Resolve()
	switch n.Kind {
	case syntax.Mapping:
		entries := make([]string, 0, len(n.Pairs))
		for _, p := range n.Pairs {
			var e strings.Builder
			writeMeaning(&e, p.Key, budget)
			e.WriteString(": ")
			writeMeaning(&e, p.Value, budget)
			entries = append(entries, e.String())
		}
		slices.Sort(entries) // the order of keys means nothing
		b.WriteString("{" + strings.Join(entries, ", ") + "}")
	case syntax.Sequence:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			writeMeaning(b, item, budget)
		}
		b.WriteByte(']')
	default:
		b.WriteString(meaning(n))
	}
}

// sameMeaning reports whether two nodes are the same to a reader.
func sameMeaning(a, b *syntax.Node) bool {
	text := func(n *syntax.Node) string {
		var b strings.Builder
		budget := maxKeyNodes
		writeMeaning(&b, n, &budget)
		return b.String()
	}
	return text(a) == text(b)
}

// meaning writes a scalar: its text, and its type if it is none.
func meaning(n *syntax.Node) string {
	text := strconv.Quote(n.Value)
	if n.Tag != syntax.Str {
		text = strconv.Itoa(int(n.Tag)) + text
	}
	return text
}

// WithoutIndexes turns `policies[3].params` into `policies[].params`.
func WithoutIndexes(path string) string {
	var b strings.Builder
	depth := 0
	for _, r := range path {
		switch {
		case r == '[':
			depth++
			b.WriteRune(r)
		case r == ']':
			depth--
			b.WriteRune(r)
		case depth <= 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}
