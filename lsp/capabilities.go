package lsp

import (
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// capabilities says what the server offers this client. Formatting is not among it: the order,
// quoting and comments of a policy are its author's.
func (s *state) capabilities() protocol.ServerCapabilities {
	encoding := map[syntax.Encoding]protocol.PositionEncodingKind{
		syntax.UTF8: protocol.PositionEncodingKindUTF8, syntax.UTF16: protocol.PositionEncodingKindUTF16, syntax.UTF32: protocol.PositionEncodingKindUTF32,
	}[s.client.encoding]
	c := protocol.ServerCapabilities{
		PositionEncoding: encoding,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: ptr(true), Change: ptr(protocol.TextDocumentSyncKindIncremental), Save: protocol.Boolean(true),
		},
		CompletionProvider: &protocol.CompletionOptions{
			TriggerCharacters: []string{":", " ", "-", "\"", "'", "{", "[", ",", ".", "|"},
			ResolveProvider:   ptr(true),
		},
		HoverProvider:             protocol.Boolean(true),
		DefinitionProvider:        protocol.Boolean(true),
		ReferencesProvider:        protocol.Boolean(true),
		DocumentHighlightProvider: protocol.Boolean(true),
		DocumentSymbolProvider:    protocol.Boolean(true),
		WorkspaceSymbolProvider:   protocol.Boolean(true),
		DocumentLinkProvider:      &protocol.DocumentLinkOptions{},
		FoldingRangeProvider:      protocol.Boolean(true),
		SelectionRangeProvider:    protocol.Boolean(true),
		RenameProvider:            &protocol.RenameOptions{PrepareProvider: ptr(true)},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAllKind},
			ResolveProvider: ptr(true),
		},
		CodeLensProvider:       &protocol.CodeLensOptions{},
		InlayHintProvider:      protocol.Boolean(true),
		SemanticTokensProvider: &protocol.SemanticTokensOptions{Legend: legend(), Full: protocol.Boolean(true), Range: protocol.Boolean(true)},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: ptr(true), ChangeNotifications: protocol.Boolean(true)},
		},
	}
	if can := s.client.can.TextDocument; can == nil || can.Rename == nil || !is(can.Rename.PrepareSupport) {
		c.RenameProvider = protocol.Boolean(true)
	}
	if s.pulls() {
		c.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier: ptr(source), InterFileDependencies: true, WorkspaceDiagnostics: true,
		}
	}
	return c
}
