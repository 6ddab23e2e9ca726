package syntax

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

// smallSections has short texts read in sections.
func smallSections(t testing.TB) {
	before := sectionSize
	sectionSize = 16
	t.Cleanup(func() { sectionSize = before })
}

// sameTree says where two trees of one text differ.
func sameTree(got, want *Tree) error {
	if !reflect.DeepEqual(got.Errors, want.Errors) {
		return fmt.Errorf("errors %+v, want %+v", got.Errors, want.Errors)
	}
	if !reflect.DeepEqual(got.Comments, want.Comments) {
		return fmt.Errorf("comments %v, want %v", got.Comments, want.Comments)
	}
	if got, want := dumpTree(got), dumpTree(want); got != want {
		return fmt.Errorf("nodes differ:\n%s\nwant\n%s", got, want)
	}
	return nil
}

func dumpTree(tree *Tree) string {
	var b strings.Builder
	var walk func(n *Node, depth int)
	walk = func(n *Node, depth int) {
		fmt.Fprintf(&b, "%s%d/%d/%d %v %v %q %d %q %v %v\n", strings.Repeat(" ", depth),
			n.Kind, n.Style, n.Tag, n.Broken, n.Span, n.Value, n.indent, n.Anchor, n.AnchorSpan, n.TagSpan)
		for _, item := range n.Items {
			walk(item, depth+1)
		}
		for _, p := range n.Pairs {
			walk(p.Key, depth+1)
			walk(p.Value, depth+2)
		}
	}
	for _, doc := range tree.Docs {
		walk(doc, 0)
	}
	return b.String()
}

// sectionTexts are texts that are read in sections, all without a fault.
var sectionTexts = []string{
	"name: x # top\npolicies: # the list\n  # before\n  - name: a\n    pattern: 'a''b'\n\n  # between\n  - name: b\n    text: |\n      one\n       two\n\n  - {name: c, kinds: [x, 'y']}\n  -\n  - - d\n    - e\n  - text: |+\n      kept\n\n\n  - last: \"a\\/b\\n\\\n      c\"\n",
	"policies:\n- name: a\n  b: >-\n    folded\n    text\n# dedented\n- plain text\n  goes on\n- ? k\n  : v\n- !!str 5\n- yes\n- 12:30\nversion: 1 # tail\nother: [a,\n  b]\n",
	"---\r\nname: x\r\npolicies:\r\n    - name: a\r\n      text: |\r\n        x\r\n\r\n    - name: b\r\n    - name: c\r\n    - name: d\r\nend: 'x\r\n  y'\r\n...\r\n",
	"a:\n  - x\nb:\n  - <<: {c: d}\n    e: 1\n  - name: n\n  - name: ünï\n    wide: 日本\n  - name: o\n  - name: p\n  - name: q",
}

func TestSectionsReadLikeTheWhole(t *testing.T) {
	smallSections(t)
	for _, text := range sectionTexts {
		tree := Parse("x.yaml", []byte(text))
		if tree.sections == nil || len(tree.sections.all) < 3 || len(tree.Errors) > 0 {
			t.Fatalf("not read in sections: %q, %v", text, tree.Errors)
		}
		if err := sameTree(tree, parseWhole(tree.File)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, path := range corpusFiles(t) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := NewFile("x.yaml", raw)
		if err := sameTree(ParseFile(file), parseWhole(file)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestReparse edits texts at random and reads each with the help of the one before.
func TestReparse(t *testing.T) {
	smallSections(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range sectionTexts {
		for range 300 {
			tree := Parse("x.yaml", []byte(text))
			for range 4 {
				edited := edited(random, tree.File.Text)
				next := Reparse(tree, NewFile("x.yaml", []byte(edited)))
				if err := checkReparsed(next); err != nil {
					t.Fatalf("%v\nfrom %q\nto   %q", err, tree.File.Text, edited)
				}
				tree = next
			}
		}
	}
}

// checkReparsed holds a tree against those of the same text read at once, in sections and as a whole.
func checkReparsed(tree *Tree) error {
	file := NewFile(tree.File.Name, []byte(tree.File.Text))
	if err := sameTree(tree, ParseFile(file)); err != nil {
		return err
	}
	if err := checkTree(tree); err != nil {
		return err
	}
	whole := parseWhole(file)
	if len(whole.Errors) == 0 || len(tree.Errors) == 0 {
		return sameTree(tree, whole)
	}
	return nil
}

func edited(random *rand.Rand, text string) string {
	pieces := []string{"x", " ", "\n", ":", "'", "\"", "- ", "\n  - ", "#", "|", "[", "}", "\t", "\n    k: v", "name: ", "&a ", "*a", "%", "\n---\n", "...", "''", ", ", "!!int ", "\n\n", "\r", "\\/", "ü", "? "}
	at := random.IntN(len(text) + 1)
	end := at
	if random.IntN(2) == 0 {
		end = min(len(text), at+random.IntN(8)*random.IntN(4))
	}
	put := pieces[random.IntN(len(pieces))]
	if random.IntN(4) == 0 {
		put = ""
	}
	return text[:at] + put + text[end:]
}

func FuzzReparse(f *testing.F) {
	smallSections(f)
	for i, text := range sectionTexts {
		f.Add(text, 20*i, 3*i, "\n  - x: '")
	}
	f.Fuzz(func(t *testing.T, text string, at, drop int, put string) {
		tree := Parse("x.yaml", []byte(text))
		text = tree.File.Text
		at = min(max(at, 0), len(text))
		edited := text[:at] + put + text[min(max(at+drop, at), len(text)):]
		next := Reparse(tree, NewFile("x.yaml", []byte(edited)))
		if next.sections == nil {
			return
		}
		if err := checkReparsed(next); err != nil {
			t.Fatalf("%v\nfrom %q\nto   %q", err, text, edited)
		}
	})
}
