package lint

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/forgelint/forgelint/internal/shared"
)

// TestUnresolvedPaths holds unresolved-path to what `kyvvu try` said of the same manifests and steps. A
// path that is wrong for any steps has another finding in its place.
func TestUnresolvedPaths(t *testing.T) {
	rule := LookupRule("unresolved-path")
	f, err := os.Open(filepath.Join(shared.Dir(t), "oracle", "kyvvu-trial.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	rows := 0
	for lines.Scan() {
		var row struct {
			ID, Manifest, Steps string
			Unresolved          [][2]string
			Error               *string
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Error != nil {
			continue
		}
		rows++
		want := map[string]bool{}
		for _, pair := range row.Unresolved {
			want[pair[0]+": "+pair[1]] = true
		}
		example := rule.example(map[string][]byte{"manifests/m.yaml": []byte(row.Manifest), "manifests/steps.yaml": []byte(row.Steps)})
		got := map[string]bool{}
		codes := []string{rule.Code, "path-with-root", "unknown-property"}
		for _, found := range lintExample(t, example) {
			if slices.Contains(codes, found.Code) {
				got[policyOf(found)+": "+pathOf(found)] = true
			}
		}
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
			t.Errorf("%s (-kyvvu try, +unresolved-path):\n%s", row.ID, diff)
		}
	}
	if rows == 0 {
		t.Error("no run was read")
	}
}

var policyIndex = regexp.MustCompile(`^policies\[(\d+)\]`)

// policyOf returns the name of the policy that a finding is in.
func policyOf(f finding) string {
	m := policyIndex.FindStringSubmatch(f.Path)
	i, _ := strconv.Atoi(m[1])
	return f.doc.manifest().policies[i].name
}

// pathOf returns the path that a finding is about, as `kyvvu try` shows it.
func pathOf(f finding) string {
	if strings.HasPrefix(f.Message, "the path is empty") {
		return ""
	}
	path := strings.Split(f.Message, "`")[1]
	if strings.HasSuffix(f.Path, ".field") && !strings.HasPrefix(path, "properties.") && f.Code != "unresolved-path" {
		path = "properties." + path
	}
	return path
}
