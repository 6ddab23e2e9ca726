package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/forgelint/forgelint/syntax"
)

// TestScenarios plays testdata/lsp/*.txtar: files, one of which holds the cursor as `¦`, and then
// sections that name a request, with the answer in plain text.
//
//	completion            the labels, best first
//	accept LABEL          the text once that completion is accepted, with the cursor's line marked
//	resolve LABEL         the documentation of a completion
//	hover                 the hover's Markdown, after the range that it is about
//	definition, references, highlight, links, symbols, folding, selection, tokens, workspace QUERY
//	diagnostics           range, severity, code and message of each
//	actions               the titles, the preferred one with a star
//	action TITLE          the files once that action is applied
//	rename NAME           the files once the name under the cursor is changed
//	hints, lens           what stands where
//
// A first line `crlf` of the archive's comment gives all files CRLF line ends, `plain` makes a client
// that can do nothing, `settings` one with hints and lenses switched on. UPDATE=1 writes the answers.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("../testdata/lsp/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { playScenario(t, file) })
	}
}

type scenario struct {
	*session
	dir    string
	texts  map[string]string // by name, as opened
	name   string            // of the file with the cursor
	offset int
}

// requests are the names of the sections that are no files.
var requests = map[string]func(*scenario, string) string{
	"completion": (*scenario).completion, "accept": (*scenario).accept, "resolve": (*scenario).resolve,
	"hover": (*scenario).hover, "definition": (*scenario).definition, "references": (*scenario).references,
	"highlight": (*scenario).highlight, "links": (*scenario).links, "symbols": (*scenario).symbols,
	"folding": (*scenario).folding, "selection": (*scenario).selection, "tokens": (*scenario).tokens,
	"workspace": (*scenario).workspace, "diagnostics": (*scenario).diagnostics, "actions": (*scenario).actions,
	"action": (*scenario).action, "rename": (*scenario).rename, "hints": (*scenario).hints, "lens": (*scenario).lens,
}

func playScenario(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flags, _, _ := strings.Cut(string(archive.Comment), "\n")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sc := &scenario{dir: dir, texts: map[string]string{}}
	for _, f := range archive.Files {
		word, _, _ := strings.Cut(f.Name, " ")
		if requests[word] != nil {
			continue
		}
		text := string(f.Data)
		if strings.Contains(flags, "crlf") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		if strings.Contains(flags, "nofinal") {
			text = strings.TrimRight(text, "\r\n")
		}
		if i := strings.Index(text, "¦"); i >= 0 {
			sc.name, sc.offset = f.Name, i
			text = strings.Replace(text, "¦", "", 1)
		}
		sc.texts[f.Name] = text
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if sc.name == "" {
			sc.name = f.Name
		}
	}
	capabilities := fullClient
	if strings.Contains(flags, "plain") {
		capabilities = "{}"
	}
	sc.session = startSession(t, capabilities, dir)
	if strings.Contains(flags, "settings") {
		sc.notify("workspace/didChangeConfiguration", `{"settings":{"forgelint":{"inlayHints":true,"codeLens":true}}}`)
	}
	sc.open(sc.uri(sc.name), sc.texts[sc.name])
	changed := false
	for i, f := range archive.Files {
		word, arg, _ := strings.Cut(f.Name, " ")
		play := requests[word]
		if play == nil {
			continue
		}
		got := strings.TrimRight(play(sc, arg), "\n") + "\n"
		got = strings.ReplaceAll(got, dir, "$DIR")
		if string(f.Data) == got {
			continue
		}
		if os.Getenv("UPDATE") != "" {
			archive.Files[i].Data = []byte(got)
			changed = true
			continue
		}
		t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
	}
	if changed {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func (sc *scenario) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(sc.dir, name))
}

func (sc *scenario) nameOf(uri string) string {
	return strings.TrimPrefix(uri, "file://"+filepath.ToSlash(sc.dir)+"/")
}

func (sc *scenario) file(name string) *syntax.File {
	return syntax.NewFile(name, []byte(sc.texts[name]))
}

// at are the parameters of a request about the cursor, with more members.
func (sc *scenario) at(more string) string {
	line, character := sc.file(sc.name).EncodedPosition(sc.offset, syntax.UTF16)
	return fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}%s}`, sc.uri(sc.name), line, character, more)
}

func (sc *scenario) whole() string {
	return fmt.Sprintf(`{"textDocument":{"uri":%q}}`, sc.uri(sc.name))
}

type lspRange struct{ Start, End struct{ Line, Character int } }

func (r lspRange) String() string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

type textEdit struct {
	Range   lspRange
	NewText string
}

func decodeInto[T any](t testing.TB, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

type completionItem struct {
	Label            string
	SortText         string
	TextEdit         textEdit
	InsertTextFormat int
	Documentation    json.RawMessage
	raw              json.RawMessage
}

func (sc *scenario) items() []completionItem {
	raw := decodeInto[struct{ Items []json.RawMessage }](sc.t, sc.call("textDocument/completion", sc.at("")))
	var items []completionItem
	for _, r := range raw.Items {
		item := decodeInto[completionItem](sc.t, r)
		item.raw = r
		items = append(items, item)
	}
	sort.SliceStable(items, func(i, j int) bool { return items[i].SortText < items[j].SortText })
	return items
}

func (sc *scenario) completion(string) string {
	var labels []string
	for _, item := range sc.items() {
		labels = append(labels, item.Label)
	}
	return strings.Join(labels, "\n")
}

func (sc *scenario) item(label string) completionItem {
	for _, item := range sc.items() {
		if item.Label == label {
			return item
		}
	}
	sc.t.Fatalf("%s is not offered", label)
	return completionItem{}
}

func (sc *scenario) accept(label string) string {
	item := sc.item(label)
	if item.TextEdit.Range.Start.Line != item.TextEdit.Range.End.Line {
		sc.t.Errorf("the edit of %s goes over lines: %s", label, item.TextEdit.Range)
	}
	return sc.edited(sc.name, []textEdit{item.TextEdit})
}

func (sc *scenario) resolve(label string) string {
	item := sc.item(label)
	resolved := decodeInto[completionItem](sc.t, sc.call("completionItem/resolve", string(item.raw)))
	return markupText(sc.t, resolved.Documentation)
}

func markupText(t testing.TB, raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	return decodeInto[struct{ Value string }](t, raw).Value
}

// edited is a file after edits.
func (sc *scenario) edited(name string, edits []textEdit) string {
	file := sc.file(name)
	sort.SliceStable(edits, func(i, j int) bool {
		return file.EncodedOffset(edits[i].Range.Start.Line, edits[i].Range.Start.Character, syntax.UTF16) >
			file.EncodedOffset(edits[j].Range.Start.Line, edits[j].Range.Start.Character, syntax.UTF16)
	})
	text := file.Text
	for _, e := range edits {
		start := file.EncodedOffset(e.Range.Start.Line, e.Range.Start.Character, syntax.UTF16)
		end := file.EncodedOffset(e.Range.End.Line, e.Range.End.Character, syntax.UTF16)
		text = text[:start] + e.NewText + text[end:]
	}
	return strings.ReplaceAll(text, "\r", "␍")
}

func (sc *scenario) hover(string) string {
	raw := sc.call("textDocument/hover", sc.at(""))
	if string(raw) == "null" {
		return "nothing"
	}
	h := decodeInto[struct {
		Contents struct{ Value string }
		Range    lspRange
	}](sc.t, raw)
	return h.Range.String() + "\n" + h.Contents.Value
}

type location struct {
	URI   string
	Range lspRange
}

func (sc *scenario) locations(raw json.RawMessage) string {
	var out []string
	for _, l := range decodeInto[[]location](sc.t, raw) {
		out = append(out, sc.nameOf(l.URI)+":"+l.Range.String())
	}
	return strings.Join(out, "\n")
}

func (sc *scenario) definition(string) string {
	return sc.locations(sc.call("textDocument/definition", sc.at("")))
}

func (sc *scenario) references(string) string {
	return sc.locations(sc.call("textDocument/references", sc.at(`,"context":{"includeDeclaration":true}`)))
}

func (sc *scenario) highlight(string) string {
	var out []string
	for _, h := range decodeInto[[]struct {
		Range lspRange
		Kind  int
	}](sc.t, sc.call("textDocument/documentHighlight", sc.at(""))) {
		out = append(out, fmt.Sprintf("%s %d", h.Range, h.Kind))
	}
	return strings.Join(out, "\n")
}

func (sc *scenario) links(string) string {
	var out []string
	for _, l := range decodeInto[[]struct {
		Range  lspRange
		Target string
	}](sc.t, sc.call("textDocument/documentLink", sc.whole())) {
		out = append(out, l.Range.String()+" "+sc.nameOf(l.Target))
	}
	return strings.Join(out, "\n")
}

type documentSymbol struct {
	Name, Detail          string
	Kind                  int
	Range, SelectionRange lspRange
	Children              []documentSymbol
}

func (sc *scenario) symbols(string) string {
	var b strings.Builder
	var write func(symbols []documentSymbol, indent string)
	write = func(symbols []documentSymbol, indent string) {
		for _, s := range symbols {
			fmt.Fprintf(&b, "%s%s | %s | %s | %s\n", indent, s.Name, s.Detail, s.Range, s.SelectionRange)
			write(s.Children, indent+"  ")
		}
	}
	write(decodeInto[[]documentSymbol](sc.t, sc.call("textDocument/documentSymbol", sc.whole())), "")
	return b.String()
}

func (sc *scenario) workspace(query string) string {
	var out []string
	for _, s := range decodeInto[[]struct {
		Name     string
		Location location
	}](sc.t, sc.call("workspace/symbol", fmt.Sprintf(`{"query":%q}`, query))) {
		out = append(out, fmt.Sprintf("%s %s:%s", s.Name, sc.nameOf(s.Location.URI), s.Location.Range))
	}
	return strings.Join(out, "\n")
}

func (sc *scenario) folding(string) string {
	var out []string
	for _, f := range decodeInto[[]struct {
		StartLine, EndLine int
		Kind               string
	}](sc.t, sc.call("textDocument/foldingRange", sc.whole())) {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d-%d %s", f.StartLine, f.EndLine, f.Kind)))
	}
	return strings.Join(out, "\n")
}

func (sc *scenario) selection(string) string {
	type selection struct {
		Range  lspRange
		Parent *selection
	}
	line, character := sc.file(sc.name).EncodedPosition(sc.offset, syntax.UTF16)
	params := fmt.Sprintf(`{"textDocument":{"uri":%q},"positions":[{"line":%d,"character":%d}]}`, sc.uri(sc.name), line, character)
	var out []string
	for s := &decodeInto[[]selection](sc.t, sc.call("textDocument/selectionRange", params))[0]; s != nil; s = s.Parent {
		out = append(out, s.Range.String())
	}
	return strings.Join(out, "\n")
}

func (sc *scenario) tokens(string) string {
	data := decodeInto[struct{ Data []int }](sc.t, sc.call("textDocument/semanticTokens/full", sc.whole())).Data
	file := sc.file(sc.name)
	var b strings.Builder
	line, character := 0, 0
	for i := 0; i+4 < len(data); i += 5 {
		if data[i] > 0 {
			character = 0
		}
		line, character = line+data[i], character+data[i+1]
		start, end := file.EncodedOffset(line, character, syntax.UTF16), file.EncodedOffset(line, character+data[i+2], syntax.UTF16)
		fmt.Fprintf(&b, "%d:%d %s %s\n", line, character, legend().TokenTypes[data[i+3]], file.Text[start:end])
	}
	return b.String()
}
