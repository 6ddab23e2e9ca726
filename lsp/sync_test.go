package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/forgelint/forgelint/syntax"
)

// pieces are what random texts are made of: every kind of line end, characters of one to four bytes,
// tabs, and text like that of policies.
var pieces = []string{"a", "key: ", "- ", "\n", "\r\n", "\r", "é", "语", "🚀", "\t", "  ", "\"", "x: y\n", "\u0085", "\u2028"}

func randomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// placeOf is the position of an offset, worked out in the plainest way: count line ends and units.
func placeOf(text string, offset int, encoding syntax.Encoding) protocol.Position {
	line, start := 0, 0
	for i := 0; i < offset; i++ {
		switch {
		case text[i] == '\n', text[i] == '\r' && (i+1 >= len(text) || text[i+1] != '\n'):
			line, start = line+1, i+1
		}
	}
	part := text[start:offset]
	units := 0
	switch encoding {
	case syntax.UTF8:
		units = len(part)
	case syntax.UTF16:
		units = len(utf16.Encode([]rune(part)))
	case syntax.UTF32:
		units = utf8.RuneCountInString(part)
	}
	return protocol.Position{Line: uint32(line), Character: uint32(units)}
}

// boundary moves an offset to where a client can point: not into a character, not between CR and LF.
func boundary(text string, offset int) int {
	for offset > 0 && offset < len(text) && (!utf8.RuneStart(text[offset]) || text[offset] == '\n' && text[offset-1] == '\r') {
		offset--
	}
	return offset
}

// TestEditsLeaveTheSameText applies random batches of edits as the server does and to a string.
func TestEditsLeaveTheSameText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		encoding := []syntax.Encoding{syntax.UTF8, syntax.UTF16, syntax.UTF32}[round%3]
		text := randomText(r, r.IntN(40))
		file := syntax.NewFile("a.yaml", []byte(text))
		var changes []protocol.TextDocumentContentChangeEvent
		want := text
		for range 1 + r.IntN(4) {
			new := randomText(r, r.IntN(4))
			if r.IntN(10) == 0 {
				want = new
				changes = append(changes, &protocol.TextDocumentContentChangeWholeDocument{Text: new})
				continue
			}
			a, b := boundary(want, r.IntN(len(want)+1)), boundary(want, r.IntN(len(want)+1))
			a, b = min(a, b), max(a, b)
			changes = append(changes, &protocol.TextDocumentContentChangePartial{
				Range: protocol.Range{Start: placeOf(want, a, encoding), End: placeOf(want, b, encoding)}, Text: new,
			})
			want = want[:a] + new + want[b:]
		}
		got, err := apply(file, changes, encoding)
		if err != nil || got != want {
			t.Fatalf("round %d: %v\ntext %q\ngot  %q\nwant %q\nchanges %+v", round, err, text, got, want, changes)
		}
	}
}

func TestABadBatchIsRefusedWhole(t *testing.T) {
	file := syntax.NewFile("a.yaml", []byte("a: 1\nb: 2\n"))
	at := func(l1, c1, l2, c2 uint32) *protocol.TextDocumentContentChangePartial {
		return &protocol.TextDocumentContentChangePartial{Text: "x", Range: protocol.Range{
			Start: protocol.Position{Line: l1, Character: c1}, End: protocol.Position{Line: l2, Character: c2},
		}}
	}
	for name, bad := range map[string]protocol.TextDocumentContentChangeEvent{
		"a line that is not there": at(7, 0, 7, 0),
		"an end before its start":  at(1, 2, 0, 0),
	} {
		if got, err := apply(file, []protocol.TextDocumentContentChangeEvent{at(0, 0, 0, 1), bad}, syntax.UTF16); err == nil {
			t.Errorf("%s: taken, text %q", name, got)
		}
	}
	for name, c := range map[string]struct {
		change protocol.TextDocumentContentChangeEvent
		want   string
	}{
		"a character past the end of its line": {at(0, 99, 0, 99), "a: 1x\nb: 2\n"},
		"a whole text up to the line behind":   {at(0, 0, 3, 0), "x"},
	} {
		if got, err := apply(file, []protocol.TextDocumentContentChangeEvent{c.change}, syntax.UTF16); err != nil || got != c.want {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, c.want)
		}
	}
}

const badCategory = `schema_version: "1"
id: guard
name: Guard
description: Guards.
category: cor
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
  enforcement:
    default_level: silent
  recovery:
    hint: Ask first.
`

type publishedDiagnostics struct {
	URI         string
	Version     *int
	Diagnostics []diagnosticItem
}

func (s *session) errors(uri string) (int, publishedDiagnostics) {
	s.t.Helper()
	p := decodeInto[publishedDiagnostics](s.t, s.published(uri))
	n := 0
	for _, d := range p.Diagnostics {
		if d.Severity == 1 {
			n++
		}
	}
	return n, p
}

func TestPublishedOncePerChangeWithVersion(t *testing.T) {
	s := startSession(t, fullClient, "")
	uri := "file:///w/behaviors/guard/behavior.yaml"
	s.open(uri, badCategory)
	if n, p := s.errors(uri); n != 1 || p.Version == nil || *p.Version != 1 || p.Diagnostics[0].Source != "forgelint" {
		t.Errorf("opened: %+v", p)
	}
	s.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":2},"contentChanges":[{"range":{"start":{"line":4,"character":13},"end":{"line":4,"character":13}},"text":"e"}]}`, uri))
	if n, p := s.errors(uri); n != 0 || *p.Version != 2 {
		t.Errorf("repaired: %+v", p)
	}
	s.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, uri))
	if _, p := s.errors(uri); len(p.Diagnostics) != 0 || p.Version != nil {
		t.Errorf("closed: %+v", p)
	}
	s.call("shutdown", "null")
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.pushed[uri]); n != 3 {
		t.Errorf("%d publications for three events", n)
	}
}

func TestURIsAreEchoed(t *testing.T) {
	for _, uri := range []string{
		"file:///c%3A/Jo%20Doe/behaviors/guard/behavior.yaml", "file:///C:/Jo Doe/behaviors/guard/behavior.yaml",
		"file:///w/a+b@c/behaviors/guard/behavior.yaml", "file:///w/100%25%23/behaviors/guard/behavior.yaml",
		"file://server/share/behaviors/guard/behavior.yaml",
		"untitled:behaviors/guard/behavior.yaml", "vscode-remote://ssh-remote%2Bhost/w/behaviors/guard/behavior.yaml",
		"git:/w/behaviors/guard/behavior.yaml?%7B%22ref%22%3A%22~%22%7D",
	} {
		s := startSession(t, fullClient, "")
		s.open(uri, badCategory)
		if n, _ := s.errors(uri); n != 1 {
			t.Errorf("%s: %d errors", uri, n)
		}
		raw := s.call("textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":4,"character":11},"end":{"line":4,"character":11}},"context":{"diagnostics":[]}}`, uri))
		action := decodeInto[[]codeActionItem](t, raw)[0]
		resolved := s.call("codeAction/resolve", string(mustIndex(t, raw, 0)))
		edit := decodeInto[codeActionItem](t, resolved).Edit
		if edit == nil || edit.DocumentChanges[0].TextDocument.URI != uri {
			t.Errorf("%s: %s edits %+v", uri, action.Title, edit)
		}
	}
}

func TestOtherFilesRefreshEachOther(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := startSession(t, fullClient, dir)
	index := "file://" + filepath.ToSlash(dir) + "/behaviors/index.yaml"
	behavior := "file://" + filepath.ToSlash(dir) + "/behaviors/guard/behavior.yaml"
	s.open(index, "schema_version: \"1\"\nbehaviors:\n  - id: guard\n    enabled: true\n")
	if n, p := s.errors(index); n != 1 || p.Diagnostics[0].Code != "missing-behavior" {
		t.Fatalf("without the file: %+v", p)
	}
	s.open(behavior, strings.Replace(badCategory, "cor\n", "core\n", 1))
	if n, p := s.errors(index); n != 0 {
		t.Errorf("with the behavior open: %+v", p)
	}
	s.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, behavior))
	if n, p := s.errors(index); n != 1 {
		t.Errorf("with the behavior closed again: %+v", p)
	}
	path := filepath.Join(dir, "behaviors", "guard", "behavior.yaml")
	os.MkdirAll(filepath.Dir(path), 0o777)
	os.WriteFile(path, []byte(badCategory), 0o666)
	s.notify("workspace/didChangeWatchedFiles", fmt.Sprintf(`{"changes":[{"uri":%q,"type":1}]}`, behavior))
	if n, p := s.errors(index); n != 0 {
		t.Errorf("with the behavior on disk: %+v", p)
	}
	os.RemoveAll(filepath.Join(dir, "behaviors", "guard"))
	s.notify("workspace/didChangeWatchedFiles", fmt.Sprintf(`{"changes":[{"uri":"file://%s/behaviors/guard","type":3}]}`, filepath.ToSlash(dir)))
	if n, p := s.errors(index); n != 1 {
		t.Errorf("with the folder removed: %+v", p)
	}
}

func TestConfigurationInTheEditor(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	os.Mkdir(filepath.Join(dir, ".git"), 0o777)
	s := startSession(t, fullClient, dir)
	base := "file://" + filepath.ToSlash(dir)
	s.open(base+"/behaviors/guard/behavior.yaml", badCategory)
	if n, p := s.errors(base + "/behaviors/guard/behavior.yaml"); n != 1 {
		t.Fatalf("without a configuration: %+v", p)
	}
	// The open buffer of a configuration holds, though nothing is on disk.
	s.open(base+"/.forgelint.yaml", "rules:\n  unknown-value: off\n")
	if n, p := s.errors(base + "/behaviors/guard/behavior.yaml"); n != 0 {
		t.Errorf("with the rule off: %+v", p)
	}
}

// TestSettingsRefresh: hints and lenses that are switched on or off show at once, and a setting that
// does not change asks nothing of the client.
func TestSettingsRefresh(t *testing.T) {
	s := startSession(t, strings.Replace(fullClient, `"workspace": {`, `"workspace": {"inlayHint": {"refreshSupport": true}, "codeLens": {"refreshSupport": true},`, 1), "")
	for _, step := range []struct{ settings, want string }{
		{`{"inlayHints":true}`, "workspace/inlayHint/refresh"},
		{`{"inlayHints":true}`, ""},
		{`{"inlayHints":true,"codeLens":true}`, "workspace/codeLens/refresh"},
		{`{"codeLens":true}`, "workspace/inlayHint/refresh"},
	} {
		s.notify("workspace/didChangeConfiguration", `{"settings":{"forgelint":`+step.settings+`}}`)
		if step.want == "" {
			continue // a request that is too many is read by the next step
		}
		select {
		case r := <-s.requests:
			if r.Method != step.want {
				t.Errorf("%s: %s, want %s", step.settings, r.Method, step.want)
			}
			s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, r.ID))
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: no %s", step.settings, step.want)
		}
	}
}

func TestPull(t *testing.T) {
	s := startSession(t, strings.Replace(fullClient, `"textDocument": {`, `"textDocument": {"diagnostic": {"dynamicRegistration": false},`, 1), "")
	uri := "file:///w/behaviors/guard/behavior.yaml"
	s.open(uri, badCategory)
	type report struct {
		Kind     string
		ResultID string `json:"resultId"`
		Items    []diagnosticItem
	}
	full := decodeInto[report](t, s.call("textDocument/diagnostic", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, uri)))
	if full.Kind != "full" || len(full.Items) != 1 || full.ResultID == "" {
		t.Fatalf("%+v", full)
	}
	same := decodeInto[report](t, s.call("textDocument/diagnostic", fmt.Sprintf(`{"textDocument":{"uri":%q},"previousResultId":%q}`, uri, full.ResultID)))
	if same.Kind != "unchanged" || same.ResultID != full.ResultID {
		t.Errorf("%+v", same)
	}
	type item struct {
		report
		URI     string
		Version *int
	}
	workspace := decodeInto[struct{ Items []item }](t, s.call("workspace/diagnostic", `{"previousResultIds":[{"uri":"file:///w/gone.yaml","value":"x"}]}`))
	if len(workspace.Items) != 2 || workspace.Items[0].URI != uri || *workspace.Items[0].Version != 1 || len(workspace.Items[1].Items) != 0 {
		t.Errorf("%+v", workspace.Items)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pushed) != 0 {
		t.Errorf("pushed to a client that pulls: %v", s.pushed)
	}
}
