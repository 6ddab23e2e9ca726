package lsp

import (
	"context"
	"maps"
	"slices"

	"github.com/forgelint/forgelint/lint"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
)

// settings are what the editor configures, under `forgelint`. All of what is found in files is
// configured by `.forgelint.yaml` alone, so that the command line and every editor agree.
type settings struct {
	inlayHints bool
	codeLens   bool
}

// section is the name of our settings in a client's configuration.
const section = "forgelint"

// readSettings reads `{"inlayHints": true, "codeLens": true}`, which may stand under "forgelint".
// What is not there, or of another type, is off.
func readSettings(value []byte) settings {
	if inner := member(value, section); inner != nil {
		value = inner
	}
	on := func(name string) bool { return jsontext.Value(member(value, name)).Kind() == 't' }
	return settings{inlayHints: on("inlayHints"), codeLens: on("codeLens")}
}

// greet asks the client, after initialized, for what a server may only ask then.
func (s *server) greet(ctx context.Context) {
	s.watchFiles(ctx)
	s.fetchSettings(ctx)
}

// watchFiles registers the files whose change on disk changes findings: policy files by the names
// that are theirs, and configurations.
func (s *server) watchFiles(ctx context.Context) {
	can := s.now().client.can.Workspace
	if can == nil || can.DidChangeWatchedFiles == nil || !is(can.DidChangeWatchedFiles.DynamicRegistration) {
		return
	}
	var watchers []protocol.FileSystemWatcher
	for _, glob := range []string{
		"**/behaviors", "**/behaviors/*", // folders that are removed or renamed as a whole
		"**/behaviors/index.yaml", "**/behaviors/*/behavior.yaml",
		"**/manifests/*.{yaml,yml,json}", "**/policies/*.{yaml,yml,json}",
		"**/*.contract.json", "**/.forgelint.yaml", "**/" + lint.BaselineName,
	} {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(glob)})
	}
	options, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers})
	if err != nil {
		s.log.Error("watchers", "error", err)
		return
	}
	err = s.router.Call(ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{
			ID: "forgelint-files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
		}},
	}, nil)
	if err != nil {
		s.log.Warn("the client does not watch files for us", "error", err)
	}
}

// fetchSettings asks for our section of the client's configuration.
func (s *server) fetchSettings(ctx context.Context) {
	can := s.now().client.can.Workspace
	if can == nil || !is(can.Configuration) {
		return
	}
	var answers []protocol.LSPAny
	err := s.router.Call(ctx, protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{
		Items: []protocol.ConfigurationItem{{Section: ptr(section)}},
	}, &answers)
	if err != nil || len(answers) == 0 {
		s.log.Warn("the client's configuration was not had", "error", err)
		return
	}
	s.configure(ctx, readSettings(answers[0]))
}

// configure takes over settings, and has the client ask again for what they change.
func (s *server) configure(ctx context.Context, set settings) {
	before := s.now().settings
	s.update(func(n *state) { n.settings = set })
	can := s.now().client.can.Workspace
	if can == nil {
		return
	}
	if set.inlayHints != before.inlayHints && can.InlayHint != nil && is(can.InlayHint.RefreshSupport) {
		s.askToRefresh(ctx, protocol.MethodWorkspaceInlayHintRefresh)
	}
	if set.codeLens != before.codeLens && can.CodeLens != nil && is(can.CodeLens.RefreshSupport) {
		s.askToRefresh(ctx, protocol.MethodWorkspaceCodeLensRefresh)
	}
}

func (s *server) didChangeConfiguration(ctx context.Context, params *protocol.DidChangeConfigurationParams, _ []byte) {
	can := s.now().client.can.Workspace
	if can != nil && is(can.Configuration) {
		go s.fetchSettings(ctx) // what the notification carries is then not for us
		return
	}
	s.configure(ctx, readSettings(params.Settings))
}

func (s *server) didChangeWatchedFiles(ctx context.Context, params *protocol.DidChangeWatchedFilesParams, _ []byte) {
	var paths []string
	for _, change := range params.Changes {
		if path := filePath(change.URI); path != "" {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return
	}
	s.now().files.Forget(paths...)
	s.refresh(ctx)
}

func (s *server) didChangeWorkspaceFolders(ctx context.Context, params *protocol.DidChangeWorkspaceFoldersParams, _ []byte) {
	gone := map[string]bool{}
	for _, folder := range params.Event.Removed {
		gone[filePath(folder.URI)] = true
	}
	s.update(func(n *state) {
		n.folders = slices.DeleteFunc(slices.Clone(n.folders), func(path string) bool { return gone[path] })
		for _, folder := range params.Event.Added {
			n.addFolder(folder.URI)
		}
	})
}

// refresh lints every open document again: something changed that all may depend on.
func (s *server) refresh(ctx context.Context) {
	n := s.update(func(n *state) {
		for _, b := range n.buffers {
			n.open(*b) // the configuration may give it another format
		}
	})
	if n.pulls() {
		s.askToPull(ctx)
		return
	}
	s.publisher.mark(slices.Collect(maps.Keys(n.buffers)))
}

// askToPull tells a client that pulls diagnostics to do so again.
func (s *server) askToPull(ctx context.Context) {
	can := s.now().client.can.Workspace
	if can == nil || can.Diagnostics == nil || !is(can.Diagnostics.RefreshSupport) {
		return
	}
	s.askToRefresh(ctx, protocol.MethodWorkspaceDiagnosticRefresh)
}

// askToRefresh sends a request of the kind workspace/…/refresh and waits for no answer.
func (s *server) askToRefresh(ctx context.Context, method string) {
	go func() {
		if err := s.router.Call(ctx, method, nil, nil); err != nil {
			s.log.Debug("not refreshed", "method", method, "error", err)
		}
	}()
}

// is reads an optional boolean of the client's capabilities.
func is(b *bool) bool { return b != nil && *b }
