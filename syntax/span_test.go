package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// spans lists the nodes of a tree with what their spans cover.
func spans(tree *Tree) []string {
	var all []string
	kinds := map[Kind]string{Scalar: "scalar", Mapping: "map", Sequence: "list", AliasNode: "alias"}
	var walk func(path string, n *Node)
	walk = func(path string, n *Node) {
		all = append(all, fmt.Sprintf("%s %s %q", path, kinds[n.Kind], tree.File.Text[n.Span.Start:n.Span.End]))
		for i, item := range n.Items {
			walk(fmt.Sprintf("%s[%d]", path, i), item)
		}
		for _, p := range n.Pairs {
			walk(path+"!", p.Key)
			walk(path+"."+p.Key.Value, p.Value)
		}
	}
	walk("", tree.Docs[0])
	return all
}

func TestSpans(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"a: plain text # c\nb:\n", ` map "a: plain text # c\nb:"
! scalar "a"
.a scalar "plain text"
! scalar "b"
.b scalar ""`},
		{"- 'it''s'\n- \"a\\\"b\"\n-\n- x\n  y\n\n", ` list "- 'it''s'\n- \"a\\\"b\"\n-\n- x\n  y"
[0] scalar "'it''s'"
[1] scalar "\"a\\\"b\""
[2] scalar ""
[3] scalar "x\n  y"`},
		{"a: |- # c\n  x\n\n  y\n\n# d\nb: >+\n\n  z\n\n", ` map "a: |- # c\n  x\n\n  y\n\n# d\nb: >+\n\n  z"
! scalar "a"
.a scalar "|- # c\n  x\n\n  y"
! scalar "b"
.b scalar ">+\n\n  z"`},
		{"a: |\nb: 1\n", ` map "a: |\nb: 1"
! scalar "a"
.a scalar "|"
! scalar "b"
.b scalar "1"`},
		{"a: &x !!map\n  b: &y c\nd: *x\ne: !!str\n", ` map "a: &x !!map\n  b: &y c\nd: *x\ne: !!str"
! scalar "a"
.a map "b: &y c"
.a! scalar "b"
.a.b scalar "c"
! scalar "d"
.d alias "*x"
! scalar "e"
.e scalar ""`},
		{"[{a: 1, b}, [ ], c: d, ? e : f]", ` list "[{a: 1, b}, [ ], c: d, ? e : f]"
[0] map "{a: 1, b}"
[0]! scalar "a"
[0].a scalar "1"
[0]! scalar "b"
[0].b scalar ""
[1] list "[ ]"
[2] map "c: d"
[2]! scalar "c"
[2].c scalar "d"
[3] map "? e : f"
[3]! scalar "e"
[3].e scalar "f"`},
		{"? a\n: - b\n  - c: d\n    e: é\nf: g\n", ` map "? a\n: - b\n  - c: d\n    e: é\nf: g"
! scalar "a"
.a list "- b\n  - c: d\n    e: é"
.a[0] scalar "b"
.a[1] map "c: d\n    e: é"
.a[1]! scalar "c"
.a[1].c scalar "d"
.a[1]! scalar "e"
.a[1].e scalar "é"
! scalar "f"
.f scalar "g"`},
		{"\ufeffé: 1\r\nb:\r\n- c\r\n", " map \"é: 1\\r\\nb:\\r\\n- c\"\n! scalar \"é\"\n.é scalar \"1\"\n! scalar \"b\"\n.b list \"- c\"\n.b[0] scalar \"c\""},
	} {
		tree := Parse("x.yaml", []byte(c.text))
		if len(tree.Errors) > 0 {
			t.Errorf("%q: %v", c.text, tree.Errors)
		}
		if got := strings.Join(spans(tree), "\n"); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestSource(t *testing.T) {
	for _, c := range []struct {
		text   string
		part   string // of the value of the first document
		source string
	}{
		{"plain text", "text", "text"},
		{"one\n  two\n\n  three", "two", "two"},
		{"one\n  two", "e t", "e\n  t"},
		{"'it''s (x'", "s", "s"},
		{"'it''s (x'", "'", "''"},
		{"'it''s (x'", "(", "("},
		{"'a\n  b'", "b", "b"},
		{"'a\n  b'", " ", "\n  "},
		{`"a\tb\x41é\u00e9(c"`, "(", "("},
		{`"a\tb\x41é\u00e9(c"`, "A", `\x41`},
		{`"a\tb\x41é\u00e9(c"`, "bAéé", `b\x41é\u00e9`},
		{"\"a\\\n   b\n\n  c\"", "b", "b"},
		{"\"a\\\n   b\n\n  c\"", "c", "c"},
		{"\"a\\\n   b\n\n  c\"", "\n", "\n\n"},
		{"|\n  one {x}\n    two\n\n  three\n", "{x}", "{x}"},
		{"|\n  one {x}\n    two\n\n  three\n", "  two", "  two"},
		{"|\n  one {x}\n    two\n\n  three\n", "two\n\nthree", "two\n\n  three"},
		{">-\n  one\n  two\n\n  three", "two", "two"},
		{">-\n  one\n  two\n\n  three", "one two", "one\n  two"},
		{">-\n  one\n  two\n\n  three", "three", "three"},
		{"|2+\n    x\n   y\n\n", "  x", "  x"},
		{"|2+\n    x\n   y\n\n", " y", " y"},
		{"|\r\n  a\r\n  b\r\n", "b", "b"},
	} {
		tree := Parse("x.yaml", []byte(c.text))
		n := tree.Docs[0]
		at := strings.Index(n.Value, c.part)
		if at < 0 {
			t.Errorf("%q reads as %q, without %q", c.text, n.Value, c.part)
			continue
		}
		s := tree.Source(n, at, at+len(c.part))
		if got := tree.File.Text[s.Start:s.End]; got != c.source {
			t.Errorf("%q of %q is written as %q, want %q", c.part, c.text, got, c.source)
		}
		if end := tree.Source(n, len(n.Value), len(n.Value)); end.Len() != 0 || end.Start > n.Span.End {
			t.Errorf("the end of %q is at %v of %v", c.text, end, n.Span)
		}
	}
}

func TestTags(t *testing.T) {
	tree := Parse("x.yaml", []byte("- 12\n- '12'\n- !!str 12\n- !!int '12'\n- ! '12'\n- ~\n-\n- yes\n- 1.5\n- 2026-01-02\n- !!binary aGk=\n"+
		"- !!set {a}\n- !!omap [a: 1]\n- !<tag:yaml.org,2002:float> 1\n- |\n  12\n- [1]\n- {a: 1}\n"))
	want := []Tag{Int, Str, Str, Int, Int, Null, Null, Bool, Float, Timestamp, Binary, Set, OMap, Float, Str, Seq, Map}
	for i, n := range tree.Docs[0].Items {
		if n.Tag != want[i] {
			t.Errorf("item %d, %q, has the tag %d, want %d", i, tree.File.Text[n.Span.Start:n.Span.End], n.Tag, want[i])
		}
	}
	if len(tree.Errors) > 0 || len(tree.Docs[0].Items) != len(want) {
		t.Errorf("%d items, %v", len(tree.Docs[0].Items), tree.Errors)
	}
}

func TestComments(t *testing.T) {
	text := "# one\na: 'x # no' # two\nb: |  # three\n  # no\nc: [1, # four\n  2]#five\n  # six\nd: x#no\n\u0085# seven\n...\n# eight"
	tree := Parse("x.yaml", []byte(text))
	var got []string
	for _, c := range tree.Comments {
		if text[c.Span.Start:c.Span.End] != c.Text {
			t.Errorf("the span of %q covers %q", c.Text, text[c.Span.Start:c.Span.End])
		}
		got = append(got, fmt.Sprintf("%s %v", c.Text, c.Own))
	}
	want := "# one true|# two false|# three false|# four false|#five false|# six true|# seven true|# eight true"
	if got := strings.Join(got, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEntries(t *testing.T) {
	for text, want := range map[string]string{
		"{a: 1, b: 2, a: 3}":                                    "a=1 b=2 a=3",
		"x: &x {a: 1, b: 2}\ny: {b: 3, <<: *x, c: 4}":           "b=3 a=1 c=4",
		"x: &x {a: 1}\nz: &z {a: 2, b: 2}\ny: {<<: [*x, *z]}":   "a=1 b=2",
		"x: &x {a: 1}\nz: &z {a: 2, b: 2}\ny: {<<: *x, <<: *z}": "a=2 b=2",
		"x: &x {a: 1}\nz: &z {<<: *x, b: 2}\ny: {<<: *z}":       "a=1 b=2",
		"y: {<<: {a: 1, a: 2}}":                                 "a=1 a=2",
		"y: {<<: 1, a: 1}":                                      "a=1",
		"y: &y {a: 1, <<: *y}":                                  "a=1",
	} {
		root := Parse("x.yaml", []byte(text)).Docs[0]
		n := root
		if len(root.Pairs) > 0 {
			if y := root.Get("y"); y != nil {
				n = y
			}
		}
		var got []string
		for _, p := range Entries(n) {
			got = append(got, p.Key.Value+"="+p.Value.Value)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s has the entries %s, want %s", text, got, want)
		}
	}
}

// TestBombs holds that hostile texts give one clear error and end.
func TestBombs(t *testing.T) {
	laughs := "a0: &a0 [x]\n"
	for i := 1; i < 30; i++ {
		laughs += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9))
	}
	for name, c := range map[string]struct {
		text string
		want ErrorCode
	}{
		"brackets":        {strings.Repeat("[", 20_000), ExcessiveNesting},
		"braces":          {"a: " + strings.Repeat("{a: ", 20_000) + "\nb: 1\n", ExcessiveNesting},
		"dashes":          {strings.Repeat("- ", 20_000), ExcessiveNesting},
		"deep but closed": {strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000), ""},
		"laughs":          {laughs, ExcessiveAliasing},
		"long line":       {"a: " + strings.Repeat("x y ", 10<<18), ""},
		"binary":          {strings.Repeat("\x00\x01a\xff", 10_000), InvalidCharacter},
		"undefined":       {"[" + strings.Repeat("*a, ", 10_000) + "]", UndefinedAlias},
	} {
		tree := Parse("x.yaml", []byte(c.text))
		var codes []ErrorCode
		for _, e := range tree.Errors {
			codes = append(codes, e.Code)
		}
		if c.want == "" && len(codes) > 0 || c.want != "" && (len(codes) != 1 || codes[0] != c.want) {
			t.Errorf("%s: %v, want %q", name, codes, c.want)
		}
	}
}
