package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/syntax"
)

// everything asks for every feature at an offset. What it answers does not matter here; that it
// answers does.
func everything(t testing.TB, path, text string, offset int) {
	s, b, _ := opened(t, path, text)
	s.settings = settings{inlayHints: true, codeLens: true}
	sv := &server{}
	doc := b.document()
	id := protocol.TextDocumentIdentifier{URI: b.key}
	at := s.position(doc.Tree.File, offset)
	itemsAt(s, b, offset)
	s.hoverText(doc, offset)
	enclosing(doc, offset)
	if e, _ := entityAt(doc, offset); e.kind != noEntity {
		s.occurrences(e)
	}
	rename := &protocol.RenameParams{NewName: "other-name"}
	rename.TextDocument, rename.Position = id, at
	sv.rename(nil, s, rename)
	actions := &protocol.CodeActionParams{TextDocument: id, Range: protocol.Range{Start: at, End: at}}
	actions.Context.Only = []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}
	if _, err := sv.codeAction(nil, s, actions); err != nil {
		t.Fatal(err)
	}
}

// wholeDocument asks for the features that are about no place.
func wholeDocument(t testing.TB, path, text string) {
	s, b, _ := opened(t, path, text)
	s.settings = settings{inlayHints: true, codeLens: true}
	doc := b.document()
	s.diagnostics(b)
	s.symbolTree(doc, outline(doc))
	named(doc)
	s.encodeTokens(doc, syntax.Span{End: len(doc.Tree.File.Text)})
	lengthHints(doc)
	ladderHints(doc)
	commentRuns(doc)
	id := protocol.TextDocumentIdentifier{URI: b.key}
	sv := &server{}
	sv.foldingRange(nil, s, &protocol.FoldingRangeParams{TextDocument: id})
	sv.documentLink(nil, s, &protocol.DocumentLinkParams{TextDocument: id})
	sv.codeLens(nil, s, &protocol.CodeLensParams{TextDocument: id})
}

// seeds are policy files to start from: our own corpus, and the shared one where it is.
func seeds(t testing.TB) map[string]string {
	out := map[string]string{}
	roots := []string{"../testdata/corpus"}
	if dir := filepath.Join(shared.Root(t), "..", "shared", "corpus"); os.Getenv("FORGELINT_SHARED") == "" {
		roots = append(roots, dir) // walking over a folder that is not there finds nothing
	} else {
		roots = append(roots, filepath.Join(os.Getenv("FORGELINT_SHARED"), "corpus"))
	}
	for _, root := range roots {
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			switch filepath.Ext(path) {
			case ".yaml", ".yml", ".json":
				if text, err := os.ReadFile(path); err == nil {
					out[path] = string(text)
				}
			}
			return nil
		})
	}
	if len(out) == 0 {
		t.Fatal("no seeds")
	}
	return out
}

// TestEveryOffset asks for every feature at every so-manieth offset of every file, and of the file
// cut off there, as it is while it is typed.
func TestEveryOffset(t *testing.T) {
	for path, text := range seeds(t) {
		name := filepath.ToSlash(path)
		if i := strings.Index(name, "behaviors/"); i >= 0 {
			name = "/w/" + name[i:]
		} else {
			name = "/w/manifests/" + filepath.Base(name)
		}
		wholeDocument(t, name, text)
		step := max(1, len(text)/60)
		for offset := 0; offset <= len(text); offset += step {
			everything(t, name, text, offset)
			everything(t, name, text[:offset], offset)
			wholeDocument(t, name, text[:offset])
		}
	}
}

func FuzzFeatures(f *testing.F) {
	for path, text := range seeds(f) {
		if len(text) < 4000 {
			f.Add(filepath.Base(path), text, len(text)/2)
		}
	}
	f.Add("behavior.yaml", "policy:\n  triggers:\n    - {event: Stop, ", 38)
	f.Fuzz(func(t *testing.T, name, text string, offset int) {
		if len(text) > 10000 {
			return
		}
		path := "/w/manifests/m.yaml"
		switch {
		case strings.HasSuffix(name, ".json"):
			path = "/w/a.contract.json"
		case strings.Contains(name, "behavior"):
			path = "/w/behaviors/guard/behavior.yaml"
		case strings.Contains(name, "index"):
			path = "/w/behaviors/index.yaml"
		case strings.HasPrefix(name, "."):
			path = "/w/.forgelint.yaml"
		}
		if offset < 0 || offset > len(text) {
			offset = len(text)
		}
		everything(t, path, strings.ReplaceAll(text, "¦", ""), min(offset, len(strings.ReplaceAll(text, "¦", ""))))
		wholeDocument(t, path, text)
	})
}
