package lsp

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// renameRules say what an entity may be called: what the loaders take, and what needs no other
// quoting than the old name has.
var renameRules = map[entityKind]struct {
	what    string
	pattern *regexp.Regexp
	says    string
}{
	behaviorID:   {"behavior id", regexp.MustCompile(`^[a-z][a-z0-9-]*[a-z0-9]$`), "small letters, digits and hyphens, beginning with a letter and not ending in a hyphen"},
	flagName:     {"flag", regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`), "letters, digits, `_` and `-`, beginning with a letter or `_`"},
	contractTool: {"tool", regexp.MustCompile(`^[^\x00-\x1f"\\]+$`), "anything but quotes, backslashes and control characters"},
	anchor:       {"anchor", regexp.MustCompile(`^[A-Za-z0-9_-]+$`), "letters, digits, `_` and `-`"},
}

func (s *server) prepareRename(_ context.Context, st *state, params *protocol.PrepareRenameParams) (any, error) {
	b, e, o := st.entityOf(params.TextDocument, params.Position)
	if b == nil {
		return nil, nil
	}
	return &protocol.PrepareRenamePlaceholder{Range: st.rangeOf(o.doc.Tree.File, o.span), Placeholder: e.name}, nil
}

func (s *server) rename(_ context.Context, st *state, params *protocol.RenameParams) (any, error) {
	b, e, _ := st.entityOf(params.TextDocument, params.Position)
	if b == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no name here that can be changed: only behavior ids, flags, tools of a contract and anchors can")
	}
	if rule := renameRules[e.kind]; !rule.pattern.MatchString(params.NewName) {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "`%s` is no %s: use %s", params.NewName, rule.what, rule.says)
	}
	other := e
	other.name = params.NewName
	if e.name != other.name && len(st.occurrences(other)) > 0 {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the %s `%s` is there already", renameRules[e.kind].what, params.NewName)
	}
	edits := map[*lint.Document][]lint.Edit{}
	var docs []*lint.Document
	for _, o := range st.occurrences(e) {
		if !slices.Contains(docs, o.doc) {
			docs = append(docs, o.doc)
		}
		edits[o.doc] = append(edits[o.doc], renameEdit(o, params.NewName))
	}
	return st.renameEdits(b, e, docs, edits, params.NewName), nil
}

// renameEdit changes one occurrence and keeps its quotes.
func renameEdit(o occurrence, name string) lint.Edit {
	if o.span != o.node.Span { // in quotes, or an anchor
		return lint.Edit{Span: o.span, New: name}
	}
	return o.doc.ReplaceText(o.node, name)
}

func (s *state) renameEdits(b *buffer, e entity, docs []*lint.Document, edits map[*lint.Document][]lint.Edit, name string) *protocol.WorkspaceEdit {
	result := &protocol.WorkspaceEdit{}
	for _, doc := range docs {
		from := doc
		if doc == b.document() {
			from = nil
		}
		u := s.uriOf(from, b)
		textEdits := s.textEdits(doc.Tree.File, edits[doc])
		if !s.documentChanges() {
			if result.Changes == nil {
				result.Changes = map[uri.URI][]protocol.TextEdit{}
			}
			result.Changes[u] = textEdits
			continue
		}
		var version *int32
		if open := s.buffers[uri.File(doc.Abs)]; open != nil {
			version = ptr(open.version)
		} else if doc == b.document() {
			version = ptr(b.version)
		}
		result.DocumentChanges = append(result.DocumentChanges, documentEdit(u, version, textEdits))
	}
	if e.kind == behaviorID && s.renamesFiles() {
		if folder := s.files.Folder(e.doc); folder != nil && s.files.Exists(filepath.Join(folder.Dir, e.name)) {
			result.DocumentChanges = append(result.DocumentChanges, &protocol.RenameFile{
				Kind:   "rename",
				OldURI: s.spelled.of(filepath.ToSlash(filepath.Join(folder.Dir, e.name))),
				NewURI: s.spelled.of(filepath.ToSlash(filepath.Join(folder.Dir, name))),
			})
		}
	}
	return result
}

func (s *state) renamesFiles() bool {
	if !s.documentChanges() {
		return false
	}
	return slices.Contains(s.client.can.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindRename)
}

// behaviorPath is where the behavior of an id lies.
func behaviorPath(folder *lint.Folder, id string) string {
	return filepath.Join(folder.Dir, id, "behavior.yaml")
}

var urlPattern = regexp.MustCompile(`https?://[^\s"'<>\\^` + "`" + `{|}]+`)

// urls finds the web addresses in a text, without the punctuation that ends a sentence.
func urls(text string) []syntax.Span {
	var spans []syntax.Span
	for _, m := range urlPattern.FindAllStringIndex(text, 1000) {
		url := strings.TrimRight(text[m[0]:m[1]], ".,;:!?")
		if strings.HasSuffix(url, ")") && !strings.Contains(url, "(") {
			url = strings.TrimSuffix(url, ")")
		}
		if len(url) > len("https://") {
			spans = append(spans, syntax.Span{Start: m[0], End: m[0] + len(url)})
		}
	}
	return spans
}

// spelledTarget is a web address as a URI, as it is written.
func spelledTarget(url string) uri.URI { return uri.URI(url) }
