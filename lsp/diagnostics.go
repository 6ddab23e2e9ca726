package lsp

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"hash/maphash"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/forgelint/forgelint/internal/parallel"
	"github.com/forgelint/forgelint/lint"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// source is what every diagnostic names as its origin.
const source = "forgelint"

// pulls reports whether the client asks for diagnostics itself. They are pushed or pulled, never both.
func (s *state) pulls() bool {
	return s.client.can.TextDocument != nil && s.client.can.TextDocument.Diagnostic != nil
}

// publisher pushes diagnostics. One goroutine lints: it takes the newest state each time, so that a
// burst of changes costs one run, and a result that is late is dropped.
type publisher struct {
	wake chan struct{}
	size int // room for a message: that of the last one and some more

	mu    sync.Mutex         // also held while a document is published or cleared
	dirty []uri.URI          // to be linted again, the latest change first
	last  map[uri.URI]uint64 // hashes of what the client has of its documents
}

var publishedSeed = maphash.MakeSeed()

// changed has a changed document linted, and those whose findings may depend on it.
func (s *server) changed(ctx context.Context, n *state, key uri.URI) {
	path := filePath(key)
	if base := filepath.Base(path); base == lint.ConfigName || base == lint.BaselineName || n.buffers[key].configures() {
		s.refresh(ctx) // all that it may hold for
		return
	}
	dirty := []uri.URI{key}
	for other, b := range n.buffers {
		if other != key && path != "" && b.abs != "" && related(path, b.abs) {
			dirty = append(dirty, other)
		}
	}
	if n.pulls() {
		if len(dirty) > 1 {
			s.askToPull(ctx) // the client asks for the changed document by itself
		}
		return
	}
	slices.Sort(dirty[1:])
	s.publisher.mark(dirty)
}

func (p *publisher) mark(keys []uri.URI) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, key := range p.dirty {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	p.dirty = keys
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// related reports whether findings in one file may speak of the other: they lie in one folder, or
// in one `behaviors/` folder.
func related(a, b string) bool {
	a, b = filepath.Dir(a), filepath.Dir(b)
	return a == b || filepath.Dir(a) == b || a == filepath.Dir(b) || filepath.Dir(a) == filepath.Dir(b)
}

func (p *publisher) take() (uri.URI, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.dirty) == 0 {
		return "", false
	}
	key := p.dirty[0]
	p.dirty = p.dirty[1:]
	return key, true
}

// publish runs until ctx ends.
func (p *publisher) publish(ctx context.Context, s *server) {
	for {
		key, ok := p.take()
		if !ok {
			select {
			case <-ctx.Done():
				return
			case <-p.wake:
			}
			continue
		}
		if b := s.now().buffers[key]; b != nil {
			p.publishOne(ctx, s, b)
		}
	}
}

func (p *publisher) publishOne(ctx context.Context, s *server, b *buffer) {
	defer func() {
		if value := recover(); value != nil {
			s.panicked("publishDiagnostics", value, nil)
		}
	}()
	message, err := protocol.AppendMarshal(make([]byte, 0, p.size), &protocol.PublishDiagnosticsParams{
		URI: b.uri, Version: protocol.NewOptional(b.version), Diagnostics: s.now().diagnostics(b),
	})
	if err != nil {
		s.log.Error("diagnostics not sent", "uri", string(b.uri), "error", err)
		return
	}
	p.size = len(message) + len(message)/8
	hash := maphash.Bytes(publishedSeed, message)
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.now().buffers[b.key] != b {
		return // it changed or was closed meanwhile, and is marked again
	}
	if before, known := p.last[b.key]; known && before == hash {
		return
	}
	if p.last == nil {
		p.last = map[uri.URI]uint64{}
	}
	p.last[b.key] = hash
	s.router.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, jsonrpc2.RawMessage(message))
}

// clear takes a closed document's diagnostics away from a client that has them pushed.
func (s *server) clear(ctx context.Context, b *buffer) {
	if s.now().pulls() {
		return
	}
	s.publisher.mu.Lock()
	defer s.publisher.mu.Unlock()
	delete(s.publisher.last, b.key)
	s.router.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, &protocol.PublishDiagnosticsParams{
		URI: b.uri, Diagnostics: []protocol.Diagnostic{},
	})
}

// diagnostics of an open document, in the form of the protocol.
func (s *state) diagnostics(b *buffer) []protocol.Diagnostic {
	findings := s.findings(b)
	out := make([]protocol.Diagnostic, len(findings))
	parallel.Do(len(findings), func(i int) { out[i] = s.diagnostic(b, findings[i]) })
	return out
}

func (s *state) diagnostic(b *buffer, d lint.Diagnostic) protocol.Diagnostic {
	file := b.document().Tree.File
	message := d.Message
	if d.Help != "" {
		message += "\n" + d.Help
	}
	out := protocol.Diagnostic{
		Range:           s.rangeOf(file, d.Span),
		Severity:        severity(d.Severity),
		Code:            protocol.String(d.Code),
		CodeDescription: protocol.CodeDescription{Href: uri.URI(lint.URL(d.Code))},
		Source:          protocol.NewOptional(source),
		Message:         protocol.String(message),
		Data:            s.fixData(b, d),
	}
	var tags []protocol.DiagnosticTag
	for _, tag := range d.Tags {
		switch tag {
		case lint.Unnecessary:
			tags = append(tags, protocol.DiagnosticTagUnnecessary)
		case lint.Deprecated:
			tags = append(tags, protocol.DiagnosticTagDeprecated)
		}
	}
	out.Tags.Set(tags)
	for _, r := range d.Related {
		where := file
		if r.Doc != nil {
			where = r.Doc.Tree.File
		}
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: s.uriOf(r.Doc, b), Range: s.rangeOf(where, r.Span)},
			Message:  r.Message,
		})
	}
	return out
}

// fixData is what a client keeps of a diagnostic's fixes: enough to apply one without asking again.
func (s *state) fixData(b *buffer, d lint.Diagnostic) protocol.LSPAny {
	if len(d.Fixes) == 0 {
		return nil
	}
	type fix struct {
		Title string              `json:"title"`
		Safe  bool                `json:"safe"`
		Edits []protocol.TextEdit `json:"edits"`
	}
	fixes := make([]fix, len(d.Fixes))
	for i, f := range d.Fixes {
		fixes[i] = fix{f.Title, f.Safe, s.textEdits(b.document().Tree.File, f.Edits)}
	}
	data, err := json.Marshal(map[string]any{"version": b.version, "fixes": fixes})
	if err != nil {
		return nil
	}
	return data
}

// hashOf is the result id of diagnostics: equal for equal ones.
func hashOf(diagnostics []protocol.Diagnostic) string {
	h := fnv.New64a()
	for _, d := range diagnostics {
		data, _ := protocol.Marshal(d)
		h.Write(data)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}
