package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// dump writes a tree as flow YAML, for tests; `!` marks what is broken.
func dump(n *Node) string {
	mark := ""
	if n.Broken {
		mark = "!"
	}
	switch n.Kind {
	case Scalar:
		if n.Tag == Str {
			return mark + fmt.Sprintf("%q", n.Value)
		}
		return mark + n.Value
	case AliasNode:
		return mark + "*" + n.Anchor
	case Sequence:
		var items []string
		for _, item := range n.Items {
			items = append(items, dump(item))
		}
		return mark + "[" + strings.Join(items, ", ") + "]"
	}
	var pairs []string
	for _, p := range n.Pairs {
		key := dump(p.Key)
		if p.Key.Kind == Scalar {
			key = p.Key.Value
			if p.Key.Broken {
				key = "!" + key
			}
		}
		pairs = append(pairs, key+": "+dump(p.Value))
	}
	return mark + "{" + strings.Join(pairs, ", ") + "}"
}

// faultCases are texts with one fault each, or a few: what is marked, what is said, what is left.
var faultCases = []struct {
	text string
	want string // code "marked": message, joined by newlines
	left string // the first document
}{
	// Missing colon.
	{"a:\n  b: 1\n  half\n  c: 2\n", "syntax-error \"half\": `half` is no entry: a key needs a `:` behind it", "{a: !{b: 1, c: 2}}"},
	{"half\nb: 1\n", "syntax-error \"half\": `half` is no entry: a key needs a `:` behind it", "!{b: 1}"},
	{"a: 1\nhalf", "syntax-error \"half\": `half` is no entry: a key needs a `:` behind it", "!{a: 1}"},
	{"p:\n  - n: x\n    params\n      f: 1\n  - n: y\n", "syntax-error \"params\": a `:` is missing after `params`", "{p: [!{n: \"x\", !params: {f: 1}}, {n: \"y\"}]}"},
	{"a:\n  kind step.x\n  b: 1\n", "syntax-error \"kind\": a `:` is missing after `kind`", "{a: !{!kind: \"step.x\", b: 1}}"},
	{"a: 1\nb = 2\nc: 3\n", "syntax-error \"=\": `b` is followed by `=`: YAML writes `key: value`", "{a: 1, b: !, c: 3}"},
	{"a: 1\n: 2\nb: 3\n", "syntax-error \":\": a key is missing before the `:`", "!{a: 1, b: 3}"},
	{"a: 1\ndesc\n  Some text: all of it,\n  in two lines.\nb: 1\n", "syntax-error \"desc\": a `:` is missing after `desc`", "!{a: 1, !desc: !, b: 1}"},
	{"desc:\n  Some text: all of it,\n  in two lines.\nb: 1\n", "syntax-error \":\": an unquoted value cannot hold `: `", "{desc: !, b: 1}"},
	// Missing space.
	{"a: 1\nb:c\nd: 2\n", "syntax-error \":\": a space is missing after `b:`", "{a: 1, b: !, d: 2}"},
	{"x:\n  - a\n  -b\n  - c\n", "syntax-error \"-\": a space is missing after `-`", "{x: [\"a\", !, \"c\"]}"},
	{"x:\n  - a: 1\n  -b: 2\n    d: 4\n  - c: 3\n", "syntax-error \"-\": a space is missing after `-`", "{x: [{a: 1}, !, {c: 3}]}"},
	// Quotes.
	{"a: \"open\nb: \"x\"\nc: 2\n", "syntax-error \"\\\"open\": the quote `\"` is not closed", "{a: !, b: \"x\", c: 2}"},
	{"a: 'open\nb: 1\n", "syntax-error \"'open\": the quote `'` is not closed", "{a: !, b: 1}"},
	{"a: \"1.0\"\"\nb: \"x\"\nc: 2\n", "syntax-error \"\\\"\": a `\"` inside \"…\" ends the value here", "{a: !, b: \"x\", c: 2}"},
	{"a: 'don't'\nb: 1\n", "syntax-error \"'\": a `'` inside '…' ends the value here", "{a: !, b: 1}"},
	{"a: 'x' y\nb: 1\n", "syntax-error \"y\": text follows after the closing quote", "{a: !, b: 1}"},
	{"a: \"\\.py$\"\nb: 1\n", "syntax-error \"\\\\.\": `\\.` is no escape of double quotes", "{a: !, b: 1}"},
	{"a: \"it\\'s\"\n", "syntax-error \"\\\\'\": `\\'` is no escape of double quotes", "{a: \"it\\\\'s\"}"},
	{"a: \"\\x4\"\n", "syntax-error \"\\\\x\": `\\x` needs 2 hexadecimal digits behind it", "{a: !}"},
	// Brackets.
	{"a: 1\nb: [\n", "syntax-error \"[\": `[` is not closed", "{a: 1, b: !}"},
	{"a: 1\nb: {c: [d,\n", "syntax-error \"{\": `{` is not closed", "{a: 1, b: !}"},
	{"- a: 1\n  b: [", "syntax-error \"[\": `[` is not closed", "[{a: 1, b: !}]"},
	{"a: [1, 2\nb: 3\n", "syntax-error \"[\": `[` is not closed", "{a: !, b: 3}"},
	{"a: [\"x\", \"y\"\nb: |\n  t\nc: |\n  u\n", "syntax-error \"[\": `[` is not closed", "{a: !, b: \"t\\n\", c: \"u\\n\"}"},
	{"b: [1]]\nc: 2\n", "syntax-error \"]\": `]` closes nothing", "{b: [1], c: 2}"},
	{"a: 1\n}\nb: 2\n", "syntax-error \"}\": `}` closes nothing", "{a: 1, b: 2}"},
	{"a: [\"x\" \"y\"]\nb: 1\n", "syntax-error \"\\\"\": a `,` is missing before this in the `[`", "{a: !, b: 1}"},
	{"a: [1,,2]\n", "syntax-error \",\": a value is missing before `,`", "{a: !}"},
	{"a: {{ x }}\nb: 1\n", "unhashable-key \"{{ x }}\": an unquoted value cannot start with `{{`: it reads as a mapping with a mapping as its key", "{a: !{{x: }: }, b: 1}"},
	{"a: [b?c]\n", "syntax-error \"?\": `?` cannot stand in an unquoted value inside brackets", "{a: !}"},
	{"a: [x,\n", "syntax-error \"[\": `[` is not closed", "{a: !}"},
	// Unquoted values.
	{"a: [a-z]+\\.env$\nb: 1\n", "syntax-error \"[a-z]+\\\\.env$\": an unquoted value cannot start with `[`", "{a: !, b: 1}"},
	{"a: {x}y # c\n", "syntax-error \"{x}y\": an unquoted value cannot start with `{`", "{a: !}"},
	{"a: *.txt\nb: 1\n", "syntax-error \"*.txt\": an unquoted value cannot start with `*`", "{a: !, b: 1}"},
	{"a: &.x\n", "syntax-error \"&.x\": an unquoted value cannot start with `&`", "{a: !}"},
	{"a: @x\n", "syntax-error \"@x\": an unquoted value cannot start with `@`", "{a: !}"},
	{"a: %x\n", "syntax-error \"%x\": an unquoted value cannot start with `%`", "{a: !}"},
	{"a: |rm\nb: 1\n", "syntax-error \"|rm\": an unquoted value cannot start with `|`", "{a: !, b: 1}"},
	{"a: b: c\nd: 1\n", "syntax-error \":\": an unquoted value cannot hold `: `", "{a: !, d: 1}"},
	{"a: - rf\nb: 1\n", "syntax-error \"- rf\": a value on the line of its key cannot start with `- `", "{a: !, b: 1}"},
	{"a: =\n", "invalid-scalar \"=\": a value that is only `=` is refused by the loader: YAML 1.1 gives it a meaning of its own", "{a: \"=\"}"},
	{"policies:\n ': a\n    b: 'a''b'\n  # c'\n", "syntax-error \"\": text follows after the closing quote", "{policies: !}"},
	// Block texts.
	{"a: ||\n  y\nb: 1\n", "syntax-error \"|\": `|` is too much: one `|` starts a block text", "{a: \"y\\n\", b: 1}"},
	{"a: > text\nb: 1\n", "syntax-error \"text\": the text of a `>` block starts on the next line", "{a: !, b: 1}"},
	{"a: >-\nx\nb: 1\n", "syntax-error \"x\": the text of a `>` block has to be indented deeper than its key", "!{a: \"\", b: 1}"},
	{"a: |\n    x\n  y\nb: 1\n", "syntax-error \"y\": the text of the `|` block is indented less here than in its first line", "{a: \"x\\n\", b: 1}"},
	// Indentation.
	{"a:\n  b: 1\n    c: 2\n    d: 3\ne: 4\n", "syntax-error \"c\": `c` is indented deeper than the entry above it, which has a value already", "{a: !{b: 1, !c: 2, !d: 3}, e: 4}"},
	{"a:\n  b:\n    c: 1\n    e: 3\n   dd: 2\n", "syntax-error \"dd\": the indentation of `dd` fits nothing above it", "{a: {b: !{c: 1, e: 3, !dd: 2}}}"},
	{"a:\n    b: 1\n  c: 1\n  d: 2\n", "syntax-error \"b\": `b` is indented deeper than the entries below it", "{a: !{!b: 1, c: 1, d: 2}}"},
	{"a:\n bcd: 1\n  c: 1\n  d: 2\n", "syntax-error \"bcd\": `bcd` is indented less than the entries below it", "{a: !{!bcd: 1, c: 1, d: 2}}"},
	{"p:\n  - name: x\n  rule: y\n  sev: z\n  - name: q\n", "syntax-error \"rule\": `rule` stands in the column of the `-`, where only items of the list may stand", "{p: [!{name: \"x\", !rule: \"y\", !sev: \"z\"}, {name: \"q\"}]}"},
	{"a: 1\n- b\nc: 2\n", "syntax-error \"-\": an item of a list stands where a key is expected", "!{a: 1, c: 2}"},
	{"  a: 1\nb: 2\n", "syntax-error \"a\": the first line is indented, and the lines below it are not", "!{b: 2}"},
	// Tabs.
	{"a:\n  - b: 1\n\t  c: 2\nd: 3\n", "syntax-error \"\\t\": a tab cannot indent YAML", "{a: [!{b: 1}], d: 3}"},
	{"a:\tb\nc: d\t\ne: f\t# g\n", "syntax-error \"\\t\": a tab after `:` is refused by the loader\n" +
		"syntax-error \"\\t\": a tab at the end of a line is refused by the loader\n" +
		"syntax-error \"\\t\": a tab before a comment is refused by the loader", "{a: \"b\", c: \"d\", e: \"f\"}"},
	{"a: b\u2028c d\ne: f\n", "syntax-error \"\\u2028\": the invisible character U+2028 ends the line for the loader, and what follows is no entry", "!{e: \"f\"}"},
	{"a: b\n\t\nc: d\n  \t \n", "syntax-error \"\\t\": a tab at the end of a line is refused by the loader\n" +
		"syntax-error \"\\t\": a tab at the end of a line is refused by the loader", "{a: \"b\", c: \"d\"}"},
	{"a:\n\t# c\n  - b: c\n\t\n    d: e\r\n\r\n\t\r\n", "syntax-error \"\\t\": a tab cannot indent YAML\n" +
		"syntax-error \"\\t\": a tab at the end of a line is refused by the loader\n" +
		"syntax-error \"\\t\": a tab at the end of a line is refused by the loader", "{a: [{b: \"c\", d: \"e\"}]}"},
	{"a: |\n  x\n\t\n  y\nb: c\n\t\n", "syntax-error \"\\t\": a tab at the end of a line is refused by the loader\n" +
		"syntax-error \"\\t\": a tab at the end of a line is refused by the loader", "{a: \"x\\n\\ny\\n\", b: \"c\"}"},
	{"a: |\n  x\n  \t\n  y\nb: \"c\n\t\n d\"\ne: f\n\t\n", "syntax-error \"\\t\": a tab at the end of a line is refused by the loader", "{a: \"x\\n\\t\\ny\\n\", b: \"c\\nd\", e: \"f\"}"},
	{"a: |\t\n  x\n", "syntax-error \"\\t\": a tab at the end of a line is refused by the loader", "{a: \"x\\n\"}"},
	// Anchors, aliases, merges, tags.
	{"a: &x 1\nb: *y\nc: [*y, *x]\n", "undefined-alias \"*y\": `*y` is an alias, and no anchor `&y` stands before it", "{a: 1, b: !, c: [!, *x]}"},
	{"a: &x 1\nb: &x 2\n", "duplicate-anchor \"&x\": the anchor `&x` is defined twice: the loader refuses the file", "{a: 1, b: 2}"},
	{"a: &x [b, *x]\n", "recursive-alias \"*x\": `*x` stands inside its own anchor: the value would contain itself", "{a: [\"b\", !*x]}"},
	{"<<: 1\na: 2\n", "invalid-merge \"1\": `<<` merges mappings, and this is a scalar", "{<<: 1, a: 2}"},
	{"<<: [{b: 1}, c]\n", "invalid-merge \"c\": `<<` merges mappings, and this is a scalar", "{<<: [{b: 1}, \"c\"]}"},
	{"a: !env x\n", "unknown-tag \"!env\": the loader does not know the tag `!env`", "{a: !x}"},
	{"a: !!int five\n", "invalid-scalar \"five\": the loader dies on `five`: it is no integer", "{a: !five}"},
	{"a: !!seq x\n", "invalid-scalar \"!!seq\": the tag `!!seq` is for a list, and this is a scalar", "{a: !x}"},
	{"? [a]\n: b\n", "unhashable-key \"[a]\": a list cannot be a key: the loader refuses the file", "{[\"a\"]: \"b\"}"},
	// The stream.
	{"a: 1\n---\n", "multiple-documents \"---\": a second document starts here, and the loader reads exactly one: it refuses the file", "{a: 1}"},
	{"%YAML 2.0\n---\na: 1\n", "unsupported-version \"%YAML 2.0\": the loader reads YAML 1, not `2.0`", "!{a: 1}"},
	{"%YAML 1.1\na: 1\n", "syntax-error \"%YAML 1.1\": a directive needs a line `---` below it", "!{a: 1}"},
	{"```yaml\na: 1\n", "syntax-error \"```yaml\": a Markdown code fence is no YAML", "{a: 1}"},
	{"a: 1\n... x\n", "syntax-error \"x\": the document has ended before this text", "!{a: 1}"},
	{"a: x\x07y\n", "invalid-character \"\\a\": the character U+0007 is not allowed in YAML, not even in quotes", "{a: \"x\\ay\"}"},
	{"a\x00:\x00 \x00x\x00\n\x00", "invalid-character \"\\x00\": the file seems to be UTF-16 without a byte order mark, and the loader reads UTF-8", "!"},
	{"a: x\x92y\n", "invalid-character \"\\x92\": the byte 0x92 is no UTF-8", "{a: \"x\\x92y\"}"},
	// Several faults cost their entries and no more.
	{"r:\n  - m: \"a\"b\n    t: c\n  - m: *x\n    foo\n  - ok: 1\n  - a: b: c\n    d: @e\nf: {a: 1\ng: 2\n",
		"syntax-error \"b\": text follows after the closing quote\n" +
			"undefined-alias \"*x\": `*x` is an alias, and no anchor `&x` stands before it\n" +
			"syntax-error \"foo\": `foo` is no entry: a key needs a `:` behind it\n" +
			"syntax-error \":\": an unquoted value cannot hold `: `\n" +
			"syntax-error \"@e\": an unquoted value cannot start with `@`\n" +
			"syntax-error \"{\": `{` is not closed",
		"{r: [{m: !, t: \"c\"}, !{m: !}, {ok: 1}, {a: !, d: !}], f: !, g: 2}"},
}

func TestFaults(t *testing.T) {
	for _, c := range faultCases {
		tree := Parse("x.yaml", []byte(c.text))
		var got []string
		for _, e := range tree.Errors {
			got = append(got, fmt.Sprintf("%s %q: %s", e.Code, c.text[e.Span.Start:e.Span.End], e.Message))
		}
		if got := strings.Join(got, "\n"); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
		if got := dump(tree.Docs[0]); got != c.left {
			t.Errorf("%q leaves\n     %s\nwant %s", c.text, got, c.left)
		}
		if err := checkTree(tree); err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// applyEdits makes the edits of a fault, which are in order and do not overlap.
func applyEdits(text string, edits []Edit) string {
	for i := len(edits) - 1; i >= 0; i-- {
		s := edits[i].Span
		text = text[:s.Start] + edits[i].New + text[s.End:]
	}
	return text
}

// TestFaultEdits holds that a repair said to be certain takes its fault away, and brings no other.
func TestFaultEdits(t *testing.T) {
	edits := 0
	for _, c := range faultCases {
		tree := Parse("x.yaml", []byte(c.text))
		for _, e := range tree.Errors {
			if e.Edits == nil {
				continue
			}
			edits++
			repaired := applyEdits(c.text, e.Edits)
			if left := Parse("x.yaml", []byte(repaired)).Errors; len(left) != len(tree.Errors)-1 {
				t.Errorf("%q, repaired for %q, is %q, and has the errors %v", c.text, e.Message, repaired, left)
			}
		}
	}
	if edits < 20 {
		t.Errorf("only %d repairs", edits)
	}
}

// TestTaken holds what PyYAML takes: no fault, whatever yaml.v3 or common sense say.
func TestTaken(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"# only a comment":             "",
		"\ufeffa: 1\n":                 "{a: 1}",
		"\ufeff\ufeffa: 1\n":           "{\ufeffa: 1}",
		"a: 1\rb: 2\r":                 "{a: 1, b: 2}",
		"# c\u0085a: 1\n":              "{a: 1}",
		"a: 1\n...\n":                  "{a: 1}",
		"%YAML 1.2\n---\na: 1\n":       "{a: 1}",
		"%FOO bar\n---\na: 1\n":        "{a: 1}",
		"a: \"\\/\"\nb: \"\\ud83d\"\n": "{a: \"/\", b: \"\\xed\\xa0\\xbd\"}",
		"? a\n? b\n":                   "{a: , b: }",
		"!!set {a, b}\n":               "{a: , b: }",
		"- ! 12\n- ! '12'\n":           "[12, 12]",
		"=: 1\n":                       "{=: 1}",
		"a: &a {x: 1}\n<<: *a\nb:\n  <<: [*a, *a]\n": "{a: {x: 1}, <<: *a, b: {<<: [*a, *a]}}",
		"{aa:{b: c}, dd:[e], f:g}\n":                 "{aa: {b: \"c\"}, dd: [\"e\"], f:g: }",
		"a: \"x\ty\" # tab\t\nb: |\n  x\ty\n":        "{a: \"x\\ty\", b: \"x\\ty\\n\"}",
		"a: 'x'#c\n":                                 "{a: \"x\"}",
		"a: x#y\n":                                   "{a: \"x#y\"}",
		"\u00a0 b: 2\n":                              "{\u00a0 b: 2}",
		"a: [\n]\nb: {\nc: d\n}\n":                   "{a: [], b: {c: \"d\"}}",
	} {
		tree := Parse("x.yaml", []byte(text))
		for _, e := range tree.Errors {
			t.Errorf("%q: %s", text, e.Message)
		}
		if got := dump(tree.Docs[0]); got != want {
			t.Errorf("%q reads as\n     %s\nwant %s", text, got, want)
		}
	}
}
