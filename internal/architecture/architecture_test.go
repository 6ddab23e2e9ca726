// Package architecture holds the tests of the program's shape: which floor may import which, and how
// long a file may be.
package architecture

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
)

const module = "github.com/forgelint/forgelint"

// floors are the packages by height: each imports only packages of lower floors.
var floors = map[string]int{
	"internal/parallel": 0,
	"syntax/regex":      0,
	"lsp/wire":          0,
	"syntax":            1,
	"schema":            2,
	"lint":              3,
	"lint/report":       4,
	"lsp":               4,
	"cmd/forgelint":     5,
}

// TestImportsGoDownwards covers the files of the program; a test may import what it likes.
func TestImportsGoDownwards(t *testing.T) {
	for file, src := range goFiles(t) {
		pkg := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(pkg, "internal/") {
			continue
		}
		floor, known := floors[pkg]
		if !known {
			t.Errorf("%s: package %s stands on no floor", file, pkg)
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			imported, ours := strings.CutPrefix(name, module+"/")
			if !ours {
				continue
			}
			if below, ok := floors[imported]; !ok || below >= floor {
				t.Errorf("%s: imports %s, which is not below %s", file, imported, pkg)
			}
		}
	}
}

// TestFilesAreShort: a file has one subject. One that needs more than 500 lines says why in a
// comment that starts `// This file is long because` within its first 30 lines.
func TestFilesAreShort(t *testing.T) {
	for file, src := range goFiles(t) {
		lines := bytes.Count(src, []byte("\n"))
		head := bytes.Join(bytes.SplitN(src, []byte("\n"), 31)[:min(lines, 30)], []byte("\n"))
		if lines > 500 && !bytes.Contains(head, []byte("// This file is long because")) {
			t.Errorf("%s has %d lines; split it by subject", file, lines)
		}
	}
}

// goFiles returns the Go files of the repository by their path from its root.
func goFiles(t *testing.T) map[string][]byte {
	root := shared.Root(t)
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); name != root && (base[0] == '.' || base == "node_modules" || base == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) == ".go" {
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(root, name)
			files[filepath.ToSlash(rel)] = src
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d Go files found under %s", len(files), root)
	}
	return files
}
