package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// candidate is something that may be written at the cursor.
type candidate struct {
	label  string
	detail string
	doc    string
	kind   protocol.CompletionItemKind
	// For a key, field is what is known of it; for a value, text is what the loader is to read, and
	// plain says that it is no text but a number, boolean or the like, never to be quoted.
	field      *schema.Field
	key        bool
	text       string
	plain      bool
	deprecated bool
}

// completing is one completion: the cursor, what the schema says of it, and the file around it.
type completing struct {
	st     *state
	b      *buffer
	doc    *lint.Document
	format *schema.Format // that the document has or, while it is nearly empty, is about to have
	cursor syntax.Cursor
	slot   schema.Slot
}

func (s *server) completion(_ context.Context, st *state, params *protocol.CompletionParams) (any, error) {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	b := st.find(params.TextDocument)
	if b == nil {
		return list, nil
	}
	doc := b.document()
	c := completing{st: st, b: b, doc: doc, format: st.config(b).Expect(doc)}
	if c.format == nil {
		return list, nil
	}
	c.cursor = doc.Tree.At(st.offset(doc.Tree.File, params.Position))
	for i := range c.cursor.Levels {
		c.readEntries(&c.cursor.Levels[i])
	}
	c.slot = c.format.TypeAt(c.cursor.Levels)
	candidates, edit := c.candidates()
	for i, candidate := range candidates {
		list.Items = append(list.Items, c.item(i, candidate, edit))
	}
	return list, nil
}

// writer says how a candidate is written in the place of the cursor.
type writer func(c *completing, candidate candidate) (text string, snippet bool, span syntax.Span)

// candidates returns what may stand at the cursor, best first, and how it is written.
func (c *completing) candidates() ([]candidate, writer) {
	switch cur := c.cursor; cur.Slot {
	case syntax.KeySlot:
		level := cur.Levels[len(cur.Levels)-1]
		if t := c.slot.In; t != nil && t.Kind != schema.Mapping {
			switch {
			case c.onEmptyLine():
				return c.entries(t)
			case cur.InFlow && isTemplate(t):
				return c.braced(t)
			}
		}
		return c.keys(c.slot.In, level.Entries), writeKey
	case syntax.ItemSlot:
		if t := c.slot.Type; t != nil && t.Kind == schema.Mapping {
			if cur.InFlow {
				return c.keys(t, nil), writeWithin("{", "}")
			}
			return c.keys(t, nil), writeKey
		}
		return c.values(), writeValue
	case syntax.ValueSlot:
		t := c.slot.Type
		switch {
		case t == nil:
		case isTemplate(t):
			return c.variables()
		case t.Kind == schema.Mapping && cur.InFlow:
			return c.keys(t, nil), writeWithin("{", "}")
		case t.Kind == schema.Mapping && cur.Quote == 0:
			return c.keys(t, nil), writeNested
		case t.Kind == schema.Sequence:
			switch item := c.itemType(); {
			case item == nil:
			case item.Kind != schema.Mapping:
				return c.values(), writeInList
			case cur.InFlow:
				return c.keys(item, nil), writeWithin("[{", "}]")
			case cur.Quote == 0:
				return c.keys(item, nil), writeNestedItem
			}
		case t.Format == "matcher" && strings.Contains(c.doc.Text(cur.Token), "|"):
			return c.alternatives()
		}
		return c.values(), writeValue
	case syntax.TextSlot:
		if c.slot.Type != nil && isTemplate(c.slot.Type) {
			return c.variables()
		}
	}
	return nil, nil
}

// itemType is the type of the items of a list that is to stand at the cursor.
func (c *completing) itemType() *schema.Type {
	return c.format.TypeAt(append(slices.Clone(c.cursor.Levels), syntax.Level{Kind: syntax.Sequence})).Type
}

// onEmptyLine reports whether nothing but white space stands on the line of a cursor in block style.
func (c *completing) onEmptyLine() bool {
	file := c.doc.Tree.File
	return !c.cursor.InFlow && strings.TrimSpace(c.doc.Text(file.LineSpan(file.Line(c.cursor.Offset)))) == ""
}

// entries are what may stand on an empty line that belongs to a list, or to a key with a scalar.
func (c *completing) entries(t *schema.Type) ([]candidate, writer) {
	c.slot.Type = t
	switch {
	case isTemplate(t):
		values, _ := c.variables()
		return values, func(c *completing, v candidate) (string, bool, syntax.Span) {
			return c.lead() + c.doc.Quote(v.text, syntax.DoubleQuoted), false, c.cursor.Token
		}
	case t.Kind != schema.Sequence:
		return c.values(), writeValue
	}
	item := func(write writer) writer {
		return func(c *completing, v candidate) (string, bool, syntax.Span) {
			dash := *c
			dash.cursor.Indent = c.cursor.Levels[len(c.cursor.Levels)-1].Indent + 2
			text, snippet, span := write(&dash, v)
			words := strings.TrimLeft(text, " ")
			return text[:len(text)-len(words)] + "- " + words, snippet, span
		}
	}
	if t.Items != nil && t.Items.Kind == schema.Mapping {
		return c.keys(t.Items, nil), item(writeKey)
	}
	return c.values(), item(writeValue)
}

// keys are the keys of a mapping that are not there yet, required ones first.
func (c *completing) keys(t *schema.Type, entries []syntax.Entry) []candidate {
	if t == nil || t.Kind != schema.Mapping {
		return nil
	}
	var out []candidate
	for _, f := range t.MissingFields(entries) {
		detail := typeName(f.Type)
		if requiredBeside(f, entries) {
			detail += ", required"
		}
		out = append(out, candidate{
			label: f.Name, key: true, field: f, detail: detail, doc: f.Doc, kind: protocol.CompletionItemKindProperty,
			deprecated: f.Deprecated != "",
		})
	}
	for _, k := range c.freeKeys(t) {
		if !hasEntry(entries, k.label) {
			k.key = true
			k.field = t.Field(k.label)
			out = append(out, k)
		}
	}
	return out
}

func requiredBeside(f *schema.Field, entries []syntax.Entry) bool {
	return f.RequiredBy(func(key string) (string, bool) { return scalarIn(entries, key) })
}

// scalarIn returns the scalar under a key of half-typed entries.
func scalarIn(entries []syntax.Entry, key string) (string, bool) {
	for _, e := range entries {
		if e.Key == key && e.Scalar {
			return e.Value, true
		}
	}
	return "", false
}

func hasEntry(entries []syntax.Entry, key string) bool {
	for _, e := range entries {
		if e.Key == key {
			return true
		}
	}
	return false
}

// writeKey writes a key in the place of the token, with its colon and the keys that its value must
// hold, unless a colon follows already.
func writeKey(c *completing, k candidate) (string, bool, syntax.Span) {
	cur := c.cursor
	key := c.lead() + c.quoted(k.label, cur.Quote)
	if cur.HasColon {
		return key, false, cur.Token
	}
	if c.doc.Tree.JSON {
		return key + ": " + c.comma(), false, cur.Token
	}
	if k.field == nil || !c.st.snippets() {
		return key + ":" + afterColon(k.field), false, cur.Token
	}
	indent := cur.Indent
	if cur.InFlow {
		return key + ": ", false, cur.Token
	}
	n := 1
	body := c.skeleton(k.field.Type, indent, &n)
	return escapeSnippet(key) + ":" + body, true, cur.Token
}

// comma is the comma that JSON wants behind an entry with another one after it.
func (c *completing) comma() string {
	rest := strings.TrimLeft(c.doc.Tree.File.Text[c.cursor.Token.End:], " \t\r\n")
	if strings.HasPrefix(rest, `"`) {
		return ","
	}
	return ""
}

// afterColon is what follows the colon of a key: a space before a value on its line.
func afterColon(f *schema.Field) string {
	if f != nil && f.Type != nil && (f.Type.Kind == schema.Mapping && len(f.Type.Fields) > 0) {
		return ""
	}
	return " "
}

// skeleton is the snippet of a value: its required keys, each with a place to type in.
func (c *completing) skeleton(t *schema.Type, indent int, n *int) string {
	stop := func() string {
		s := fmt.Sprintf("$%d", *n)
		*n++
		return s
	}
	const step = 2
	pad := func(n int) string { return c.doc.EOL() + strings.Repeat(" ", n) }
	switch {
	case t == nil:
		return " " + stop()
	case t.Kind == schema.Mapping:
		required := requiredFields(t)
		if len(required) == 0 {
			return pad(indent+step) + stop()
		}
		var b strings.Builder
		for _, f := range required {
			b.WriteString(pad(indent+step) + escapeSnippet(f.Name) + ":" + c.skeleton(f.Type, indent+step, n))
		}
		return b.String()
	case t.Kind == schema.Sequence && t.Items != nil && t.Items.Kind == schema.Mapping:
		required := requiredFields(t.Items)
		if len(required) == 0 {
			return pad(indent+step) + "- " + stop()
		}
		var b strings.Builder
		for i, f := range required {
			lead := pad(indent+step) + "- "
			if i > 0 {
				lead = pad(indent + 2*step)
			}
			b.WriteString(lead + escapeSnippet(f.Name) + ":" + c.skeleton(f.Type, indent+2*step, n))
		}
		return b.String()
	case t.Kind == schema.Sequence:
		return " [" + stop() + "]"
	case len(t.Enum) == 1:
		return " " + escapeSnippet(c.doc.Quote(t.Enum[0].Name, syntax.DoubleQuoted))
	}
	return " " + stop()
}

func requiredFields(t *schema.Type) []*schema.Field {
	var out []*schema.Field
	for _, f := range t.Fields {
		if f.Required {
			out = append(out, f)
		}
	}
	return out
}

// escapeSnippet makes a text stand for itself in a snippet.
func escapeSnippet(text string) string {
	return strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace(text)
}

// writeNested writes a key of a mapping that is to begin on the next line.
func writeNested(c *completing, k candidate) (string, bool, syntax.Span) { return c.nextLine("", k) }

// writeNestedItem writes a key of the first item of a list that is to begin on the next line.
func writeNestedItem(c *completing, k candidate) (string, bool, syntax.Span) {
	return c.nextLine("- ", k)
}

func (c *completing) nextLine(dash string, k candidate) (string, bool, syntax.Span) {
	indent := c.cursor.Indent + 2
	text := c.doc.EOL() + strings.Repeat(" ", indent) + dash + c.quoted(k.label, 0) + ":" + afterColon(k.field)
	return text, false, c.cursor.Token
}

// writeWithin writes a key in the brackets of a collection of flow style that is not there yet.
func writeWithin(open, end string) writer {
	return func(c *completing, k candidate) (string, bool, syntax.Span) {
		key, end := c.lead()+open+c.quoted(k.label, c.cursor.Quote)+": ", end
		if c.doc.Tree.JSON {
			end += c.comma()
		}
		if c.st.snippets() {
			return escapeSnippet(key) + "$1" + escapeSnippet(end), true, c.cursor.Token
		}
		return key + end, false, c.cursor.Token
	}
}

// writeInList writes a value as a list of one, in the place of a list.
func writeInList(c *completing, v candidate) (string, bool, syntax.Span) {
	text, snippet, span := writeValue(c, v)
	lead, end := "", ""
	if strings.HasPrefix(text, " ") {
		lead, text = " ", text[1:]
	}
	if strings.HasSuffix(text, ",") {
		text, end = text[:len(text)-1], ","
	}
	return lead + "[" + text + "]" + end, snippet, span
}

// writeValue writes a scalar in the place of the token, quoted where the loader would read another
// type or text, and as the author began to quote it.
func writeValue(c *completing, v candidate) (string, bool, syntax.Span) {
	text := v.text
	if !v.plain {
		text = c.quoted(v.text, c.cursor.Quote)
	}
	if c.doc.Tree.JSON && c.cursor.Slot == syntax.ValueSlot {
		text += c.comma()
	}
	return c.lead() + text, false, c.cursor.Token
}

// lead is the space that YAML wants behind a colon or dash, where the author has not typed it, or the
// indentation of a new entry.
func (c *completing) lead() string {
	if cur := c.cursor; cur.Slot == syntax.KeySlot && c.onEmptyLine() {
		file := c.doc.Tree.File
		column := cur.Token.Start - file.LineSpan(file.Line(cur.Offset)).Start
		return strings.Repeat(" ", max(0, cur.Levels[len(cur.Levels)-1].Indent-column))
	}
	text, at := c.doc.Tree.File.Text, c.cursor.Token.Start
	if c.cursor.AfterColon || c.cursor.Slot == syntax.ItemSlot && !c.cursor.InFlow && at > 0 && text[at-1] == '-' {
		return " "
	}
	return ""
}

// quoted writes a text in the quotes that the author opened, else plain where that reads as the text.
func (c *completing) quoted(text string, quote byte) string {
	switch {
	case c.doc.Tree.JSON || quote == '"':
		return c.doc.Quote(text, syntax.DoubleQuoted)
	case quote == '\'':
		return c.doc.Quote(text, syntax.SingleQuoted)
	}
	if plain := c.doc.Quote(text, syntax.Plain); plain == text {
		return text
	}
	return c.doc.Quote(text, syntax.DoubleQuoted)
}

// item makes the protocol's item of a candidate.
func (c *completing) item(order int, v candidate, write writer) protocol.CompletionItem {
	text, snippet, span := write(c, v)
	file := c.doc.Tree.File
	// A client filters by what stands in the range: the quotes that the author opened are part of it.
	filter := c.doc.Text(syntax.Span{Start: span.Start, End: min(span.End, c.cursor.Offset)})
	item := protocol.CompletionItem{
		Label:    v.label,
		Kind:     v.kind,
		SortText: protocol.NewOptional(fmt.Sprintf("%04d", order)),
		TextEdit: &protocol.TextEdit{Range: c.st.rangeOf(file, span), NewText: text},
	}
	if strings.TrimSpace(filter) == "" {
		if filter != "" {
			item.FilterText = protocol.NewOptional(filter + v.label)
		}
	} else if strings.HasPrefix(filter, `"`) || strings.HasPrefix(filter, "'") {
		item.FilterText = protocol.NewOptional(filter[:1] + v.label + filter[:1])
	}
	if snippet {
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
	}
	if v.detail != "" {
		item.Detail = protocol.NewOptional(v.detail)
	}
	if v.deprecated {
		item.Tags = []protocol.CompletionItemTag{protocol.CompletionItemTagDeprecated}
	}
	if v.doc != "" {
		if c.st.resolvesDocumentation() {
			item.Data, _ = json.Marshal(map[string]string{"doc": v.doc})
		} else {
			item.Documentation = c.st.markup(c.st.completionFormats(), v.doc)
		}
	}
	return item
}

func (s *server) completionResolve(_ context.Context, st *state, item *protocol.CompletionItem) (any, error) {
	var data struct{ Doc string }
	if err := json.Unmarshal(item.Data, &data); err == nil && data.Doc != "" {
		item.Documentation = st.markup(st.completionFormats(), data.Doc)
	}
	return item, nil
}

func (s *state) completionItem() *protocol.ClientCompletionItemOptions {
	can := s.client.can.TextDocument
	if can == nil || can.Completion == nil {
		return nil
	}
	return can.Completion.CompletionItem
}

func (s *state) snippets() bool {
	can := s.completionItem()
	return can != nil && is(can.SnippetSupport)
}

func (s *state) completionFormats() []protocol.MarkupKind {
	if can := s.completionItem(); can != nil {
		return can.DocumentationFormat
	}
	return nil
}

func (s *state) resolvesDocumentation() bool {
	can := s.completionItem()
	if can == nil {
		return false
	}
	for _, property := range can.ResolveSupport.Properties {
		if property == "documentation" {
			return true
		}
	}
	return false
}
