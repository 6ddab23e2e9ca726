// Package lsp is the language server: what the linter knows, in an editor. Every feature is a
// function of a state and a position, one file a feature; lsp/wire carries the messages.
package lsp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lsp/wire"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Options of a server.
type Options struct {
	// Discover returns the files that may be policy files in folders, as the command line would
	// find them; absolute paths.
	Discover func(folders []string) []string
	Version  string       // of forgelint, for the client
	Log      *slog.Logger // nil: nothing is logged
}

// server is one session with one client. Notifications change its state, one after the other;
// requests run on the state of their place in the order.
type server struct {
	options Options
	log     *slog.Logger
	router  *wire.Router[*state]
	state   atomic.Pointer[state]
	change  sync.Mutex // held while a new state is made of the current one
	publisher
	shown sync.Map // messages that were shown to the user once
}

// Serve talks to a client over rwc until the session ends, and returns the exit code of the process.
func Serve(ctx context.Context, rwc io.ReadWriteCloser, options Options) int {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	s := &server{options: options, log: options.Log}
	if options.Discover == nil {
		options.Discover = func([]string) []string { return nil }
	}
	s.publisher.wake = make(chan struct{}, 1)
	s.state.Store(&state{
		client: &client{}, buffers: map[uri.URI]*buffer{}, files: lint.NewWorkspace(nil), results: &sync.Map{},
		fault:    func(err error) { s.panicked("lint", err, nil) },
		discover: options.Discover,
	})
	s.router = &wire.Router[*state]{Snapshot: s.now, Log: options.Log, Panicked: s.panicked}
	s.route()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return s.router.Serve(ctx, rwc)
}

// route is the table of all that the server understands.
func (s *server) route() {
	r := s.router
	wire.Request(r, protocol.MethodInitialize, s.initialize)
	wire.Request(r, protocol.MethodTextDocumentCompletion, s.completion)
	wire.Request(r, protocol.MethodCompletionItemResolve, s.completionResolve)
	wire.Request(r, protocol.MethodTextDocumentHover, s.hover)
	wire.Request(r, protocol.MethodTextDocumentDefinition, s.definition)
	wire.Request(r, protocol.MethodTextDocumentReferences, s.references)
	wire.Request(r, protocol.MethodTextDocumentDocumentHighlight, s.documentHighlight)
	wire.Request(r, protocol.MethodTextDocumentDocumentSymbol, s.documentSymbol)
	wire.Request(r, protocol.MethodTextDocumentDocumentLink, s.documentLink)
	wire.Request(r, protocol.MethodTextDocumentFoldingRange, s.foldingRange)
	wire.Request(r, protocol.MethodTextDocumentSelectionRange, s.selectionRange)
	wire.Request(r, protocol.MethodTextDocumentPrepareRename, s.prepareRename)
	wire.Request(r, protocol.MethodTextDocumentRename, s.rename)
	wire.Request(r, protocol.MethodTextDocumentCodeAction, s.codeAction)
	wire.Request(r, protocol.MethodCodeActionResolve, s.codeActionResolve)
	wire.Request(r, protocol.MethodTextDocumentCodeLens, s.codeLens)
	wire.Request(r, protocol.MethodTextDocumentInlayHint, s.inlayHint)
	wire.Request(r, protocol.MethodTextDocumentSemanticTokensFull, s.semanticTokens)
	wire.Request(r, protocol.MethodTextDocumentSemanticTokensRange, s.semanticTokensRange)
	wire.Request(r, protocol.MethodTextDocumentDiagnostic, s.documentDiagnostic)
	wire.Request(r, protocol.MethodWorkspaceDiagnostic, s.workspaceDiagnostic)
	wire.Request(r, protocol.MethodWorkspaceSymbol, s.workspaceSymbol)
	wire.Notification(r, protocol.MethodInitialized, s.initialized)
	wire.Notification(r, protocol.MethodTextDocumentDidOpen, s.didOpen)
	wire.Notification(r, protocol.MethodTextDocumentDidChange, s.didChange)
	wire.Notification(r, protocol.MethodTextDocumentDidClose, s.didClose)
	wire.Notification(r, protocol.MethodTextDocumentDidSave, s.didSave)
	wire.Notification(r, protocol.MethodWorkspaceDidChangeConfiguration, s.didChangeConfiguration)
	wire.Notification(r, protocol.MethodWorkspaceDidChangeWatchedFiles, s.didChangeWatchedFiles)
	wire.Notification(r, protocol.MethodWorkspaceDidChangeWorkspaceFolders, s.didChangeWorkspaceFolders)
}

// now returns the state as of the last notification.
func (s *server) now() *state { return s.state.Load() }

// update makes a changed copy of the state the current one.
func (s *server) update(change func(n *state)) *state {
	s.change.Lock()
	defer s.change.Unlock()
	n := s.now().next()
	change(n)
	n.files = n.files.With(n)
	s.state.Store(n)
	return n
}

func (s *server) initialize(ctx context.Context, _ *state, params *protocol.InitializeParams) (any, error) {
	n := s.update(func(n *state) {
		n.client = &client{can: params.Capabilities, encoding: negotiated(params.Capabilities)}
		n.settings = readSettings(params.InitializationOptions)
		if folders, ok := params.WorkspaceFolders.Get(); ok {
			for _, folder := range folders {
				n.addFolder(folder.URI)
			}
		} else if params.RootURI != nil {
			n.addFolder(*params.RootURI)
		}
	})
	if params.ProcessID != nil {
		// The request's context ends with the request; the watch ends with the process.
		go wire.WatchParent(context.WithoutCancel(ctx), int(*params.ProcessID), func() { s.router.Exit(1) })
	}
	return &protocol.InitializeResult{
		Capabilities: n.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "forgelint", Version: protocol.NewOptional(s.options.Version)},
	}, nil
}

// addFolder adds a workspace folder to a state that is being made.
func (s *state) addFolder(u uri.URI) {
	if path := filePath(u); path != "" {
		s.folders = append(s.folders[:len(s.folders):len(s.folders)], path)
	}
}

// negotiated picks the position encoding: the client's first choice that we know, UTF-16 without one.
func negotiated(can protocol.ClientCapabilities) syntax.Encoding {
	if can.General == nil {
		return syntax.UTF16
	}
	for _, kind := range can.General.PositionEncodings {
		switch kind {
		case protocol.PositionEncodingKindUTF8:
			return syntax.UTF8
		case protocol.PositionEncodingKindUTF16:
			return syntax.UTF16
		case protocol.PositionEncodingKindUTF32:
			return syntax.UTF32
		}
	}
	return syntax.UTF16
}

func (s *server) initialized(ctx context.Context, _ *protocol.InitializedParams, _ []byte) {
	if !s.now().pulls() {
		go s.publish(ctx, s)
	}
	go s.greet(ctx)
}

// showOnce shows the user a message, each only once in a session.
func (s *server) showOnce(kind protocol.MessageType, message string) {
	if _, shown := s.shown.LoadOrStore(message, true); !shown {
		s.router.Notify(context.Background(), protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: message})
	}
}

func (s *server) panicked(method string, value any, _ []byte) {
	s.showOnce(protocol.MessageTypeError, fmt.Sprintf("forgelint failed on %s: %v. It goes on; please report this with the file that is open.", method, value))
}
