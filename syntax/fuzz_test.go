package syntax

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// tightColon is what yaml.v3 does not read after a key of one character, and nothing is said of.
var tightColon = regexp.MustCompile(`:[\[{]`)

// checkTree holds what is true of every tree, whatever the text is.
func checkTree(tree *Tree) error {
	text := tree.File.Text
	inside := func(s Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= len(text) }
	last := 0
	for _, e := range tree.Errors {
		if !inside(e.Span) || e.Message == "" || e.Code == "" {
			return fmt.Errorf("bad error %+v", e)
		}
		if e.Span.Start < last {
			return fmt.Errorf("errors out of order at %v", e.Span)
		}
		last = e.Span.Start
		for _, edit := range e.Edits {
			if !inside(edit.Span) || e.FixTitle == "" {
				return fmt.Errorf("bad edit in %+v", e)
			}
		}
	}
	for i, c := range tree.Comments {
		if !inside(c.Span) || !strings.HasPrefix(c.Text, "#") || text[c.Span.Start:c.Span.End] != c.Text ||
			i > 0 && c.Span.Start < tree.Comments[i-1].Span.End {
			return fmt.Errorf("bad comment %+v", c)
		}
	}
	if len(tree.Docs) == 0 {
		return fmt.Errorf("no document")
	}
	seen := map[*Node]bool{}
	var walk func(n *Node) error
	walk = func(n *Node) error {
		if n == nil {
			return fmt.Errorf("nil node")
		}
		if seen[n] {
			return fmt.Errorf("node %v stands twice in the tree", n.Span)
		}
		seen[n] = true
		if !inside(n.Span) || !inside(n.AnchorSpan) || !inside(n.TagSpan) {
			return fmt.Errorf("span %v of %d bytes", n.Span, len(text))
		}
		if n.Broken && len(tree.Errors) == 0 && !tightColon.MatchString(text) {
			return fmt.Errorf("%v is broken and nothing is reported", n.Span)
		}
		switch n.Kind {
		case AliasNode:
			if n.Alias == nil || n.Resolve() == nil {
				return fmt.Errorf("alias %s stands for nothing", n.Anchor)
			}
		case Scalar:
			return checkSource(tree, n)
		}
		for _, item := range n.Items {
			if err := walk(item); err != nil {
				return err
			}
		}
		for _, p := range n.Pairs {
			if err := walk(p.Key); err != nil {
				return err
			}
			if err := walk(p.Value); err != nil {
				return err
			}
		}
		return nil
	}
	for _, doc := range tree.Docs {
		if err := walk(doc); err != nil {
			return err
		}
	}
	return nil
}

// checkSource maps each character of a scalar back: one that is written as it reads maps to itself,
// any other to an escape or a line break, all in order and inside the scalar's span.
func checkSource(tree *Tree, n *Node) error {
	// The span of a block ends with its last text; the empty lines that `|+` keeps lie behind it.
	written := strings.TrimRight(n.Value, "\n")
	if n.Broken || strings.Trim(written, "\n") == "" {
		return nil
	}
	text := tree.File.Text
	if all := tree.Source(n, 0, len(written)); all.Start < n.Span.Start || all.End > n.Span.End {
		return fmt.Errorf("value %q of %v maps to %v", n.Value, n.Span, all)
	}
	if len(n.Value) > 300 {
		return nil // each step reads the scalar again
	}
	at := n.Span.Start
	for i := 0; i < len(n.Value); {
		_, size := utf8.DecodeRuneInString(n.Value[i:])
		s := tree.Source(n, i, i+size)
		if s.Start < at || s.Len() <= 0 {
			return fmt.Errorf("character %d of %q maps to %v, the one before ends at %d", i, n.Value, s, at)
		}
		source, value := text[s.Start:s.End], n.Value[i:i+size]
		if source != value && source[0] != '\\' && source != "''" && !strings.ContainsAny(source, "\r\n\u0085\u2028\u2029") {
			return fmt.Errorf("character %q of %q maps to %q", value, n.Value, source)
		}
		at = s.Start // a line break that stays may stand for more than one character
		i += size
	}
	return nil
}

func FuzzParse(f *testing.F) {
	for _, c := range faultCases {
		f.Add(c.text)
	}
	for _, text := range []string{
		"a: &x {b: 1, c: [1, 2, 'q']}\nd:\n  <<: *x\n  e: \"f\\n g\"\n  h: |\n    text\n     more\n\n  i: >-\n    folded\n    text\n",
		"- ? k\n  : v\n- !!str 5\n- \"a\\\n   b\\x41\n\n   c\"\n- 'it''s\n\n  x'\n- plain\n  goes on\n",
		"\ufeff%YAML 1.2\n---\na: |2-\n    x\n   y\n...\n---\nb\n", "a:\tb\r\nc: \u0085d: e\u2028 f\r- g", "[a?, {b:{c: d}}, *x]",
		"a: |+ # kept\n text\n \n\nb: >+\n  folded\n  text\n\n \n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree := Parse("x.yaml", []byte(text))
		if err := checkTree(tree); err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		// What is read without an error is read as yaml.v3 reads it, but for a bare `!` and a second byte
		// order mark, whose places yaml.v3 gets wrong, and a `?` in brackets, of which it takes more than
		// it should.
		if len(tree.Errors) == 0 && !strings.ContainsAny(text, "!?") && strings.Count(tree.File.Text, bom) < 2 && prepareYAML(tree.File.Text) == tree.File.Text {
			if _, err := decodeYAML(tree.File.Text); err != nil {
				return // `{a:{b: c}}`, which only PyYAML takes
			}
			if err := compareWithYAMLv3(tree); err != nil {
				t.Fatalf("%v in %q", err, text)
			}
		}
	})
}

// TestCorpusTrees holds the trees of real files, whole and cut off after each line.
func TestCorpusTrees(t *testing.T) {
	for _, path := range corpusFiles(t) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkTree(Parse(path, raw)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for i := 0; i < len(raw); i += 997 {
			if err := checkTree(Parse(path, raw[:i])); err != nil {
				t.Errorf("%s, first %d bytes: %v", path, i, err)
			}
		}
	}
}
