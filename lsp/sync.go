package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func (s *server) didOpen(ctx context.Context, params *protocol.DidOpenTextDocumentParams, raw []byte) {
	d := params.TextDocument
	key := d.URI
	spelled := uri.URI(spelledURI(raw))
	if spelled == "" {
		spelled = key
	}
	abs := filePath(key)
	n := s.update(func(n *state) {
		n.spelled = n.spelled.add(abs, string(spelled))
		n.open(buffer{
			key: key, uri: spelled, version: d.Version, languageID: string(d.LanguageID), abs: abs,
			file: syntax.NewText(displayPath(key), strings.Clone(d.Text)),
		})
	})
	s.changed(ctx, n, key)
}

func (s *server) didChange(ctx context.Context, params *protocol.DidChangeTextDocumentParams, _ []byte) {
	id := params.TextDocument
	old := s.now().buffers[id.URI]
	if old == nil {
		s.log.Warn("change of a document that is not open", "uri", string(id.URI))
		return
	}
	text, err := apply(old.file, params.ContentChanges, s.now().client.encoding)
	if err != nil {
		// Nothing of the batch is taken. Our text and the editor's differ from here on; only a
		// whole text, or closing and opening, brings them together again.
		s.log.Error("change refused", "uri", string(id.URI), "version", id.Version, "error", err)
		s.showOnce(protocol.MessageTypeError, fmt.Sprintf("forgelint could not follow an edit of %s: %v. Close and open the file to go on.", old.uri, err))
		return
	}
	b := *old
	b.version = id.Version
	b.file = syntax.NewText(old.file.Name, text)
	s.changed(ctx, s.update(func(n *state) { n.open(b) }), id.URI)
}

// apply applies a batch of changes, each to the text that the one before left, and returns the
// text after the last; on an error none of them counts.
func apply(file *syntax.File, changes []protocol.TextDocumentContentChangeEvent, encoding syntax.Encoding) (string, error) {
	text := file.Text
	for _, change := range changes {
		switch c := change.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = strings.Clone(c.Text) // not a part of the whole message
		case *protocol.TextDocumentContentChangePartial:
			if file.Text != text {
				file = syntax.NewText(file.Name, text)
			}
			span, err := changedSpan(file, c.Range, encoding)
			if err != nil {
				return "", err
			}
			text = text[:span.Start] + c.Text + text[span.End:]
		default:
			return "", errors.New("a change of an unknown kind")
		}
	}
	return text, nil
}

// changedSpan refuses what cannot be meant: an end before its start, and a line that the text does
// not have. A character past the end of its line means the end, as the protocol says.
func changedSpan(file *syntax.File, r protocol.Range, encoding syntax.Encoding) (syntax.Span, error) {
	lines := file.LineCount()
	// One line past the last is where some clients let a whole-text range end.
	if int(r.Start.Line) > lines || int(r.End.Line) > lines {
		return syntax.Span{}, fmt.Errorf("line %d of a text of %d lines", max(r.Start.Line, r.End.Line)+1, lines)
	}
	span := syntax.Span{
		Start: file.EncodedOffset(int(r.Start.Line), int(r.Start.Character), encoding),
		End:   file.EncodedOffset(int(r.End.Line), int(r.End.Character), encoding),
	}
	if span.End < span.Start {
		return syntax.Span{}, errors.New("a range that ends before it starts")
	}
	return span, nil
}

func (s *server) didClose(ctx context.Context, params *protocol.DidCloseTextDocumentParams, _ []byte) {
	key := params.TextDocument.URI
	old := s.now().buffers[key]
	if old == nil {
		return
	}
	n := s.update(func(n *state) {
		delete(n.buffers, key)
		if old.abs != "" {
			n.files.Forget(old.abs) // what was read before it was open may be old
		}
	})
	s.clear(ctx, old)
	s.changed(ctx, n, key)
}

func (s *server) didSave(ctx context.Context, params *protocol.DidSaveTextDocumentParams, _ []byte) {
	if b := s.now().find(params.TextDocument); b != nil && b.abs != "" {
		s.now().files.Forget(b.abs)
	}
}
