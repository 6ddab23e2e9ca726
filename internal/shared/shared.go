// Package shared finds the folder of specifications, corpora and recorded verdicts that stands beside
// the repository on a developer's machine. Tests that need it are skipped where it is absent.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder: $FORGELINT_SHARED, or `../shared` seen from the repository's root.
func Dir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FORGELINT_SHARED")
	if dir == "" {
		dir = filepath.Join(Root(t), "..", "shared")
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Skipf("no shared folder at %s (set FORGELINT_SHARED)", dir)
	}
	return dir
}

// Root returns the repository's root, the folder of go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the working folder")
		}
		dir = parent
	}
}
