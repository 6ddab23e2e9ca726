package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

// The sections of a scenario that change files: actions and renames, and what the editor shows beside
// the text.

type diagnosticItem struct {
	Range    lspRange
	Severity int
	Code     string
	Source   string
	Message  string
	Tags     []int
}

func (sc *scenario) diagnostics(string) string {
	raw := sc.published(sc.uri(sc.name))
	var out []string
	for _, d := range decodeInto[struct{ Diagnostics []diagnosticItem }](sc.t, raw).Diagnostics {
		out = append(out, fmt.Sprintf("%s %d %s %s", d.Range, d.Severity, d.Code, strings.ReplaceAll(d.Message, "\n", " / ")))
	}
	return strings.Join(out, "\n")
}

type workspaceEdit struct {
	Changes         map[string][]textEdit
	DocumentChanges []struct {
		Kind           string
		URI            string
		OldURI, NewURI string
		TextDocument   struct{ URI string }
		Edits          []textEdit
	}
}

type codeActionItem struct {
	Title       string
	Kind        string
	IsPreferred bool
	Edit        *workspaceEdit
	raw         json.RawMessage
}

func (sc *scenario) actionList() []codeActionItem {
	line, character := sc.file(sc.name).EncodedPosition(sc.offset, syntax.UTF16)
	here := fmt.Sprintf(`{"line":%d,"character":%d}`, line, character)
	params := fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":%s,"end":%s},"context":{"diagnostics":[],"only":["quickfix","source"]}}`, sc.uri(sc.name), here, here)
	var out []codeActionItem
	for _, raw := range decodeInto[[]json.RawMessage](sc.t, sc.call("textDocument/codeAction", params)) {
		item := decodeInto[codeActionItem](sc.t, raw)
		item.raw = raw
		out = append(out, item)
	}
	return out
}

func (sc *scenario) actions(string) string {
	var out []string
	for _, a := range sc.actionList() {
		star := ""
		if a.IsPreferred {
			star = "* "
		}
		out = append(out, star+a.Title+" ("+a.Kind+")")
	}
	return strings.Join(out, "\n")
}

func (sc *scenario) action(title string) string {
	for _, a := range sc.actionList() {
		if a.Title != title {
			continue
		}
		if a.Edit == nil {
			a = decodeInto[codeActionItem](sc.t, sc.call("codeAction/resolve", string(a.raw)))
		}
		return sc.applied(a.Edit)
	}
	sc.t.Fatalf("no action %q", title)
	return ""
}

func (sc *scenario) rename(name string) string {
	r := sc.ask("textDocument/rename", sc.at(fmt.Sprintf(`,"newName":%q`, name)))
	if r.Error != nil {
		return "error: " + r.Error.Message
	}
	return sc.applied(ptr(decodeInto[workspaceEdit](sc.t, r.Result)))
}

// applied lists what an edit does, file by file.
func (sc *scenario) applied(edit *workspaceEdit) string {
	var b bytes.Buffer
	if edit == nil {
		return "no edit"
	}
	write := func(uri string, edits []textEdit) {
		fmt.Fprintf(&b, "%s:\n%s", sc.nameOf(uri), indentText(sc.edited(sc.nameOf(uri), edits)))
	}
	var uris []string
	for uri := range edit.Changes {
		uris = append(uris, uri)
	}
	sort.Strings(uris)
	for _, uri := range uris {
		write(uri, edit.Changes[uri])
	}
	for _, c := range edit.DocumentChanges {
		switch c.Kind {
		case "":
			write(c.TextDocument.URI, c.Edits)
		case "rename":
			fmt.Fprintf(&b, "rename %s to %s\n", sc.nameOf(c.OldURI), sc.nameOf(c.NewURI))
		default:
			fmt.Fprintf(&b, "%s %s\n", c.Kind, sc.nameOf(c.URI))
		}
	}
	return b.String()
}

func indentText(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight("  "+line, "\n"))
		b.WriteByte('\n')
	}
	return b.String()
}

func (sc *scenario) hints(string) string {
	params := fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":0,"character":0},"end":{"line":9999,"character":0}}}`, sc.uri(sc.name))
	var out []string
	for _, h := range decodeInto[[]struct {
		Position struct{ Line, Character int }
		Label    string
	}](sc.t, sc.call("textDocument/inlayHint", params)) {
		out = append(out, fmt.Sprintf("%d:%d %s", h.Position.Line, h.Position.Character, h.Label))
	}
	return strings.Join(out, "\n")
}

func (sc *scenario) lens(string) string {
	var out []string
	for _, l := range decodeInto[[]struct {
		Range   lspRange
		Command struct{ Title string }
	}](sc.t, sc.call("textDocument/codeLens", sc.whole())) {
		out = append(out, l.Range.String()+" "+l.Command.Title)
	}
	sort.Strings(out)
	return strings.Join(out, "\n")
}
