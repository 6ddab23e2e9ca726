package lsp

import (
	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// Positions of the protocol count lines and characters from 0, characters in the unit that was
// negotiated. Inside the program there are byte offsets only; this file is the border.

func (s *state) position(f *syntax.File, offset int) protocol.Position {
	line, character := f.EncodedPosition(offset, s.client.encoding)
	return protocol.Position{Line: uint32(line), Character: uint32(character)}
}

func (s *state) rangeOf(f *syntax.File, span syntax.Span) protocol.Range {
	return protocol.Range{Start: s.position(f, span.Start), End: s.position(f, span.End)}
}

func (s *state) offset(f *syntax.File, p protocol.Position) int {
	return f.EncodedOffset(int(p.Line), int(p.Character), s.client.encoding)
}

func (s *state) span(f *syntax.File, r protocol.Range) syntax.Span {
	span := syntax.Span{Start: s.offset(f, r.Start), End: s.offset(f, r.End)}
	span.End = max(span.End, span.Start)
	return span
}

func (s *state) textEdits(f *syntax.File, edits []lint.Edit) []protocol.TextEdit {
	out := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		out[i] = protocol.TextEdit{Range: s.rangeOf(f, e.Span), NewText: e.New}
	}
	return out
}

func severity(s lint.Severity) protocol.DiagnosticSeverity {
	switch s {
	case lint.Error:
		return protocol.DiagnosticSeverityError
	case lint.Warning:
		return protocol.DiagnosticSeverityWarning
	default:
		return protocol.DiagnosticSeverityInformation
	}
}

func ptr[T any](v T) *T { return &v }
