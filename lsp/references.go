package lsp

import (
	"context"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

func (s *state) location(o occurrence, from *buffer) protocol.Location {
	doc := o.doc
	if doc == from.document() {
		doc = nil
	}
	return protocol.Location{URI: s.uriOf(doc, from), Range: s.rangeOf(o.doc.Tree.File, o.span)}
}

// entityOf returns the entity that a request's position names; b is nil without one.
func (s *state) entityOf(id protocol.TextDocumentIdentifier, position protocol.Position) (*buffer, entity, occurrence) {
	b := s.find(id)
	if b == nil {
		return nil, entity{}, occurrence{}
	}
	doc := b.document()
	e, o := entityAt(doc, s.offset(doc.Tree.File, position))
	if e.kind == noEntity {
		return nil, entity{}, occurrence{}
	}
	return b, e, o
}

func (s *server) definition(_ context.Context, st *state, params *protocol.DefinitionParams) (any, error) {
	out := protocol.LocationSlice{}
	b, e, _ := st.entityOf(params.TextDocument, params.Position)
	if b == nil {
		return out, nil
	}
	for _, o := range st.occurrences(e) {
		if o.gives {
			if e.kind == anchor {
				o.span = o.node.AnchorSpan // the `&` begins the definition
			}
			out = append(out, st.location(o, b))
		}
	}
	if len(out) == 0 && e.kind == behaviorID {
		// The file is there and names itself otherwise, or not at all: its start.
		if doc := st.behaviorFile(e); doc != nil {
			out = append(out, st.location(occurrence{doc: doc}, b))
		}
	}
	return out, nil
}

// behaviorFile returns the document behaviors/<id>/behavior.yaml beside an index, nil without one.
func (s *state) behaviorFile(e entity) *lint.Document {
	folder := s.files.Folder(e.doc)
	if folder == nil {
		return nil
	}
	return s.files.Document(behaviorPath(folder, e.name))
}

func (s *server) references(_ context.Context, st *state, params *protocol.ReferenceParams) (any, error) {
	out := []protocol.Location{}
	b, e, _ := st.entityOf(params.TextDocument, params.Position)
	if b == nil {
		return out, nil
	}
	for _, o := range st.occurrences(e) {
		if !o.gives || params.Context.IncludeDeclaration {
			out = append(out, st.location(o, b))
		}
	}
	return out, nil
}

func (s *server) documentHighlight(_ context.Context, st *state, params *protocol.DocumentHighlightParams) (any, error) {
	out := []protocol.DocumentHighlight{}
	b, e, _ := st.entityOf(params.TextDocument, params.Position)
	if b == nil {
		return out, nil
	}
	doc := b.document()
	for _, o := range st.occurrences(e) {
		if o.doc != doc {
			continue
		}
		kind := protocol.DocumentHighlightKindRead
		if o.gives {
			kind = protocol.DocumentHighlightKindWrite
		}
		out = append(out, protocol.DocumentHighlight{Range: st.rangeOf(doc.Tree.File, o.span), Kind: kind})
	}
	return out, nil
}

// documentLink makes links of the ids of an index, which lead to their files, and of URLs in
// comments and texts.
func (s *server) documentLink(_ context.Context, st *state, params *protocol.DocumentLinkParams) (any, error) {
	out := []protocol.DocumentLink{}
	b := st.find(params.TextDocument)
	if b == nil {
		return out, nil
	}
	doc := b.document()
	if doc.Format != nil && doc.Format.ID == "behavior-index" {
		for _, p := range doc.ByFormat("behavior-id") {
			if p.Node.Kind != syntax.Scalar || p.Via != nil {
				continue
			}
			if file := st.behaviorFile(entity{behaviorID, p.Node.Value, doc}); file != nil {
				out = append(out, protocol.DocumentLink{
					Range: st.rangeOf(doc.Tree.File, insideQuotes(p.Node)), Target: ptr(st.uriOf(file, b)), Tooltip: ptr("Open the behavior"),
				})
			}
		}
	}
	for _, span := range urls(doc.Tree.File.Text) {
		target := spelledTarget(doc.Text(span))
		out = append(out, protocol.DocumentLink{Range: st.rangeOf(doc.Tree.File, span), Target: &target})
	}
	return out, nil
}
