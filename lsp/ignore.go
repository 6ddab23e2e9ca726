package lsp

import (
	"path/filepath"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// ignoreWay is a way to silence a diagnostic.
type ignoreWay struct{ what, where string }

// ignores lists the ways to silence a diagnostic of a document: by a comment where the format has
// comments, and in the configuration where there is a file to configure.
func (s *state) ignores(b *buffer, d lint.Diagnostic) []ignoreWay {
	var ways []ignoreWay
	doc := b.document()
	if !doc.Tree.JSON && len(doc.Tree.Errors) == 0 {
		if at := spotAt(doc, d.Span.Start); at.place != nil && at.place.Parent != nil {
			ways = append(ways, ignoreWay{"ignoreHere", "here"})
		}
		ways = append(ways, ignoreWay{"ignoreFile", "in this file"})
	}
	if b.abs != "" && doc.Format != nil && doc.Format.ID != "config" && s.configEditable(b) {
		ways = append(ways, ignoreWay{"ignoreConfig", "in the configuration"})
	}
	return ways
}

// ignoreEdit makes the edit of a way, nil if it cannot be done. A comment ends in a place for the
// reason.
func (s *state) ignoreEdit(b *buffer, d lint.Diagnostic, what string) *protocol.WorkspaceEdit {
	doc := b.document()
	file := doc.Tree.File
	switch what {
	case "ignoreHere":
		at := spotAt(doc, d.Span.Start)
		if at.place == nil || at.place.Parent == nil {
			return nil
		}
		// The comment above an entry's first line covers the entry.
		line := file.LineSpan(file.Position(entrySpan(at.place).Start).Line)
		text := file.Text[line.Start:line.End]
		indent := text[:len(text)-len(strings.TrimLeft(text, " \t\ufeff"))]
		return s.workspaceEdit(b, []lint.Edit{insertion(line.Start, indent+"# forgelint: ignore["+d.Code+"] -- reason"+doc.EOL())})
	case "ignoreFile":
		at := 0
		if strings.HasPrefix(file.Text, "\ufeff") {
			at = len("\ufeff")
		}
		if first := file.LineSpan(1); strings.HasPrefix(file.Text[at:first.End], "# forgelint: format=") || strings.HasPrefix(file.Text[at:first.End], "%") {
			at = file.LineSpan(2).Start
		}
		return s.workspaceEdit(b, []lint.Edit{insertion(at, "# forgelint: ignore-file["+d.Code+"] -- reason"+doc.EOL())})
	case "ignoreConfig":
		return s.ignoreInConfig(b, d.Code)
	}
	return nil
}

func insertion(at int, text string) lint.Edit {
	return lint.Edit{Span: syntax.Span{Start: at, End: at}, New: text}
}

// configEditable reports whether there is a configuration for the file, or one may be created.
func (s *state) configEditable(b *buffer) bool {
	return s.configOf(b) != nil || s.createsFiles() && s.folderOf(b) != ""
}

// configOf returns the nearest configuration of a document, nil without one.
func (s *state) configOf(b *buffer) *lint.Document {
	config := s.config(b)
	files := config.Files()
	if len(files) == 0 {
		return nil
	}
	return s.files.Document(files[len(files)-1])
}

// folderOf returns the workspace folder of a document, "" if it is in none.
func (s *state) folderOf(b *buffer) string {
	best := ""
	for _, folder := range s.folders {
		if strings.HasPrefix(b.abs, folder+string(filepath.Separator)) && len(folder) > len(best) {
			best = folder
		}
	}
	return best
}

func (s *state) createsFiles() bool {
	if !s.documentChanges() {
		return false
	}
	for _, kind := range s.client.can.Workspace.WorkspaceEdit.ResourceOperations {
		if kind == protocol.ResourceOperationKindCreate {
			return true
		}
	}
	return false
}

// ignoreInConfig switches a rule off in the nearest configuration, or in a new one at the root of the
// workspace folder.
func (s *state) ignoreInConfig(b *buffer, code string) *protocol.WorkspaceEdit {
	config := s.configOf(b)
	if config == nil {
		u := s.spelled.of(filepath.ToSlash(filepath.Join(s.folderOf(b), lint.ConfigName)))
		return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{
			&protocol.CreateFile{Kind: "create", URI: u, Options: &protocol.CreateFileOptions{IgnoreIfExists: ptr(true)}},
			documentEdit(u, nil, []protocol.TextEdit{{NewText: "rules:\n  " + code + ": off\n"}}),
		}}
	}
	edit, ok := switchOff(config, code)
	if !ok {
		return nil
	}
	edits := s.textEdits(config.Tree.File, []lint.Edit{edit})
	u := s.uriOf(config, b)
	if !s.documentChanges() {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: edits}}
	}
	var version *int32
	if open := s.buffers[uri.File(config.Abs)]; open != nil {
		version = ptr(open.version)
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{documentEdit(u, version, edits)}}
}

// switchOff is the edit of a configuration that switches a rule off.
func switchOff(config *lint.Document, code string) (lint.Edit, bool) {
	root := config.Root()
	if root == nil {
		return lint.Edit{}, false
	}
	rules := root.Child("rules")
	switch {
	case rules == nil || rules.Node.Kind != syntax.Mapping:
		text := config.Tree.File.Text
		lead := ""
		if text != "" && !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\r") {
			lead = config.EOL()
		}
		if rules != nil || root.Node.Kind == syntax.Mapping && root.Node.Style == syntax.Flow {
			return lint.Edit{}, false
		}
		return insertion(len(text), lead+"rules:"+config.EOL()+"  "+code+": off"+config.EOL()), true
	case rules.Child(code) != nil:
		return config.ReplaceText(rules.Child(code).Node, "off"), true
	}
	return config.InsertEntry(rules, code, "off")
}
