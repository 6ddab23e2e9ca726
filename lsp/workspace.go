package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// workspaceFiles returns the policy files of the workspace folders and every open document, as
// buffers; those that are not open have version 0.
func (s *state) workspaceFiles(ctx context.Context) []*buffer {
	var out []*buffer
	for _, b := range s.buffers {
		out = append(out, b)
	}
	for _, abs := range s.discover(s.folders) {
		key := uri.File(abs)
		if s.buffers[key] != nil || ctx.Err() != nil {
			continue
		}
		doc := s.files.Document(abs)
		if doc == nil || doc.Format == nil {
			continue
		}
		out = append(out, &buffer{
			key: key, uri: s.spelled.of(filepath.ToSlash(abs)), abs: abs, file: doc.Tree.File,
			document: func() *lint.Document { return doc },
		})
	}
	slices.SortFunc(out, func(a, b *buffer) int { return strings.Compare(string(a.key), string(b.key)) })
	return out
}

// maxSymbols bounds the answer to a search for symbols.
const maxSymbols = 500

// workspaceSymbol finds behaviors, policies, clauses and the like by name in all policy files: those
// whose name holds the letters of the query, in order.
func (s *server) workspaceSymbol(ctx context.Context, st *state, params *protocol.WorkspaceSymbolParams) (any, error) {
	out := protocol.WorkspaceSymbolSlice{}
	for _, b := range st.workspaceFiles(ctx) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		doc := b.document()
		if doc.Format == nil {
			continue
		}
		for _, sym := range named(doc) {
			if len(out) == maxSymbols {
				return out, nil
			}
			if !holds(sym.name, params.Query) {
				continue
			}
			found := protocol.WorkspaceSymbol{Location: &protocol.Location{URI: b.uri, Range: st.rangeOf(doc.Tree.File, sym.where)}}
			found.Name, found.Kind = sym.name, sym.kind
			found.ContainerName = ptr(filepath.Base(filepath.Dir(doc.Path)) + "/" + filepath.Base(doc.Path))
			out = append(out, found)
		}
	}
	return out, nil
}

// named lists what a document gives a name to: the behavior itself, and the named items of its lists.
func named(doc *lint.Document) []symbol {
	var out []symbol
	if doc.Format == nil {
		return nil
	}
	if doc.Format.ID == "behavior" && doc.Root() != nil {
		if id := doc.Root().Child("id"); id != nil && id.Node.Value != "" {
			out = append(out, symbol{name: id.Node.Value, kind: protocol.SymbolKindModule, span: entrySpan(id), where: written(id)})
		}
	}
	var walk func([]symbol)
	walk = func(symbols []symbol) {
		for _, sym := range symbols {
			if sym.kind == protocol.SymbolKindFunction && doc.Format.ID != "behavior" {
				out = append(out, sym)
				continue
			}
			walk(sym.children)
		}
	}
	walk(outline(doc))
	return out
}

// holds reports whether the letters of query stand in name, in order, in any case.
func holds(name, query string) bool {
	name = strings.ToLower(name)
	for _, r := range strings.ToLower(query) {
		_, rest, found := strings.Cut(name, string(r))
		if !found {
			return false
		}
		name = rest
	}
	return true
}
