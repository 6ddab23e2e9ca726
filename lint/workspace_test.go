package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func behaviorText(id string) string {
	return strings.Replace(longBehavior("Look first."), "id: look-first", "id: "+id, 1)
}

func TestFolder(t *testing.T) {
	dir := writeFiles(t, fmt.Sprintf(`
-- behaviors/index.yaml --
schema_version: "1"
behaviors: []
-- behaviors/b-one/behavior.yaml --
%s
-- behaviors/a-two/behavior.yaml --
%s
-- behaviors/notes/readme.md --
-- behaviors/empty/ --
-- other/behavior.yaml --
%s
`, behaviorText("b-one"), behaviorText("a-two"), behaviorText("other")))
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	ws := NewWorkspace(inFolder(dir))

	doc := ws.Document(at("behaviors/b-one/behavior.yaml"))
	folder := ws.Folder(doc)
	if folder == nil || folder.Dir != at("behaviors") || folder.Index == nil || folder.Index.Path != "behaviors/index.yaml" {
		t.Fatalf("folder: %+v", folder)
	}
	var got []string
	for _, b := range folder.Behaviors() {
		got = append(got, b.Path)
	}
	if diff := cmp.Diff([]string{"behaviors/a-two/behavior.yaml", "behaviors/b-one/behavior.yaml"}, got); diff != "" {
		t.Error(diff)
	}
	if folder.Behaviors()[1] != doc {
		t.Error("a file is parsed twice")
	}
	if ws.Folder(folder.Index) != folder {
		t.Error("the index has another folder")
	}
	if ws.Folder(ws.Document(at("other/behavior.yaml"))) != nil {
		t.Error("a behavior elsewhere has a folder")
	}
	if (*Workspace)(nil).Folder(doc) != nil || (*Workspace)(nil).Document(at("x")) != nil || (*Workspace)(nil).Exists(dir) {
		t.Error("a nil workspace knows something")
	}
	if !ws.Exists(at("behaviors/empty")) || ws.Exists(at("behaviors/none")) {
		t.Error("Exists is wrong about the disk")
	}

	calls := 0
	count := func() int {
		return Memo(folder, "n", func(f *Folder) int { calls++; return len(f.Behaviors()) })
	}
	if count() != 2 || count() != 2 || calls != 1 {
		t.Errorf("made %d times", calls)
	}
}

func TestOpenBuffersComeFirst(t *testing.T) {
	dir := writeFiles(t, fmt.Sprintf("-- behaviors/one/behavior.yaml --\n%s", behaviorText("one")))
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	one, two := at("behaviors/one/behavior.yaml"), at("behaviors/two/behavior.yaml")
	open := buffers{
		one: Parse("one", one, []byte(behaviorText("changed")), nil),
		two: Parse("two", two, []byte(behaviorText("two")), nil),
	}
	disk := NewWorkspace(nil)
	ws := disk.With(open)
	folder := ws.Folder(open[two])
	if len(folder.Behaviors()) != 2 || folder.Behaviors()[0] != open[one] || folder.Behaviors()[1] != open[two] || folder.Index != nil {
		t.Errorf("folder: %+v", folder)
	}
	if !ws.Exists(at("behaviors/two")) || disk.Exists(at("behaviors/two")) {
		t.Error("Exists is wrong about buffers")
	}
	if id := disk.Document(one).Root().Child("id").Node.Value; id != "one" {
		t.Errorf("the disk says %q", id)
	}
}

func TestForget(t *testing.T) {
	dir := writeFiles(t, fmt.Sprintf("-- behaviors/one/behavior.yaml --\n%s-- behaviors/two/behavior.yaml --\n%s", behaviorText("one"), behaviorText("two")))
	one := filepath.Join(dir, "behaviors", "one", "behavior.yaml")
	ws := NewWorkspace(nil)
	doc := ws.Document(one)
	if n := len(ws.Folder(doc).Behaviors()); n != 2 {
		t.Fatalf("%d behaviors", n)
	}
	if err := os.WriteFile(one, []byte(behaviorText("uno")), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "behaviors", "two")); err != nil {
		t.Fatal(err)
	}
	if ws.Document(one) != doc {
		t.Error("read again without need")
	}
	ws.Forget(one, filepath.Join(dir, "behaviors", "two"))
	if id := ws.Document(one).Root().Child("id").Node.Value; id != "uno" {
		t.Errorf("the id is still %q", id)
	}
	if n := len(ws.Folder(doc).Behaviors()); n != 1 {
		t.Errorf("%d behaviors", n)
	}
	ws.Forget()
	if ws.Document(filepath.Join(dir, "none.yaml")) != nil {
		t.Error("a file that is not there")
	}
}

// TestWorkspaceIsShared is for the race detector: many files linted at once, each parsed once.
func TestWorkspaceIsShared(t *testing.T) {
	var archive strings.Builder
	archive.WriteString("-- .forgelint.yaml --\nrules: {too-long: warning}\n-- behaviors/index.yaml --\nschema_version: \"1\"\nbehaviors: []\n")
	var names []string
	for i := range 40 {
		id := fmt.Sprintf("behavior-%d", i)
		fmt.Fprintf(&archive, "-- behaviors/%s/behavior.yaml --\n%s", id, behaviorText(id))
		names = append(names, "behaviors/"+id+"/behavior.yaml")
	}
	dir := writeFiles(t, archive.String())
	ws := NewWorkspace(nil)
	docs := make([]*Document, len(names))
	var group sync.WaitGroup
	for i, name := range names {
		group.Go(func() {
			abs := filepath.Join(dir, filepath.FromSlash(name))
			docs[i] = ws.Document(abs)
			config, err := ws.Config(abs)
			if err != nil {
				t.Error(err)
			}
			if _, err := Run(docs[i], config, ws); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	folder := ws.Folder(docs[0])
	if len(folder.Behaviors()) != len(docs) {
		t.Fatalf("%d behaviors", len(folder.Behaviors()))
	}
	for _, b := range folder.Behaviors() {
		if ws.Document(b.Abs) != b {
			t.Errorf("%s is parsed twice", b.Path)
		}
	}
}
