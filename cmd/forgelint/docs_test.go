package main

import (
	"bytes"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// pages returns the pages of the documentation that are written by hand, or all, from the root of the
// repository.
func pages(t *testing.T, generated bool) []string {
	t.Helper()
	list, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("docs", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && !generated && path != "docs" {
			return fs.SkipDir
		}
		if filepath.Ext(path) == ".md" {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(list, "README.md") || !slices.Contains(list, filepath.Join("docs", "ci.md")) {
		t.Fatalf("pages are missing in %q", list)
	}
	return list
}

// plain makes the output that of a reader's terminal without colour.
func plain(t *testing.T) {
	for _, v := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "GITHUB_STEP_SUMMARY"} {
		t.Setenv(v, "")
	}
}

// TestDocs holds that the pages show the files and the output that there really are: a block "LANGUAGE
// file=PATH" is that file, a block "console" a command and what it prints. UPDATE=1 writes them.
func TestDocs(t *testing.T) {
	t.Chdir("../..")
	plain(t)
	block := regexp.MustCompile("(?s)```(\\w+ file=(\\S+)|console)\n(.*?)```\n")
	for _, page := range pages(t, false) {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		old, shown := string(raw), 0
		text := block.ReplaceAllStringFunc(old, func(found string) string {
			shown++
			m := block.FindStringSubmatch(found)
			if file := m[2]; file != "" {
				raw, err := os.ReadFile(file)
				if err != nil {
					t.Fatalf("%s: %v", page, err)
				}
				return "```" + m[1] + "\n" + string(raw) + "```\n"
			}
			command, _, _ := strings.Cut(m[3], "\n")
			args, ok := strings.CutPrefix(command, "$ forgelint ")
			if !ok {
				t.Fatalf("%s: a console block starts with %q", page, command)
			}
			var out bytes.Buffer
			run(strings.Fields(args), strings.NewReader(""), &out, &out)
			return "```console\n" + command + "\n" + out.String() + "```\n"
		})
		if page == "README.md" && shown < 2 {
			t.Errorf("README.md shows %d files and outputs, want at least 2", shown)
		}
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if diff := cmp.Diff(text, old); diff != "" {
			t.Errorf("%s is not true any more; UPDATE=1 mends it (-real +shown):\n%s", page, diff)
		}
	}
}

// TestDocsCommands runs the calls of forgelint that the pages and the files of docs/ci only mention:
// each has to be one that can be carried out.
func TestDocsCommands(t *testing.T) {
	t.Chdir("../..")
	plain(t)
	files := pages(t, false)
	snippets, err := filepath.Glob("docs/ci/*")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`(?m)^ +(?:- |sh ')?forgelint((?: [^'|#\n]*)?)(?:$|[|#'])`)
	calls := map[string]string{} // and where they stand
	for _, file := range append(files, snippets...) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(raw), -1) {
			calls[strings.TrimSpace(m[1])] = file
		}
	}
	if len(calls) < 10 {
		t.Fatalf("only %q are found", calls)
	}
	corpus, err := filepath.Abs("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(corpus)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for line, page := range calls {
		args := strings.Fields(line)
		input := ""
		if i := slices.IndexFunc(args, func(a string) bool { return a[0] == '<' }); i >= 0 {
			args, input = args[:i], "schema_version: \"1\"\n"
		}
		if len(args) > 0 && args[0] == "lsp" || slices.Contains(args, "--watch") {
			continue // these do not end
		}
		var out, problems bytes.Buffer
		if code := run(args, strings.NewReader(input), &out, &problems); code > exitFindings {
			t.Errorf("%s: forgelint %s: exit code %d\n%s", page, line, code, problems.String())
		}
	}
}

// TestDocsSnippets reads the YAML of docs/ci and of the files at the root that other programs read.
func TestDocsSnippets(t *testing.T) {
	t.Chdir("../..")
	files, err := filepath.Glob("docs/ci/*.y*ml")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, ".pre-commit-hooks.yaml", ".goreleaser.yaml", "action.yml") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := yaml.Unmarshal(raw, &value); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestDocsConfiguration lints the configurations that the pages show.
func TestDocsConfiguration(t *testing.T) {
	t.Chdir("../..")
	plain(t)
	block := regexp.MustCompile("(?s)```yaml\n(# \\.forgelint\\.yaml\n.*?)```")
	var shown []string
	for _, page := range pages(t, false) {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range block.FindAllStringSubmatch(string(raw), -1) {
			shown = append(shown, m[1])
		}
	}
	if len(shown) == 0 {
		t.Fatal("no page shows a configuration")
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"shared/base.yaml": "", "kyvvu-rules.json": `{"rules": []}`} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range shown {
		if err := os.WriteFile(".forgelint.yaml", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if code := run([]string{"--fail-on", "warning", ".forgelint.yaml"}, nil, &out, &out); code != exitClean {
			t.Errorf("exit code %d:\n%s%s", code, text, out.String())
		}
	}
}

// TestActionInputs holds that docs/ci.md lists the inputs and outputs of action.yml, with the defaults.
func TestActionInputs(t *testing.T) {
	t.Chdir("../..")
	raw, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs  map[string]struct{ Default string }
		Outputs map[string]any
	}
	if err := yaml.Unmarshal(raw, &action); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| .* \\| (?:`(\\S+)` )?\\|$").FindAllStringSubmatch(string(page), -1) {
		inputs[m[1]] = m[2]
	}
	for name, input := range action.Inputs {
		if shown, ok := inputs[name]; !ok || shown != input.Default {
			t.Errorf("docs/ci.md shows the input %s with default %q, %v; action.yml has %q", name, shown, ok, input.Default)
		}
	}
	for name := range action.Outputs {
		if !strings.Contains(string(page), "\n| `"+name+"` | ") {
			t.Errorf("docs/ci.md does not list the output %s", name)
		}
	}
	for name := range inputs {
		if _, ok := action.Inputs[name]; !ok {
			t.Errorf("docs/ci.md lists the input %s, which action.yml has not", name)
		}
	}
}

// TestLinks holds that what the pages link to within the repository is there, headings too.
func TestLinks(t *testing.T) {
	t.Chdir("../..")
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	code := regexp.MustCompile("(?s)```.*?\n```|`[^`\n]*`")
	checked := 0
	for _, page := range pages(t, true) {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(raw), ""), -1) {
			u, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %v", page, err)
				continue
			}
			if u.Scheme != "" {
				continue
			}
			checked++
			target := page
			if u.Path != "" {
				target = filepath.Join(filepath.Dir(page), u.Path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
				continue
			}
			if u.Fragment != "" && !slices.Contains(anchors(t, target), u.Fragment) {
				t.Errorf("%s links to %s: there is no such heading", page, m[1])
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d links are found", checked)
	}
}

// anchors returns the anchors that GitHub gives to the headings of a page.
func anchors(t *testing.T, page string) []string {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(raw), -1) {
		list = append(list, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return list
}
