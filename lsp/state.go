package lsp

import (
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// state is all that requests look at: the open documents, the files around them and the
// configuration, as of one moment. It never changes; a notification makes the next one.
type state struct {
	client   *client
	settings settings
	buffers  map[uri.URI]*buffer // by canonical URI
	folders  []string            // workspace folders, absolute
	spelled  spellings
	// files sees the open buffers first, then the disk. Configurations are found the same way.
	files   *lint.Workspace
	results *sync.Map // of findings, by key
	// fault is told of a rule that failed; discover finds the files of folders.
	fault    func(error)
	discover func(folders []string) []string
}

// client is what the client said of itself in initialize.
type client struct {
	encoding syntax.Encoding
	can      protocol.ClientCapabilities
}

// buffer is one version of an open document.
type buffer struct {
	key        uri.URI // canonical
	uri        uri.URI // as the client writes it
	version    int32
	languageID string
	file       *syntax.File
	abs        string // "" for what is no file
	// document is the buffer as the linter sees it, parsed once.
	document func() *lint.Document
	// latest is the newest version that was parsed: this one, or one before it. It may be nil.
	latest *atomic.Pointer[lint.Document]
}

// next returns a copy of the state, to be changed by one notification and then left alone.
func (s *state) next() *state {
	n := *s
	n.buffers = maps.Clone(s.buffers)
	n.results = &sync.Map{}
	return &n
}

// open puts a version of a document into a state that is being changed. b may be a changed copy of the
// version before.
func (s *state) open(b buffer) {
	config, abs, file := s.config(&b), b.abs, b.file
	latest := new(atomic.Pointer[lint.Document])
	if b.latest != nil {
		latest.Store(b.latest.Load())
	}
	b.latest = latest
	b.document = sync.OnceValue(func() *lint.Document {
		latest.Store(config.Reparse(latest.Load(), abs, file))
		return latest.Load()
	})
	s.buffers[b.key] = &b
}

// configures reports whether the document is a configuration, under whatever name. A large one is
// none, and is not parsed to know it.
func (b *buffer) configures() bool {
	const large = 64 << 10
	if b == nil || len(b.file.Text) > large {
		return false
	}
	format := b.document().Format
	return format != nil && format.ID == "config"
}

// config returns the configuration of a document: the nearest one upward from it, none for what is
// no file. One that cannot be used counts as none; its own diagnostics say why.
func (s *state) config(b *buffer) *lint.Config {
	if b.abs == "" {
		return nil
	}
	config, err := s.files.Config(b.abs)
	if err != nil {
		return nil
	}
	return config
}

// findings lints an open document, once a state.
func (s *state) findings(b *buffer) []lint.Diagnostic {
	once, _ := s.results.LoadOrStore(b.key, sync.OnceValue(func() []lint.Diagnostic {
		config := s.config(b)
		if config.Ignored() {
			return nil
		}
		result, err := lint.Run(b.document(), config, s.files)
		if err != nil && s.fault != nil {
			s.fault(err)
		}
		return result.Diagnostics
	}))
	return once.(func() []lint.Diagnostic)()
}

// Document returns the buffer of a file for the workspace, nil if it is not open.
func (s *state) Document(abs string) *lint.Document {
	if b := s.buffers[uri.File(abs)]; b != nil {
		return b.document()
	}
	return nil
}

// Paths returns the absolute paths of the buffers that are files.
func (s *state) Paths() []string {
	var paths []string
	for _, b := range s.buffers {
		if b.abs != "" {
			paths = append(paths, b.abs)
		}
	}
	slices.Sort(paths)
	return paths
}

// find returns the open document that a request speaks of, nil if it is not open.
func (s *state) find(id protocol.TextDocumentIdentifier) *buffer { return s.buffers[id.URI] }

// uriOf returns the URI of a document that a place points to; nil means the document from.
func (s *state) uriOf(doc *lint.Document, from *buffer) uri.URI {
	if doc == nil || doc.Abs == "" {
		return from.uri
	}
	return s.spelled.of(filepath.ToSlash(doc.Abs))
}
