package vscode

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
)

// manifest is what the tests read of package.json and package-lock.json.
type manifest struct {
	Version     string
	Main        string
	Icon        string
	Contributes struct {
		Commands []struct{ Command string }
		Snippets []struct{ Path string }
		// Walkthroughs show pictures and pages that lie in the package.
		Walkthroughs []struct {
			Steps []struct {
				Media struct{ Image, Markdown string }
			}
		}
	}
}

func readManifest(t *testing.T, name string) (m manifest) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestVersion: extension and program come from one commit and have one version; the changelog and the
// lock file follow.
func TestVersion(t *testing.T) {
	m := readManifest(t, "package.json")
	cmd := exec.Command("go", "run", "./cmd/forgelint", "version", "--format", "json")
	cmd.Dir = shared.Root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var program struct{ Version string }
	if err := json.Unmarshal(out, &program); err != nil {
		t.Fatal(err)
	}
	if program.Version != m.Version {
		t.Errorf("the program has version %s, package.json %s", program.Version, m.Version)
	}
	if lock := readManifest(t, "package-lock.json"); lock.Version != m.Version {
		t.Errorf("package-lock.json has version %s, package.json %s", lock.Version, m.Version)
	}
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if first := regexp.MustCompile(`(?m)^## (\S+)`).FindSubmatch(changes); first == nil || string(first[1]) != m.Version {
		t.Errorf("CHANGELOG.md begins with %q, package.json has version %s", first, m.Version)
	}
}

// TestLicense: the package carries the project's licence, and a package takes none from a folder above.
func TestLicense(t *testing.T) {
	ours, err := os.ReadFile(filepath.Join(shared.Root(t), "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	if theirs, err := os.ReadFile("LICENSE"); err != nil || !bytes.Equal(ours, theirs) {
		t.Errorf("LICENSE is not the project's: %v", err)
	}
}

// TestManifest: what package.json names is there, and each command has its handler.
func TestManifest(t *testing.T) {
	m := readManifest(t, "package.json")
	files := []string{m.Icon}
	for _, s := range m.Contributes.Snippets {
		files = append(files, s.Path)
	}
	for _, w := range m.Contributes.Walkthroughs {
		for _, step := range w.Steps {
			files = append(files, step.Media.Image+step.Media.Markdown)
		}
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, picture := range regexp.MustCompile(`!\[[^\]]*\]\(([^)]*)\)`).FindAllStringSubmatch(string(readme), -1) {
		files = append(files, picture[1])
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.IsDir() {
			t.Errorf("%q is no file", f)
		}
	}
	source, err := os.ReadFile("src/extension.ts")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Contributes.Commands) == 0 {
		t.Error("no commands")
	}
	for _, c := range m.Contributes.Commands {
		if !strings.Contains(string(source), `"`+c.Command+`":`) {
			t.Errorf("nothing handles the command %s", c.Command)
		}
	}
}
