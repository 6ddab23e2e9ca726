package lsp

import (
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// entityKind is a sort of name that is given in one place and used in others.
type entityKind uint8

const (
	noEntity entityKind = iota
	behaviorID
	flagName
	contractTool
	anchor
)

// entity is a name. Behavior ids and flags are known in one `behaviors/` folder, the tools of a
// contract and anchors in one file.
type entity struct {
	kind entityKind
	name string
	doc  *lint.Document // where it was found
}

// occurrence is a place where an entity stands.
type occurrence struct {
	doc   *lint.Document
	node  *syntax.Node // the scalar, or the node that carries the anchor or is the alias
	span  syntax.Span  // the name alone, without quotes, `&` and `*`
	gives bool         // the entity is defined or set here
}

// entityFormats are the formats of values (in the schema) that name an entity.
var entityFormats = map[string]entityKind{"behavior-id": behaviorID, "flag": flagName, "contract-tool": contractTool}

// entityAt returns the entity that is named at an offset, and where.
func entityAt(doc *lint.Document, offset int) (entity, occurrence) {
	for _, o := range anchorOccurrences(doc) {
		if o.node.AnchorSpan.Touches(offset) { // on its `&` or `*` too
			return entity{anchor, doc.Text(o.span), doc}, o
		}
	}
	at := spotAt(doc, offset)
	if at.place == nil || at.onKey || at.place.Type == nil || at.place.Node.Kind != syntax.Scalar || at.place.Via != nil {
		return entity{}, occurrence{}
	}
	kind := entityFormats[at.place.Type.Format]
	if kind == noEntity || at.place.Node.Value == "" {
		return entity{}, occurrence{}
	}
	return entity{kind, at.place.Node.Value, doc}, occurrenceOf(doc, at.place)
}

// occurrences lists all places of an entity, those that give it first.
func (s *state) occurrences(e entity) []occurrence {
	var out []occurrence
	if e.kind == anchor {
		for _, o := range anchorOccurrences(e.doc) {
			if e.doc.Text(o.span) == e.name {
				out = append(out, o)
			}
		}
	} else {
		for _, doc := range s.scope(e) {
			for format, kind := range entityFormats {
				if kind != e.kind {
					continue
				}
				for _, p := range doc.ByFormat(format) {
					if p.Node.Kind == syntax.Scalar && p.Node.Value == e.name && p.Via == nil {
						out = append(out, occurrenceOf(doc, p))
					}
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b occurrence) int {
		switch {
		case a.gives == b.gives:
			return 0
		case a.gives:
			return -1
		}
		return 1
	})
	return out
}

// scope is the documents in which an entity is known.
func (s *state) scope(e entity) []*lint.Document {
	folder := s.files.Folder(e.doc)
	if folder == nil || e.kind == contractTool {
		return []*lint.Document{e.doc}
	}
	docs := slices.Clone(folder.Behaviors())
	if folder.Index != nil {
		docs = append(docs, folder.Index)
	}
	return docs
}

func occurrenceOf(doc *lint.Document, p *schema.Place) occurrence {
	o := occurrence{doc: doc, node: p.Node, span: insideQuotes(p.Node)}
	switch p.Type.Format {
	case "behavior-id":
		o.gives = p.Parent.Parent == nil // the id of the behavior itself, not of an entry of the index
	case "flag":
		if action := p.Parent.Child("action"); action != nil {
			o.gives = action.Node.Value == "set_flag"
		}
	case "contract-tool":
		o.gives = p.Name() == "side_effect"
	}
	return o
}

// anchorOccurrences lists every `&name` and `*name` of a document.
func anchorOccurrences(doc *lint.Document) []occurrence {
	if !strings.Contains(doc.Tree.File.Text, "&") || doc.Tree.JSON {
		return nil
	}
	var out []occurrence
	add := func(n *syntax.Node, gives bool) {
		if n.AnchorSpan.Len() > 1 {
			out = append(out, occurrence{doc, n, syntax.Span{Start: n.AnchorSpan.Start + 1, End: n.AnchorSpan.End}, gives})
		}
	}
	var walk func(n *syntax.Node)
	walk = func(n *syntax.Node) { // aliases are leaves, so it ends
		add(n, n.Kind != syntax.AliasNode)
		for _, p := range n.Pairs {
			walk(p.Key)
			walk(p.Value)
		}
		for _, item := range n.Items {
			walk(item)
		}
	}
	for _, root := range doc.Tree.Docs {
		walk(root)
	}
	return out
}
