package lsp

import (
	"testing"

	"go.lsp.dev/uri"
)

func TestSpelledURI(t *testing.T) {
	for params, want := range map[string]string{
		`{"textDocument":{"uri":"file:///C:/Jo%20Doe/a.yaml","version":1}}`:                  "file:///C:/Jo%20Doe/a.yaml",
		`{"position":{"line":1},"textDocument":{"version":1,"uri":"file:///c%3A/a\u002Eb"}}`: "file:///c%3A/a.b",
		`{"textDocument":{}}`:         "",
		`{"textDocument":{"uri":5}}`:  "",
		`{"textDocument":"file:///"}`: "",
		`[]`:                          "",
		``:                            "",
	} {
		if got := spelledURI([]byte(params)); got != want {
			t.Errorf("%s: got %q, want %q", params, got, want)
		}
	}
}

func TestFilePath(t *testing.T) {
	for text, want := range map[string]string{
		"file:///w/a%20b/%25.yaml":          "/w/a b/%.yaml",
		"file:///w/a+b%23c.yaml":            "/w/a+b#c.yaml",
		"untitled:Untitled-1":               "",
		"vscode-remote://ssh/w/a.yaml":      "",
		"git:/w/a.yaml?%7B%22ref%22%3A%22~": "",
	} {
		if got := filePath(uri.MustParse(text)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestSpellingsOfOtherFiles(t *testing.T) {
	var s spellings
	s = s.add("/c:/My Repo/behaviors/a/behavior.yaml", "file:///C:/My%20Repo/behaviors/a/behavior.yaml")
	s = s.add("/srv/x+y", "file:///srv/x+y/")
	for path, want := range map[string]string{
		"/c:/My Repo/behaviors/a/behavior.yaml":   "file:///C:/My%20Repo/behaviors/a/behavior.yaml",
		"/c:/My Repo/behaviors/index.yaml":        "file:///C:/My%20Repo/behaviors/index.yaml",
		"/c:/My Repo/behaviors/b c/behavior.yaml": "file:///C:/My%20Repo/behaviors/b%20c/behavior.yaml",
		"/srv/x+y/manifests/m.yaml":               "file:///srv/x+y/manifests/m.yaml",
		"/elsewhere/m#1.yaml":                     "file:///elsewhere/m%231.yaml",
	} {
		if got := string(s.of(path)); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
