package syntax

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
)

// madeManifest returns a manifest with n policies in the usual styles.
func madeManifest(n int) string {
	var b strings.Builder
	b.WriteString("name: \"Made\"\ndescription: |\n  One: two\n  - three\nversion: '1.0'\n\npolicies:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - name: \"Policy %d\"\n    rule_type: all_of\n    params:\n      conditions:\n        - rule_type: history_contains\n          params: {kind: step.gate, count_attempts: true}\n"+
			"        - rule_type: not\n          params:\n            condition:\n              rule_type: field_matches_regex\n              params:\n                field: input.x # a comment\n                pattern: 'a''b: c'\n"+
			"    severity: high\n\n    description: one\n      and two\n    # own line\n    enforcement_point: step_execution\n", i)
	}
	b.WriteString("list:\n- a\n- b: {c: [x, 'y', {z: 1}],\n   d: e}\n  f: g\n- - h\n  - i\n")
	return b.String()
}

// corpus calls do with the policy files beside the repository and with made ones.
func corpus(t *testing.T, do func(t *testing.T, name, text string)) {
	do(t, "made.yaml", madeManifest(3))
	do(t, "made-crlf.yaml", strings.ReplaceAll(madeManifest(2), "\n", "\r\n"))
	do(t, "made.json", `{"schema": "agent-behavior-contract/v0", "id": "a.b", "clauses": [{"id": "P1",`+"\n"+` "preconditions": ["x", "y\"\u00e9"], "n": 1}, {"id": "P2"}], "empty": {}, "last": null}`)
	t.Run("corpus", func(t *testing.T) {
		root := filepath.Join(shared.Dir(t), "corpus")
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "l") || strings.HasSuffix(path, ".btmpl") {
				return err
			}
			raw, err := os.ReadFile(path)
			if err == nil {
				do(t, path, string(raw))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestCursorAgreesWithTree asks for the cursor at every key and every scalar, in the whole text, in
// the text cut off there, and in a line that has just been begun.
func TestCursorAgreesWithTree(t *testing.T) {
	asked := 0
	corpus(t, func(t *testing.T, name, text string) {
		tree := Parse(name, []byte(text))
		if len(tree.Errors) > 0 {
			t.Fatalf("%s: %v", name, tree.Errors)
		}
		c := treeCheck{t: t, name: name, text: text, tree: tree}
		c.node(tree.Docs[0], "")
		asked += c.asked
	})
	t.Logf("%d questions", asked)
}

type treeCheck struct {
	t          *testing.T
	name, text string
	tree       *Tree
	asked      int
}

func (c *treeCheck) ask(what string, text string, offset int, want ...string) Cursor {
	c.t.Helper()
	c.asked++
	tree := &Tree{File: NewFile(c.name, []byte(text)), JSON: c.tree.JSON}
	cur := tree.At(offset)
	checkCursor(c.t, text, cur, offset)
	got := [...]string{"none", "key", "value", "item", "text"}[cur.Slot] + " " + cursorPath(cur)
	for _, w := range want {
		if got == w {
			return cur
		}
	}
	p := tree.File.Position(offset)
	c.t.Errorf("%s:%d:%d: %s: %s, want %s", c.name, p.Line, p.Column, what, got, want[0])
	return cur
}

func (c *treeCheck) node(n *Node, path string) {
	for _, p := range n.Pairs {
		if p.Key.Kind != Scalar || p.Key.Style == Literal {
			continue
		}
		c.key(n, p, path)
		c.value(p.Value, path+"."+p.Key.Value, "value ")
	}
	for i, item := range n.Items {
		c.value(item, fmt.Sprintf("%s[%d]", path, i), "item ")
	}
}

func (c *treeCheck) key(n *Node, p Pair, path string) {
	span := p.Key.Span
	middle := span.Start + 1 + (span.Len()-1)/2
	for _, offset := range []int{span.Start, middle, span.End} {
		cur := c.ask("key", c.text, offset, "key "+path+".")
		if cur.Token != span || !cur.HasColon {
			c.t.Errorf("%s: token %v of the key at %v, colon %v", c.name, cur.Token, span, cur.HasColon)
		}
		if last := cur.Levels[len(cur.Levels)-1]; len(last.Entries) != len(n.Pairs)-1 {
			c.t.Errorf("%s: %d entries beside the key at %v, want %d", c.name, len(last.Entries), span, len(n.Pairs)-1)
		}
	}
	c.ask("cut key", c.text[:middle], middle, "key "+path+".", "item "+path)
	if line := c.tree.File.LineSpan(c.tree.File.Line(span.Start)); p.Value.Span.End <= line.End && n.Style != Flow {
		c.ask("half key", c.text[:middle]+c.text[line.End:], middle, "key "+path+".", "item "+path)
		half := c.text[:span.End] + ": " + c.text[line.End:]
		c.ask("key without a value", half, span.End+2, "value "+path+"."+p.Key.Value)
		for i, broken := range []string{": [", ": {", ": \"", "", ": 'x", ": {a: ["} {
			// The line is broken, and the next key of the mapping is typed.
			if (span.Start+i)%5 > 0 {
				continue
			}
			indent := "\n" + strings.Repeat(" ", c.column(span.Start))
			begun := c.text[:span.End] + broken + indent + "zz"
			c.ask("key below"+broken, begun+c.text[line.End:], len(begun), "key "+path+".")
			c.ask("value below"+broken, begun+": "+c.text[line.End:], len(begun)+2, "value "+path+".zz")
		}
	}
}

// column is the width of what stands before a key on its line.
func (c *treeCheck) column(offset int) int {
	return offset - c.tree.File.LineSpan(c.tree.File.Line(offset)).Start
}

func (c *treeCheck) value(n *Node, path, slot string) {
	c.node(n, path)
	if n.Kind != Scalar || n.Span.Len() == 0 {
		return
	}
	line := c.tree.File.LineSpan(c.tree.File.Line(n.Span.Start))
	middle := n.Span.Start + (n.Span.Len()+1)/2
	switch {
	case n.Style == Literal || n.Style == Folded || n.Span.End > line.End:
		for offset := c.tree.File.LineSpan(c.tree.File.Line(n.Span.Start) + 1).Start; offset <= n.Span.End; offset++ {
			before := c.text[c.tree.File.LineSpan(c.tree.File.Line(offset)).Start:offset]
			if offset%7 == 0 && strings.TrimSpace(before) != "" {
				c.ask("text", c.text, offset, "text "+path)
			}
		}
	case n.Style == Plain || middle < n.Span.End:
		cur := c.ask("scalar", c.text, middle, slot+path)
		if cur.Token != n.Span || cur.Value != n.Span {
			c.t.Errorf("%s: token %v, value %v of the scalar at %v", c.name, cur.Token, cur.Value, n.Span)
		}
		c.ask("cut scalar", c.text[:middle], middle, slot+path, "key "+path+".")
		c.ask("half scalar", c.text[:middle]+c.text[n.Span.End:], middle, slot+path)
		c.ask("before scalar", c.text[:n.Span.Start]+c.text[n.Span.End:], n.Span.Start, slot+path)
	}
}
