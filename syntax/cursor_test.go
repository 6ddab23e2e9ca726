package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// cursorPath writes the levels of a cursor as a path.
func cursorPath(c Cursor) string {
	var b strings.Builder
	for i, l := range c.Levels {
		switch {
		case l.Kind == Sequence:
			fmt.Fprintf(&b, "[%d]", l.Index)
		case l.Key != "" || i < len(c.Levels)-1 || c.Slot != KeySlot:
			b.WriteString("." + l.Key)
		default:
			b.WriteString(".")
		}
	}
	return b.String()
}

// describe writes a cursor on one line: slot, path, prefix, token, flags, entries of the innermost
// mapping.
func describe(text string, c Cursor) string {
	s := [...]string{"none", "key", "value", "item", "text"}[c.Slot]
	if c.Slot == NoSlot {
		return s
	}
	s += " " + cursorPath(c)
	if c.Prefix != "" {
		s += fmt.Sprintf(" %q", c.Prefix)
	}
	if c.Token.Len() > 0 {
		s += fmt.Sprintf(" <%s>", text[c.Token.Start:c.Token.End])
	}
	if c.Quote != 0 {
		s += " " + string(c.Quote)
	}
	if c.HasColon {
		s += " colon"
	}
	if c.AfterColon {
		s += " space"
	}
	s += fmt.Sprintf(" @%d", c.Indent)
	if c.InFlow {
		s += " flow"
	}
	if len(c.Levels) > 0 {
		if last := c.Levels[len(c.Levels)-1]; last.Kind == Mapping {
			var keys []string
			for _, e := range last.Entries {
				key := e.Key
				if e.Scalar {
					key += "=" + e.Value
				}
				keys = append(keys, key)
			}
			s += " {" + strings.Join(keys, ", ") + "}"
		}
	}
	return s
}

func at(t *testing.T, name, marked string) (string, Cursor) {
	t.Helper()
	offset := strings.Index(marked, "¦")
	if offset < 0 {
		t.Fatalf("no cursor in %q", marked)
	}
	text := strings.Replace(marked, "¦", "", 1)
	tree := &Tree{File: NewFile(name, []byte(text)), JSON: strings.HasSuffix(name, ".json")}
	return text, tree.At(offset)
}

func TestCursor(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// Keys.
		{"¦", "key . @0 {}"},
		{"na¦", `key . "na" <na> @0 {}`},
		{"¦name: x\nb: 1", `key . <name> colon @0 {b=1}`},
		{"na¦me: x\nb: 1", `key . "na" <name> colon @0 {b=1}`},
		{"name¦: x\nb: 1", `key . "name" <name> colon @0 {b=1}`},
		{"a: 1\nna¦\nb: 2", `key . "na" <na> @0 {a=1, b=2}`},
		{"a:\n  b: 1\n  na¦\nc: 2", `key .a. "na" <na> @2 {b=1}`},
		{"a:\n  na¦\nc: 2", `key .a. "na" <na> @2 {}`},
		{"\"na¦me\": x", `key . "na" <"name"> " colon @0 {}`},
		{"\"na¦", `key . "na" <"na> " @0 {}`},
		{"'na¦\nb: 1", `key . "na" <'na> ' @0 {b=1}`},
		{"- na¦me: x\n  b: 1\n- c: 2", `key [0]. "na" <name> colon @2 {b=1}`},
		{"- name: x\n  na¦\n- c: 2", `key [0]. "na" <na> @2 {name=x}`},
		{"- a: 1\n- na¦\n  b: 1", `key [1]. "na" <na> @2 {b=1}`},
		{"a: 1\n? na¦\n: 2", `key . "na" <na> colon @0 {a=1}`},
		{"? ¦", `key . colon @0 {}`},
		{"? na\n: v¦\nb: 1", `value .na "v" <v> @0 {b=1}`},
		{"? na\n:\n  x: 1\n  y¦", `key .na. "y" <y> @2 {x=1}`},
		{"&a na¦: x", `key . "na" <na> colon @0 {}`},
		// Values.
		{"key:¦", `value .key space @0 {}`},
		{"key: ¦", `value .key @0 {}`},
		{"key: ¦\nb: 1", `value .key @0 {b=1}`},
		{"key: v¦al\nb: 1", `value .key "v" <val> @0 {b=1}`},
		{"key: ¦val", `value .key <val> @0 {}`},
		{"key: ¦  val", `value .key <  val> @0 {}`},
		{"key:¦ val", `value .key < val> space @0 {}`},
		{"key: val¦", `value .key "val" <val> @0 {}`},
		{"key: val ¦", `value .key "val " <val > @0 {}`},
		{"key: val¦ # c", `value .key "val" <val> @0 {}`},
		{"key: val # c¦", "none"},
		{"key: ¦ # c", `value .key @0 {}`},
		{"key: # c¦", "none"},
		{"key: \"v¦al\" # c", `value .key "v" <"val"> " @0 {}`},
		{"key: \"val\"¦", "none"},
		{"key: ¦\"val\"", `value .key <"val"> @0 {}`},
		{"key: \"v¦\nb: 1", `value .key "v" <"v> " @0 {b=1}`},
		{"key: 'it''s¦'", `value .key "it's" <'it''s'> ' @0 {}`},
		{"key: &a ¦", `value .key @0 {}`},
		{"key: &a¦", "none"},
		{"key: !!str v¦", `value .key "v" <v> @0 {}`},
		{"key: *a¦", `value .key "*a" <*a> @0 {}`},
		{"key:v¦", `value .key "v" <v> space @0 {}`},
		{"url: http://¦", `value .url "http://" <http://> @0 {}`},
		{"a:\n  - b: v¦\n    c: 1", `value .a[0].b "v" <v> @4 {c=1}`},
		{"a:\n- b: v¦\n  c: 1\nd: 2", `value .a[0].b "v" <v> @2 {c=1}`},
		// Items.
		{"a:\n  - ¦", `item .a[0] @4`},
		{"a:\n  -¦", `item .a[0] space @4`},
		{"a:\n- x\n- ¦\n- z", `item .a[1] @2`},
		{"a:\n- x¦y\n- z", `item .a[0] "x" <xy> @2`},
		{"a:\n  - x\n  - \"y¦", `item .a[1] "y" <"y> " @4`},
		{"- - a\n  - b¦", `item [0][1] "b" <b> @4`},
		{"- ¦- a", `item [0] @2`},
		{"- ¦ name: x", `item [0] @2`},
		{"- ¦name: x\n  b: 1", `key [0]. <name> colon @2 {b=1}`},
		{"- &a ¦", `item [0] @2`},
		{"- # c¦", "none"},
		{"¦- a", "none"},
		{" ¦ - a", "none"},
		// Text.
		{"key: |¦", "none"},
		{"key: |\n  ¦", `text .key @0 {}`},
		{"key: |\n  one\n  two {¦\nb: 1", `text .key "two {" <two {> @0 {b=1}`},
		{"key: >-  # c\n  one: 1\n    # t¦", `text .key "# t" <# t> @0 {}`},
		{"key: |\n  one\n¦\n  two", `text .key @0 {}`},
		{"key: |\n  one\n¦\nb: 1", `key . @0 {key, b=1}`},
		{"key: |\n  one\n  ¦\nb: 1", `text .key @0 {b=1}`},
		{"- |\n one\n t¦", `text [0] "t" <t> @0`},
		{"a:\n  - k: |\n      foo:\n        bar: ¦\n    c: 1", `text .a[0].k "bar: " <bar: > @4 {c=1}`},
		{"key: one\n  two¦\nb: 1", `text .key "two" <two> @0 {b=1}`},
		{"key: \"one\n  two¦ x\"\nb: 1", `text .key "two" <two x> " @0 {b=1}`},
		// Comments.
		{"# c¦", "none"},
		{"a: 1\n  # c¦\nb: 2", "none"},
		{"a: 'x # y¦'", `value .a "x # y" <'x # y'> ' @0 {}`},
		{"a: x#y¦", `value .a "x#y" <x#y> @0 {}`},
		// Blank lines.
		{"a: 1\n¦\nb: 2", `key . @0 {a=1, b=2}`},
		{"a:\n  b: 1\n  ¦\nc: 2", `key .a. @2 {b=1}`},
		{"a:\n  b: 1\n¦\nc: 2", `key . @0 {a, c=2}`},
		{"a:\n  b: 1\n    ¦\nc: 2", `key .a. <    > @2 {b=1}`},
		{"a:\n  ¦\nc: 2", `key .a. @2 {}`},
		{"a:\n  ¦\n  b: 1\nc: 2", `key .a. @2 {b=1}`},
		{"a:\n    ¦\n  b: 1\nc: 2", `key .a. <    > @2 {b=1}`},
		{"a:\n¦\nc: 2", `key . @0 {a, c=2}`},
		{"a:\n  ¦\n  - b", `key .a[0] @0`},
		{"a:\n  - b\n  ¦\n  - c", `key .a[1] @0`},
		{"a:\n  - b: 1\n    ¦\n    c: 2\n  - d: 3", `key .a[0]. @4 {b=1, c=2}`},
		{"a:\n  - b: 1\n    c: 2\n  ¦", `key .a[1] @0`},
		{"a:\n  - b: 1\n    c: 2\n ¦", `key .a[1] < > @0`},
		{"a:\n- b: 1\n  ¦\nc: 2", `key .a[0]. @2 {b=1}`},
		{"a:\n- b: 1\n¦\nc: 2", `key . @0 {a, c=2}`},
		{"  a: 1\n¦", `key . @2 {a=1}`},
		{"a:\n  b:\n    c: 1\n   ¦", `key .a.b. <   > @4 {c=1}`},
		{"- \n  ¦", `key [0]. @2 {}`},
		{"a:\n  - x\n    ¦", `key .a[1] <    > @0`},
		{"\n\n¦\n\n", `key . @0 {}`},
		{"# c\n¦", `key . @0 {}`},
		{"a: 1\n¦  \nb: *x", `key . <  > @0 {a=1, b}`},
		// Documents.
		{"a: 1\n---\n¦", `key . @0 {}`},
		{"a: 1\n---\nb¦\n---\nc: 1", `key . "b" <b> @0 {}`},
		{"---¦", "none"},
		{"--- ¦", "none"},
		{"--- {a¦", `key . "a" <a> @0 flow {}`},
		{"--- |\n  a¦", `text  "a" <a> @0`},
		{"%YAML 1.1¦", "none"},
		{"a: 1\n...\n¦", `key . @0 {}`},
		// Flow.
		{"a: {¦", `key .a. @0 flow {}`},
		{"a: {¦}", `key .a. @0 flow {}`},
		{"a: {b¦}", `key .a. "b" <b> @0 flow {}`},
		{"a: {b¦: 1}", `key .a. "b" <b> colon @0 flow {}`},
		{"a: {b:¦}", `value .a.b space @0 flow {}`},
		{"a: {b: ¦}", `value .a.b @0 flow {}`},
		{"a: {b: v¦, c: 1}", `value .a.b "v" <v> @0 flow {c=1}`},
		{"a: {x: 1, ¦ c: 2}\nd: 1", `key .a. @0 flow {x=1, c=2}`},
		{"a: {x: 1, y¦", `key .a. "y" <y> @0 flow {x=1}`},
		{"a: {x: 1 ¦}", "none"},
		{"a: {x: 1}¦", "none"},
		{"a: [¦", `item .a[0] @0 flow`},
		{"a: [¦]", `item .a[0] @0 flow`},
		{"a: [x, ¦]", `item .a[1] @0 flow`},
		{"a: [x,¦y]", `item .a[1] <y> @0 flow`},
		{"a: [x, \"y¦]\nb: 1", `item .a[1] "y" <"y> " @0 flow`},
		{"a: [x, 'y¦', z]", `item .a[1] "y" <'y'> ' @0 flow`},
		{"a: [{b: 1}, {c: ¦}]", `value .a[1].c @0 flow {}`},
		{"a: {b: {c: 1}, d: [x, {e: ¦}]}", `value .a.d[1].e @0 flow {}`},
		{"a: ¦{b: 1}", `value .a @0 {}`},
		{"a: {\n  x: 1,\n  ¦\n}\nb: 1", `key .a. @0 flow {x=1}`},
		{"a: {\n  x: 1,\n¦\n}\nb: 1", `key .a. @0 flow {x=1}`},
		{"a: {\n  x: 1,\n¦}\nb: 1", `key .a. @0 flow {x=1}`},
		{"a: {\n  x: 1,\n  y¦: 2,\n  z: 3\n}\nb: 1", `key .a. "y" <y> colon @0 flow {x=1, z=3}`},
		{"a: {\n  x: 1\n  y¦\n}", `key .a. "y" <y> @0 flow {x=1}`},
		{"a: [\n  x,\n  y¦\n]\nb: 1", `item .a[1] "y" <y> @0 flow`},
		{"- {a: 1,\n   b: ¦}\n- c", `value [0].b @0 flow {a=1}`},
		{"{\n\"a\": 1,\n\"b¦\"\n}", `key . "b" <"b"> " @0 flow {a=1}`},
		{"a: {x: 1, # c¦\n  y: 2}", "none"},
		{"a: {x: 1,\n  # c¦\n  y: 2}", "none"},
		{"a: [x, # c\n  y¦]", `item .a[1] "y" <y> @0 flow`},
		{"a: {x: \"one\n  two¦\"}", `text .a.x "two" <two> " @0 flow {}`},
		{"a: {\"one\n  two\"¦: 1}", "none"},
		{"a: [\"one\n  two\"¦]", "none"},
		{"}¦", "none"},
		// Broken lines around.
		{"a: [x\nb: ¦\nc: 1", `value .b @0 {a, c=1}`},
		{"a: \"x\nb: ¦\nc: 1", `value .b @0 {a, c=1}`},
		{"a: {x: [\nb¦\nc: 1", `key . "b" <b> @0 {a, c=1}`},
		{"p:\n  - a: [x\n    b: ¦\n  - c: 1", `value .p[0].b @4 {a}`},
		{"foo\nb: ¦", `value .b @0 {}`},
		{"b: ¦\nfoo\nc: 1", `value .b @0 {c=1}`},
		{"b: ¦\nc: [x\nd: 1", `value .b @0 {c, d=1}`},
		{"b: ¦\n\"c: 1\nd: 1", `value .b @0 {d=1}`},
		{"policies\n  - name: ¦", `value .policies[0].name @4 {}`},
		{"a: 1\n   b: ¦\nc: 2", `value .b @0 {a=1, c=2}`},
		{"a: [x\n   b¦: 1\nc: 2", `key . "b" <b> colon @0 {a, c=2}`},
		{"- name: x\n b: ¦", `value [0].b @2 {name=x}`},
		{"a: @x\nb: ¦", `value .b @0 {a=@x}`},
		{"}\nb: ¦", `value .b @0 {}`},
		// Tabs and line breaks.
		{"a:\n\tb: ¦", `value .a.b @1 {}`},
		{"a:\t¦", `value .a @0 {}`},
		{"a:\tv¦", `value .a "v" <v> @0 {}`},
		{"a: 1\r\nb: ¦\r\nc: 2\r\n", `value .b @0 {a=1, c=2}`},
		{"a: 1\rb¦\rc: 2\r", `key . "b" <b> @0 {a=1, c=2}`},
		{"a: {\r\n  x: 1,\r\n  ¦\r\n}\r\n", `key .a. @0 flow {x=1}`},
		{"\uFEFF¦a: 1", `key . <a> colon @0 {}`},
		{"\uFEFFa: 1\nb¦", `key . "b" <b> @0 {a=1}`},
		{"a: é😀¦", `value .a "é😀" <é😀> @0 {}`},
	} {
		text, c := at(t, "t.yaml", test.text)
		if got := describe(text, c); got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestCursorJSON(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"¦", "value  @0 flow"},
		{"{¦}", "key . @0 flow {}"},
		{"{\n  \"a\": 1,\n  ¦\n}", "key . @0 flow {a=1}"},
		{"{\n  \"a\": 1\n  ¦\n}", "key . @0 flow {a=1}"},
		{"{\n  \"a\": 1,\n  \"b¦\n}", `key . "b" <"b> " @0 flow {a=1}`},
		{"{\n  \"a\": 1,\n  \"b¦\n  \"c\": 2\n}", `key . "b" <"b> " @0 flow {a=1, c=2}`},
		{"{\n  \"a\": 1,\n  \"b¦\": 2\n}", `key . "b" <"b"> " colon @0 flow {a=1}`},
		{"{\"a\":¦}", "value .a space @0 flow {}"},
		{"{\"a\": \"x¦\"}", `value .a "x" <"x"> " @0 flow {}`},
		{"{\"a\": \"x¦\n \"b\": 1}", `value .a "x" <"x> " @0 flow {b=1}`},
		{"{\"a\": [\"x\", \"y¦\"], \"b\": {\"c\": 1}}", `item .a[1] "y" <"y"> " @0 flow`},
		{"{\"a\": [\"x\", \"y¦], \"b\": {\"c\": 1}}", `item .a[1] "y" <"y> " @0 flow`},
		{"{\"a\": [{\"b\": 1, ¦}, {\"c\": 2}]}", `key .a[0]. @0 flow {b=1}`},
		{"{\"a\": 1, // c¦\n \"b\": 2}", "none"},
		{"{\"a\": 1} ¦", "none"},
		{"{\"a\": 1, \"b\": ¦", "value .b @0 flow {a=1}"},
		{"\uFEFF{\"a\": t¦}", `value .a "t" <t> @0 flow {}`},
		{"{\"a\": \"x{hint¦}\"}", `value .a "x{hint" <"x{hint}"> " @0 flow {}`},
	} {
		text, c := at(t, "t.json", test.text)
		if got := describe(text, c); got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// checkCursor tests what holds of every cursor.
func checkCursor(t *testing.T, text string, c Cursor, offset int) {
	t.Helper()
	file := NewFile("t", []byte(text))
	line := file.LineSpan(file.Line(c.Offset))
	switch {
	case c.Offset > max(offset, line.Start):
		t.Fatalf("the cursor moved from %d to %d", offset, c.Offset)
	case c.Token.Start > c.Offset || c.Token.End < c.Offset:
		t.Fatalf("token %v is not at %d", c.Token, c.Offset)
	case c.Token.Start < line.Start || c.Token.End > line.End:
		t.Fatalf("token %v leaves the line %v", c.Token, line)
	case c.Value.Start < 0 || c.Value.End < c.Value.Start || c.Value.End > len(text):
		t.Fatalf("value %v of %d bytes", c.Value, len(text))
	}
	if c.Slot == NoSlot {
		return
	}
	last := Level{Kind: Scalar}
	for i, l := range c.Levels {
		last = l
		if l.Kind == Sequence && (l.Entries != nil || l.Key != "") || l.Kind != Sequence && l.Kind != Mapping || l.Index < 0 {
			t.Fatalf("level %d: %+v", i, l)
		}
		if l.Indent < 0 && !c.InFlow || i > 0 && l.Indent >= 0 && l.Indent < c.Levels[i-1].Indent {
			t.Fatalf("level %d is indented by %d", i, l.Indent)
		}
		start := 0
		for _, e := range l.Entries {
			if e.KeySpan.Start < start || e.KeySpan.End < e.KeySpan.Start || e.KeySpan.End > len(text) {
				t.Fatalf("level %d: entry %+v behind %d", i, e, start)
			}
			start = e.KeySpan.End
			if e.KeySpan.Start < c.Offset && c.Offset < e.KeySpan.End {
				t.Fatalf("level %d: entry %+v holds the cursor", i, e)
			}
		}
	}
	switch {
	case c.Slot == KeySlot && (last.Kind == Scalar || last.Key != ""),
		c.Slot == ItemSlot && last.Kind != Sequence,
		c.Slot == ValueSlot && last.Kind != Mapping && len(c.Levels) > 0:
		t.Fatalf("slot %d in %+v", c.Slot, last)
	}
}

func FuzzAt(f *testing.F) {
	for _, seed := range []string{
		"a:\n  - b: {x: 1, y: [z]}\n    c: |\n      text\n  # c\n? k\n: v\n---\n- \"q\n  r\"\n", "{\"a\": [\"x\", 1, {}], // c\n \"b\": 'd\n}", "a: [x\r\n\tb: 'y\r- -  z: &a !t *b\n\"k\" : >-2 # c\n\n   t",
	} {
		f.Add(seed, 5, false)
		f.Add(seed, 20, true)
	}
	f.Add("-  00: \n 0\n  0", 78, false)
	f.Fuzz(func(t *testing.T, text string, offset int, json bool) {
		tree := &Tree{File: NewFile("f", []byte(text)), JSON: json}
		text = tree.File.Text
		checkCursor(t, text, tree.At(offset), offset)
		if len(text) > 0 {
			offset = max(offset, -offset) % len(text)
			checkCursor(t, text, tree.At(max(offset, 0)), offset)
		}
	})
}
