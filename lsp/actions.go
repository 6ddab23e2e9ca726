package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// fixAllKind is the source action that applies every safe fix of a document, on save for instance.
const fixAllKind protocol.CodeActionKind = "source.fixAll.forgelint"

// actionData is what an unresolved action carries to be resolved: the document as it was, and what
// is to be done in it.
type actionData struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"`
	// Finding and Fix are the place of the fix in the document's findings; of the other actions
	// only What counts: "fix", "fixAll", "ignoreHere", "ignoreFile", "ignoreConfig".
	What    string `json:"what"`
	Finding int    `json:"finding"`
	Fix     int    `json:"fix"`
}

func (s *server) codeAction(_ context.Context, st *state, params *protocol.CodeActionParams) (any, error) {
	out := []protocol.CommandOrCodeAction{}
	b := st.find(params.TextDocument)
	if b == nil {
		return out, nil
	}
	wants := func(kind protocol.CodeActionKind) bool { return wanted(params.Context.Only, kind) }
	add := func(title string, kind protocol.CodeActionKind, d *lint.Diagnostic, preferred bool, data actionData) {
		data.URI, data.Version = b.uri, b.version
		action := &protocol.CodeAction{Title: title, Kind: ptr(kind)}
		if d != nil {
			action.Diagnostics = []protocol.Diagnostic{st.diagnostic(b, *d)}
		}
		if preferred {
			action.IsPreferred = ptr(true)
		}
		if st.resolvesEdits() {
			action.Data, _ = json.Marshal(data)
		} else if action.Edit = st.edit(b, data); action.Edit == nil {
			return
		}
		out = append(out, action)
	}
	findings := st.findings(b)
	if wants(protocol.CodeActionKindQuickFix) {
		span := st.span(b.document().Tree.File, params.Range)
		for i, d := range findings {
			if d.Span.End < span.Start || d.Span.Start > span.End {
				continue
			}
			for j, fix := range d.Fixes {
				preferred := j == 0 && (fix.Safe || fix.Keeps || len(d.Fixes) == 1)
				add(fix.Title, protocol.CodeActionKindQuickFix, &d, preferred, actionData{What: "fix", Finding: i, Fix: j})
			}
		}
		for i, d := range findings {
			if d.Span.End < span.Start || d.Span.Start > span.End || slices.ContainsFunc(findings[:i], func(e lint.Diagnostic) bool {
				return e.Code == d.Code && e.Span.End >= span.Start && e.Span.Start <= span.End
			}) {
				continue
			}
			for _, way := range st.ignores(b, d) {
				add("Ignore "+d.Code+" "+way.where, protocol.CodeActionKindQuickFix, &d, false, actionData{What: way.what, Finding: i})
			}
		}
	}
	if wants(fixAllKind) && slices.ContainsFunc(findings, func(d lint.Diagnostic) bool { return safeFix(d) != nil }) {
		add("Fix all that forgelint can fix safely", fixAllKind, nil, false, actionData{What: "fixAll"})
	}
	return out, nil
}

// wanted reports whether a kind is asked for: all are without a filter, and a filter `a.b` means all
// kinds below it. Source actions want to be asked for.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	if len(only) == 0 {
		return kind != fixAllKind
	}
	return slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// safeFix is the fix that is applied without asking, nil if there is none.
func safeFix(d lint.Diagnostic) *lint.Fix {
	if len(d.Fixes) > 0 && d.Fixes[0].Safe {
		return &d.Fixes[0]
	}
	return nil
}

func (s *state) resolvesEdits() bool {
	can := s.client.can.TextDocument
	if can == nil || can.CodeAction == nil || !is(can.CodeAction.DataSupport) {
		return false
	}
	return slices.Contains(can.CodeAction.ResolveSupport.Properties, "edit")
}

func (s *server) codeActionResolve(_ context.Context, st *state, action *protocol.CodeAction) (any, error) {
	var data actionData
	if err := json.Unmarshal(action.Data, &data); err != nil {
		return action, nil // resolved already, or not ours
	}
	key, err := uri.Parse(string(data.URI))
	if err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "unknown document: %v", err)
	}
	b := st.buffers[key]
	if b == nil || b.version != data.Version {
		return nil, protocol.ErrContentModified
	}
	if action.Edit = st.edit(b, data); action.Edit == nil {
		return nil, protocol.ErrContentModified
	}
	return action, nil
}

// edit makes the edit of an action, nil if there is nothing to do.
func (s *state) edit(b *buffer, data actionData) *protocol.WorkspaceEdit {
	doc := b.document()
	if data.What == "fixAll" {
		fixed, err := lint.Apply(doc, s.config(b), s.files, safeFix)
		if err != nil || len(fixed.Applied) == 0 {
			return nil
		}
		return s.workspaceEdit(b, []lint.Edit{difference(doc.Tree.File.Text, fixed.Document.Tree.File.Text)})
	}
	findings := s.findings(b)
	if data.Finding >= len(findings) {
		return nil
	}
	d := findings[data.Finding]
	if data.What == "fix" {
		if data.Fix >= len(d.Fixes) {
			return nil
		}
		return s.workspaceEdit(b, d.Fixes[data.Fix].Edits)
	}
	return s.ignoreEdit(b, d, data.What)
}

// workspaceEdit is an edit of one document, bound to its version where the client can.
func (s *state) workspaceEdit(b *buffer, edits []lint.Edit) *protocol.WorkspaceEdit {
	textEdits := s.textEdits(b.document().Tree.File, edits)
	if !s.documentChanges() {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{b.uri: textEdits}}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{documentEdit(b.uri, ptr(b.version), textEdits)}}
}

func documentEdit(u uri.URI, version *int32, edits []protocol.TextEdit) *protocol.TextDocumentEdit {
	change := &protocol.TextDocumentEdit{}
	change.TextDocument.URI, change.TextDocument.Version = u, version
	for i := range edits {
		change.Edits = append(change.Edits, &edits[i])
	}
	return change
}

func (s *state) documentChanges() bool {
	can := s.client.can.Workspace
	return can != nil && can.WorkspaceEdit != nil && is(can.WorkspaceEdit.DocumentChanges)
}

// difference is the one edit that makes a text of another: what is left between their common start
// and end, not cutting a character.
func difference(a, b string) lint.Edit {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	for start > 0 && start < len(a) && !startsRune(a[start]) {
		start--
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for end > 0 && !startsRune(a[len(a)-end]) {
		end--
	}
	return lint.Edit{Span: syntax.Span{Start: start, End: len(a) - end}, New: b[start : len(b)-end]}
}

func startsRune(b byte) bool { return b&0xC0 != 0x80 }
