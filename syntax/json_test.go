package syntax

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// outline writes a tree of JSON on one line: tags, values, what is written at each span, and `~` before
// broken nodes.
func outline(text string, n *Node) string {
	written := text[n.Span.Start:n.Span.End]
	if n.Broken {
		sound := *n
		sound.Broken = false
		return "~" + outline(text, &sound)
	}
	switch n.Kind {
	case Mapping:
		var parts []string
		for _, p := range n.Pairs {
			parts = append(parts, outline(text, p.Key)+": "+outline(text, p.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}" + ends(written)
	case Sequence:
		var parts []string
		for _, item := range n.Items {
			parts = append(parts, outline(text, item))
		}
		return "[" + strings.Join(parts, ", ") + "]" + ends(written)
	}
	tag := map[Tag]string{Str: "str", Int: "int", Float: "float", Bool: "bool", Null: "null"}[n.Tag]
	if written == n.Value || written == `"`+n.Value+`"` {
		return tag + " " + written
	}
	return fmt.Sprintf("%s %s<%s>", tag, written, n.Value)
}

// ends shows the brackets of a collection where they are not the usual ones.
func ends(written string) string {
	if len(written) > 1 && strings.Contains("{}[]", written[:1]+written[len(written)-1:]) {
		return ""
	}
	return "<" + written + ">"
}

func jsonErrors(tree *Tree) string {
	var b strings.Builder
	for _, e := range tree.Errors {
		fmt.Fprintf(&b, "%d-%d %s\n", e.Span.Start, e.Span.End, e.Message)
	}
	return b.String()
}

// repaired applies the edits of all errors.
func repaired(text string, errors []Error) string {
	type edit struct {
		Edit
		n int
	}
	var edits []edit
	for _, e := range errors {
		for _, x := range e.Edits {
			edits = append(edits, edit{x, len(edits)})
		}
	}
	for i := range edits { // by place, insertions in order
		for j := i; j > 0 && edits[j].Span.Start < edits[j-1].Span.Start; j-- {
			edits[j], edits[j-1] = edits[j-1], edits[j]
		}
	}
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at {
			continue
		}
		b.WriteString(text[at:e.Span.Start] + e.New)
		at = e.Span.End
	}
	return b.String() + text[at:]
}

func TestParseJSON(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"a": 1, "b": [true, null, -1.5e3, "x"]}`, `{str "a": int 1, str "b": [bool true, null null, float -1.5e3, str "x"]}`},
		{"\uFEFF {\"é\" : {}}\r\n", `{str "é": {}}`},
		{`{"a": 1, "a": 2}`, `{str "a": int 1, str "a": int 2}`},
		{`["\u00e9\ud83d\ude00\/\"\\\n\ud800"]`, `[str "\u00e9\ud83d\ude00\/\"\\\n\ud800"<é😀/"\` + "\n\uFFFD>]"},
		{"[\"\u007f\u2028\"]", "[str \"\u007f\u2028\"]"},
		{`"text"`, `str "text"`},
		{`12`, `int 12`},
	} {
		tree := parseJSON(NewFile("t.json", []byte(test.text)))
		if got := outline(tree.File.Text, tree.Docs[0]); got != test.want || len(tree.Errors) > 0 {
			t.Errorf("%s:\n%s\nwant\n%s\n%s", test.text, got, test.want, jsonErrors(tree))
		}
	}
}

func TestRepairJSON(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		errors           string // span, message
		fixed            string // after all edits; "" if that is not JSON
	}{
		{"line comment", "{\n  \"a\": 1, // one\n  // two\n  \"b\": 2\n}", `{str "a": int 1, str "b": int 2}`,
			"12-18 comments are not allowed in JSON: `//`\n21-27 comments are not allowed in JSON: `//`\n", "{\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"block comment", "{/* x */\"a\": /* y\n */ 1}", `{str "a": int 1}`,
			"1-8 comments are not allowed in JSON: `/*`\n13-21 comments are not allowed in JSON: `/*`\n", "{\"a\": 1}"},
		{"hash comment", "# c\n{\"a\": \"#\"}", `{str "a": str "#"}`, "0-3 comments are not allowed in JSON: `#`\n", "{\"a\": \"#\"}"},
		{"trailing commas", `{"a": [1,], "b": 2 , }`, `{str "a": [int 1], str "b": int 2}`,
			"8-9 a comma stands before the closing `]`\n19-20 a comma stands before the closing `}`\n", `{"a": [1], "b": 2  }`},
		{"extra commas", `[,1,,,2]`, `[int 1, int 2]`,
			"1-2 nothing stands before the comma\n4-5 nothing stands between two commas\n", `[1,2]`},
		{"only a comma", `[,]`, `[]`, "1-2 nothing stands before the comma\n", `[]`},
		{"single quotes", `{'a': 'say "hi", don\'t'}`, `{str 'a'<a>: str 'say "hi", don\'t'<say "hi", don't>}`,
			"1-4 `a` stands in single quotes: JSON knows only double ones\n6-24 `say \"hi\", don\\'t` stands in single quotes: JSON knows only double ones\n",
			`{"a": "say \"hi\", don't"}`},
		{"typographic quotes", `{“a”: 1}`, `{str “a”<a>: int 1}`, "1-8 `a` stands in typographic quotes: JSON knows only double ones\n", `{"a": 1}`},
		{"words", `{a: b c, "d": x}`, `{str a: str b c, str "d": str x}`,
			"1-2 the key `a` is not in double quotes\n4-7 `b c` is not in double quotes\n14-15 `x` is not in double quotes\n", `{"a": "b c", "d": "x"}`},
		{"missing comma", "{\"a\": 1\n \"b\": [1 2 \"x\" {}]}", `{str "a": int 1, str "b": [int 1, int 2, str "x", {}]}`,
			"9-12 a comma is missing before `\"b\"`\n17-18 a comma is missing before `2`\n19-22 a comma is missing before `\"x\"`\n23-24 a comma is missing before `{`\n",
			"{\"a\": 1,\n \"b\": [1, 2, \"x\", {}]}"},
		{"missing colon", `{"a" 1, "b" {"c" "d"}}`, `{str "a": int 1, str "b": {str "c": str "d"}}`,
			"1-4 a colon is missing behind the key `\"a\"`\n8-11 a colon is missing behind the key `\"b\"`\n13-16 a colon is missing behind the key `\"c\"`\n",
			`{"a": 1, "b": {"c": "d"}}`},
		{"equals sign", `{"a" = 1, "b" => 2}`, `{str "a": int 1, str "b": int 2}`,
			"5-6 `=` stands where JSON has a colon\n14-16 `=>` stands where JSON has a colon\n", `{"a" : 1, "b" : 2}`},
		{"semicolon", `[1; 2]`, `[int 1, int 2]`, "2-3 a `;` stands where JSON has a comma\n", `[1, 2]`},
		{"no value", `{"a": , "b", "c":}`, `{str "a": ~null <null>, str "b": ~null <null>, str "c": ~null <null>}`,
			"1-4 the key `\"a\"` has no value\n8-11 the key `\"b\"` has no value\n13-16 the key `\"c\"` has no value\n", ""},
		{"half-typed key", "{\n  \"a\"\n  \"b\": 1\n}", `{str "a": ~null <null>, str "b": int 1}`, "4-7 the key `\"a\"` has no value\n", ""},
		{"half-typed value", "{\n  \"a\":\n  \"b\": 1\n}", `{str "a": ~null <null>, str "b": int 1}`, "4-7 the key `\"a\"` has no value\n", ""},
		{"no key", `{: 1, {"x": 2}, "b": 3}`, `~{str "b": int 3}`,
			"1-2 a key is missing before the `:`\n6-7 a key is missing before the `{`\n", ""},
		{"unclosed at the end", `{"a": [1, {"b": 2`, `~{str "a": ~[int 1, ~{str "b": int 2}<{"b": 2>]<[1, {"b": 2>}<{"a": [1, {"b": 2>`,
			"10-11 the `{` is never closed\n", ""},
		{"unclosed inside", `{"a": [1, 2}`, `{str "a": ~[int 1, int 2]<[1, 2>}`, "6-7 the `[` is not closed before the `}`\n", ""},
		{"unclosed before a key", "{\n \"a\": [\n  1,\n \"b\": 2\n}", "{str \"a\": ~[int 1]<[\n  1>, str \"b\": int 2}", "8-9 the `[` is not closed before the next key\n", ""},
		{"stray brackets", `{"a": 1]]}`, `{str "a": int 1}`, "7-9 the `]` closes nothing\n", `{"a": 1}`},
		{"brackets behind", `{"a": 1}}]`, `{str "a": int 1}`, "8-9 the `}` closes nothing\n9-10 the `]` closes nothing\n", `{"a": 1}`},
		{"text behind", `{"a": 1} {"b": 2}`, `~{str "a": int 1}`, "9-17 text stands behind the end of the JSON value: `{\"b\": 2}`\n", ""},
		{"keys in a list", `["a": 1, 2]`, `[str "a", int 1, int 2]`, "4-5 a list has no keys: `:` may not stand here\n", ""},
		{"ellipsis", `{"a": [x, …], "b": …, ... }`, `~{str "a": ~[str x], str "b": ~null <null>}`,
			"7-8 `x` is not in double quotes\n10-13 `…` stands for something that was left out, and is no JSON\n21-24 `…` stands for something that was left out, and is no JSON\n26-29 `...` stands for something that was left out, and is no JSON\n", ""},
		{"ellipsis inside", `[1, …, 2]`, `~[int 1, int 2]`, "4-7 `…` stands for something that was left out, and is no JSON\n", ""},
		{"unclosed quote", "{\n \"a\": \"x,\n \"b\": 2\n}", `{str "a": ~str "x<x>, str "b": int 2}`, "8-10 the quote of `\"x` is never closed\n", "{\n \"a\": \"x\",\n \"b\": 2\n}"},
		{"unclosed quote of a key", "{\"id: \"x\",\n \"b: 2}", `~{~str "id<id>: str "x", ~str "b<b>: int 2}`,
			"1-4 the quote of `\"id` is never closed\n12-14 the quote of `\"b` is never closed\n", "{\"id\": \"x\",\n \"b\": 2}"},
		{"no opening quote", `{a": 1, "b": two words"}`, `{str a"<a>: int 1, str "b": str two words"<two words>}`,
			"1-3 `a\"` has no opening quote\n13-23 `two words\"` has no opening quote\n", `{"a": 1, "b": "two words"}`},
		{"text over lines", "{\"a\": \"one\n two\", \"b\": 1}", "{str \"a\": str \"one\n two\", str \"b\": int 1}",
			"10-11 a text in JSON may not go on in the next line\n", `{"a": "one\n two", "b": 1}`},
		{"tabs in a text", "[\"a\t\tb\x01\"]", "[str \"a\t\tb\x01\"]",
			"3-5 the character U+0009 may not stand in a text\n6-7 the character U+0001 may not stand in a text\n", `["a\t\tb\u0001"]`},
		{"bad escapes", `["\d\'\x41\u12"]`, `[str "\d\'\x41\u12"<\d'\x41\u12>]`,
			"2-4 `\\d` is no escape in JSON\n4-6 `\\'` is no escape in JSON\n6-8 `\\x` is no escape in JSON\n10-12 four hexadecimal digits must follow `\\u`\n", ""},
		{"numbers", `[012, +1, .5, 5., NaN, 0x1F, 1_000, -.5, 1.e3]`,
			`[int 012<12>, int +1<1>, float .5<0.5>, int 5.<5>, ~null NaN<null>, int 0x1F<31>, int 1_000<1000>, float -.5<-0.5>, float 1.e3<1e3>]`,
			"1-4 `012` is no number in JSON: it starts with 0\n6-8 `+1` is no number in JSON\n10-12 `.5` is no number in JSON\n14-16 `5.` is no number in JSON\n" +
				"18-21 `NaN` is no JSON: it has no such number\n23-27 `0x1F` is no number in JSON\n29-34 `1_000` is no number in JSON\n36-39 `-.5` is no number in JSON\n41-45 `1.e3` is no number in JSON\n", ""},
		{"literals", `[True, None, NULL]`, `[bool True<true>, null None<null>, null NULL<null>]`,
			"1-5 `True` is no JSON\n7-11 `None` is no JSON\n13-17 `NULL` is no JSON\n", `[true, null, null]`},
		{"invalid bytes", "{\"a\": \"x\xff\xfe\"\xff}", "{str \"a\": str \"x\xff\xfe\"<x\uFFFD\uFFFD>}",
			"8-10 the byte 0xFF is no UTF-8\n11-12 the byte 0xFF is no UTF-8\n", ""},
		{"no-break space", "{\u00a0\"a\": 1}", `{str "a": int 1}`, "1-3 the character U+00A0 may not stand here\n", `{ "a": 1}`},
		{"one quote too many", `{""a": 1, "b"": "c"", "d": 2}`, `{str "a": int 1, str "b": str "c", str "d": int 2}`,
			"1-2 `\"` may not stand here\n13-14 `\"` may not stand here\n19-20 `\"` may not stand here\n", `{"a": 1, "b": "c", "d": 2}`},
		{"one quote for two texts", `{"a": ["x, "y"], "b: [1], "c": 2}`, `~{str "a": [~str "x<x>, str "y"], ~str "b<b>: [int 1], str "c": int 2}`,
			"7-9 the quote of `\"x` is never closed\n17-19 the quote of `\"b` is never closed\n", `{"a": ["x", "y"], "b": [1], "c": 2}`},
		{"no opening brace in a list", `{"a": [{"b": 1}, "b": 2}]}`, `{str "a": [{str "b": int 1}, {str "b": int 2}<"b": 2}>]}`,
			"17-18 an object has no opening `{`\n", `{"a": [{"b": 1}, {"b": 2}]}`},
		{"no opening brace behind a key", `{"a": 1, "c": "d": 3}}`, `{str "a": int 1, str "c": {str "d": int 3}<"d": 3}>}`,
			"14-15 an object has no opening `{`\n", `{"a": 1, "c": {"d": 3}}`},
		{"no opening bracket", `{"e": "x", "y"], "f": 1}`, `{str "e": [str "x", str "y"]<"x", "y"]>, str "f": int 1}`,
			"6-7 a list has no opening `[`\n", `{"e": ["x", "y"], "f": 1}`},
		{"no opening bracket of objects", `{"a": {"b": 1}, {"b": 2}]}`, `{str "a": [{str "b": int 1}, {str "b": int 2}]<{"b": 1}, {"b": 2}]>}`,
			"6-7 a list has no opening `[`\n", `{"a": [{"b": 1}, {"b": 2}]}`},
		{"no closing brace in a list", `{"a": [{"b": 1, {"b": 2}]}`, `{str "a": [~{str "b": int 1}<{"b": 1>, {str "b": int 2}]}`,
			"7-8 the `{` is not closed before the next `{`\n", ""},
		{"no closing bracket", `{"a": ["x", "y", "b": {"c": 1}}`, `{str "a": ~[str "x", str "y"]<["x", "y">, str "b": {str "c": int 1}}`,
			"6-7 the `[` is not closed before the next key\n", ""},
		{"words between", `{x "a": 1, "b" y: 2, "c": z "d", "e": "f" g}`, `{str "a": int 1, str "b": int 2, str "c": str "d", str "e": str "f"}`,
			"1-2 `x` may not stand here\n15-16 `y` may not stand here\n26-27 `z` may not stand here\n42-43 `g` may not stand here\n", `{ "a": 1, "b" : 2, "c":  "d", "e": "f" }`},
		{"bracket before a key", `{[ "a": 1, "b": [2]}`, `{str "a": int 1, str "b": [int 2]}`,
			"1-2 `[` may not stand here\n", `{ "a": 1, "b": [2]}`},
		{"bracket before a colon", `{"a"]: 1, "b": [2]}`, `{str "a": int 1, str "b": [int 2]}`,
			"4-5 `]` may not stand here\n", `{"a": 1, "b": [2]}`},
		{"bracket before a value", `{"a": ]1, "b": [2]}`, `{str "a": int 1, str "b": [int 2]}`,
			"6-7 `]` may not stand here\n", `{"a": 1, "b": [2]}`},
		{"bracket behind a value", `{"a": 1, } "b": [2]}`, `{str "a": int 1, str "b": [int 2]}`,
			"9-10 `}` may not stand here\n", `{"a": 1,  "b": [2]}`},
		{"empty", " \n", `~null <null>`, "2-2 the file holds no JSON value\n", ""},
		{"YAML", "schema: x\nid: y\n", `~null <null>`, "0-6 the file is no JSON: it starts with `schema`\n", ""},
		{"no brackets", `"a": 1, "b": 2`, `~{str "a": int 1, str "b": int 2}<"a": 1, "b": 2>`, "0-1 the object has no opening `{`\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := parseJSON(NewFile("t.json", []byte(test.text)))
			if got := outline(tree.File.Text, tree.Docs[0]); got != test.want {
				t.Errorf("tree\n%s\nwant\n%s", got, test.want)
			}
			if got := jsonErrors(tree); got != test.errors {
				t.Errorf("errors\n%swant\n%s", got, test.errors)
			}
			fixed := repaired(tree.File.Text, tree.Errors)
			if valid := validJSON(fixed); valid && fixed != test.fixed || !valid && test.fixed != "" {
				t.Errorf("repaired\n%s\nwant\n%s", fixed, test.fixed)
			}
		})
	}
}

// validJSON reports whether JSON.parse reads a text.
func validJSON(text string) bool {
	dec := jsontext.NewDecoder(bytes.NewBufferString(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	_, err := dec.ReadValue()
	return err == nil && strings.Trim(text[dec.InputOffset():], " \t\r\n") == "" && utf8.ValidString(text)
}

// TestOneFaultOneError leaves out each character of the structure of a contract in turn.
func TestOneFaultOneError(t *testing.T) {
	const text = `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit",
  "clauses": [
    {
      "id": "P2",
      "side_effect": "refund_commit",
      "preconditions": ["read_policy", "fraud_check"]
    },
    {"id": "P3", "preconditions": ["a", "b"], "n": {"x": 1.5, "y": [1, 2, []]}}
  ],
  "last": null
}
`
	left, several := 0, 0
	for i := range len(text) {
		if strings.IndexByte(`"{}[],:`, text[i]) < 0 {
			continue
		}
		left++
		tree := parseJSON(NewFile("t.json", []byte(text[:i]+text[i+1:])))
		if len(tree.Errors) == 0 {
			t.Errorf("without the %c at %d: no error", text[i], i)
		}
		if len(tree.Errors) > 1 {
			several++
			t.Logf("without the %c at %d:\n%s", text[i], i, jsonErrors(tree))
		}
	}
	if several > left/50 {
		t.Errorf("%d of %d faults give several errors", several, left)
	}
}

func TestDeepJSON(t *testing.T) {
	for _, open := range []string{"[", `{"a":`, "{"} {
		tree := parseJSON(NewFile("t.json", []byte(strings.Repeat(open, 20_000))))
		if len(tree.Errors) == 0 || tree.Errors[len(tree.Errors)-1].Code != ExcessiveNesting && open != "{" {
			t.Errorf("%s: %d errors", open, len(tree.Errors))
		}
		if open == "[" && len(tree.Errors) != 1 {
			t.Errorf("%s: %d errors", open, len(tree.Errors))
		}
	}
	const legal = 9_999
	if tree := parseJSON(NewFile("t.json", []byte(strings.Repeat("[", legal)+strings.Repeat("]", legal)))); len(tree.Errors) > 0 {
		t.Errorf("%d levels: %s", legal, jsonErrors(tree))
	}
}

func TestJSONSource(t *testing.T) {
	for _, test := range []struct {
		text     string // a JSON string
		from, to int    // in its value
		want     string // what is written there
	}{
		{`"abc"`, 1, 2, `b`},
		{`"abc"`, 0, 3, `abc`},
		{`"abc"`, 3, 3, ``},
		{`"a\nb"`, 1, 2, `\n`},
		{`"a\nb"`, 2, 3, `b`},
		{`"\u00e9x"`, 0, 2, `\u00e9`},
		{`"\u00e9x"`, 1, 2, `\u00e9`}, // a part of a character is all of it
		{`"\u00e9x"`, 2, 3, `x`},
		{`"\ud83d\ude00x"`, 0, 4, `\ud83d\ude00`},
		{`"\ud800\/x"`, 3, 4, `\/`},
		{`"a\"b"`, 0, 3, `a\"b`},
		{`"\\d"`, 0, 1, `\\`},
		{`"\d"`, 1, 2, `\d`},
		{`'it\'s'`, 3, 4, `s`},
		{`“a”`, 0, 1, `a`},
		{`word`, 1, 3, `or`},
	} {
		got := jsonSource(" "+test.text, Span{1, 1 + len(test.text)}, test.from, test.to)
		if written := (" " + test.text)[got.Start:got.End]; written != test.want {
			t.Errorf("%s [%d:%d]: %q, want %q", test.text, test.from, test.to, written, test.want)
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"schema": "agent-behavior-contract/v0", "clauses": [{"id": "P2", "preconditions": ["a", "b"]}]}`,
		"{\n  // c\n  'a': [1,, 2 3,],\n  b: \"x\n}", `{"a": [1, 2}, "b" "c\d\u12\ud83d"} …`, "\uFEFF[\"\xff\", .5, 012]", `"a": 1`, `{{[}]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file := NewFile("f.json", raw)
		tree := parseJSON(file)
		text := strings.TrimPrefix(file.Text, bom)
		if valid := validJSON(text); valid != (len(tree.Errors) == 0) {
			t.Fatalf("valid %v, errors:\n%s", valid, jsonErrors(tree))
		}
		r := &jsonRepair{file: file, text: file.Text, at: len(file.Text) - len(text)}
		if r.document(); !validJSON(string(r.out)) {
			t.Fatalf("repaired to\n%s", r.out)
		}
		checkJSONNode(t, file.Text, tree.Docs[0], Span{0, len(file.Text)})
		for _, e := range tree.Errors {
			checkSpan(t, e.Span, len(file.Text))
			if e.Message == "" || !utf8.ValidString(e.Message) || strings.ContainsAny(e.Message, "\n\r") {
				t.Fatalf("message %q", e.Message)
			}
			last := 0
			for _, edit := range e.Edits {
				checkSpan(t, edit.Span, len(file.Text))
				if edit.Span.Start < last {
					t.Fatalf("edits overlap: %v", e.Edits)
				}
				last = edit.Span.End
			}
			if (e.Edits == nil) != (e.FixTitle == "") {
				t.Fatalf("title %q of edits %v", e.FixTitle, e.Edits)
			}
		}
	})
}

func checkSpan(t *testing.T, s Span, length int) {
	t.Helper()
	if s.Start < 0 || s.End < s.Start || s.End > length {
		t.Fatalf("span %v in %d bytes", s, length)
	}
}

func checkJSONNode(t *testing.T, text string, n *Node, in Span) {
	t.Helper()
	if checkSpan(t, n.Span, len(text)); n.Span.Start < in.Start || n.Span.End > in.End {
		t.Fatalf("span %v is not in %v", n.Span, in)
	}
	at := n.Span.Start
	for _, p := range n.Pairs {
		for _, child := range []*Node{p.Key, p.Value} {
			checkJSONNode(t, text, child, Span{at, n.Span.End})
			at = child.Span.End
		}
	}
	for _, item := range n.Items {
		checkJSONNode(t, text, item, Span{at, n.Span.End})
		at = item.Span.End
	}
	if n.Kind == Scalar && n.Tag == Str {
		for i := range min(len(n.Value), 200) {
			s := jsonSource(text, n.Span, i, i+1)
			if s.Start < n.Span.Start || s.End > n.Span.End || s.Len() == 0 {
				t.Fatalf("byte %d of %q is at %v in %v", i, n.Value, s, n.Span)
			}
		}
	}
}
