package schema_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
)

// TestReference holds docs/formats: UPDATE=1 writes it anew.
func TestReference(t *testing.T) {
	dir := filepath.Join(shared.Root(t), "docs", "formats")
	for _, f := range schema.Formats() {
		path, want := filepath.Join(dir, f.ID+".md"), f.Reference()
		if os.Getenv("UPDATE") != "" {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, strings.ReplaceAll(string(got), "\r\n", "\n")); diff != "" {
			t.Errorf("docs/formats/%s.md is not what the data says (-want +got); UPDATE=1 go test ./schema writes it\n%s", f.ID, diff)
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(#([^)]*)\)`)
	heading = regexp.MustCompile(`(?m)^##+ (.*)$`)
)

// TestReferenceLinks: every link of a page leads to a heading of it, and every row has its cells.
func TestReferenceLinks(t *testing.T) {
	for _, f := range schema.Formats() {
		page := f.Reference()
		anchors := map[string]bool{}
		for _, h := range heading.FindAllStringSubmatch(page, -1) {
			a := strings.ReplaceAll(strings.ToLower(strings.NewReplacer("`", "", ",", "", "(", "", ")", "").Replace(h[1])), " ", "-")
			if anchors[a] {
				t.Errorf("%s: two headings %q", f.ID, h[1])
			}
			anchors[a] = true
		}
		for _, l := range link.FindAllStringSubmatch(page, -1) {
			if !anchors[l[1]] {
				t.Errorf("%s: no heading for #%s", f.ID, l[1])
			}
		}
		for _, line := range strings.Split(page, "\n") {
			if strings.HasPrefix(line, "| ") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 6 {
				t.Errorf("%s: %s", f.ID, line)
			}
		}
	}
}
