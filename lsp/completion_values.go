package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// values are what may be written as the value or item at the cursor: the words that the schema
// allows, and for the texts that mean something the words that are known in their place.
func (c *completing) values() []candidate {
	t := c.slot.Type
	if t != nil && t.Kind == schema.Sequence {
		t = t.Items
	}
	if t == nil {
		return nil
	}
	switch t.Format {
	case "condition-field":
		return enumCandidates(c.conditionFields())
	case "operator":
		field, _ := c.sibling(0, "field")
		return enumCandidates(schema.OperatorsFor(field))
	case "rule-type":
		return c.ruleTypes()
	case "matcher":
		return c.matchers()
	case "tool":
		return c.tools()
	case "flag":
		return c.flags()
	case "behavior-id":
		return c.behaviorIDs()
	case "contract-tool":
		return c.contractTools()
	case "path:full":
		return c.fullPaths()
	case "path:property":
		return wordsOf("property")
	case "timezone":
		return timezones()
	case "rule-code":
		return ruleCodes()
	}
	switch {
	case len(t.Enum) > 0:
		return enumCandidates(t.Enum)
	case t.Kind == schema.Boolean:
		return []candidate{
			{label: "true", text: "true", plain: true, kind: protocol.CompletionItemKindValue},
			{label: "false", text: "false", plain: true, kind: protocol.CompletionItemKindValue},
		}
	case c.slot.Field != nil && c.slot.Field.Default != "" && t.Kind != schema.Mapping && c.slot.Type == t:
		d := c.slot.Field.Default
		return []candidate{{label: d, text: d, plain: true, detail: "default", kind: protocol.CompletionItemKindValue}}
	}
	return c.knownValues()
}

// sibling returns the scalar beside the cursor under a key; up counts the collections outward.
func (c *completing) sibling(up int, key string) (string, bool) {
	i := len(c.cursor.Levels) - 1 - up
	if i < 0 {
		return "", false
	}
	return scalarIn(c.cursor.Levels[i].Entries, key)
}

func enumCandidates(values []schema.Value) []candidate {
	var out []candidate
	for _, v := range values {
		if v.Alias == "" { // else the other spelling is offered
			out = append(out, valueCandidate(v))
		}
	}
	return out
}

func valueCandidate(v schema.Value) candidate {
	doc := v.Doc
	if len(v.Values) > 0 {
		doc += "\n\nValues: `" + strings.Join(v.Values, "`, `") + "`."
	}
	return candidate{label: v.Name, text: v.Name, doc: doc, kind: protocol.CompletionItemKindEnumMember, deprecated: v.Reserved}
}

// conditionFields are the fields that the tools of the trigger's matcher send, and the counter. A
// matcher that is no list of known tools leaves all.
func (c *completing) conditionFields() []schema.Value {
	all := schema.ConditionFields()
	// Around the cursor: condition (mapping), conditions (list), trigger (mapping).
	event, _ := c.sibling(2, "event")
	matcher, _ := c.sibling(2, "matcher")
	tools, known := lint.MatcherTools(matcher)
	e := schema.EventNamed(event)
	if e != nil && !e.ToolInput {
		tools, known = nil, true
	}
	if !known {
		return all
	}
	var out []schema.Value
	for _, v := range all {
		switch {
		case len(v.Tools) == 0 && len(v.Events) == 0: // the counter
		case e != nil && !e.ToolInput && slices.Contains(v.Events, event):
		case slices.ContainsFunc(tools, func(tool *schema.Tool) bool {
			return slices.Contains(v.Tools, tool.Name) || tool.Sends(v.Name)
		}):
		default:
			continue
		}
		out = append(out, v)
	}
	return out
}

// ruleTypes are the rules that may be asked at the policy's enforcement point.
func (c *completing) ruleTypes() []candidate {
	point := c.enforcementPoint()
	var out, elsewhere []candidate
	for _, name := range c.format.RuleNames() {
		rule := c.format.Rules[name]
		v := candidate{label: name, text: name, doc: ruleText(rule), kind: protocol.CompletionItemKindFunction, detail: strings.Join(rule.EnforcementPoints, ", ")}
		if point != "" && !slices.Contains(rule.EnforcementPoints, point) {
			elsewhere = append(elsewhere, v)
		} else {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return elsewhere // the point is no known one
	}
	return out
}

func (c *completing) matchers() []candidate {
	event, _ := c.sibling(0, "event")
	if e := schema.EventNamed(event); e != nil && !e.Matcher {
		return nil
	}
	out := []candidate{{label: "*", text: "*", doc: "Every tool.", kind: protocol.CompletionItemKindValue}}
	return append(out, c.tools()...)
}

// alternatives are the tools that a matcher of several does not name yet. The one at the cursor is
// replaced, the others stay.
func (c *completing) alternatives() ([]candidate, writer) {
	text, span := c.doc.Tree.File.Text, c.cursor.Token
	at := min(max(c.cursor.Offset, span.Start), span.End)
	part := syntax.Span{Start: at, End: at}
	for part.Start > span.Start && strings.IndexByte("|\"'() ", text[part.Start-1]) < 0 {
		part.Start--
	}
	for part.End < span.End && strings.IndexByte("|\"'() ", text[part.End]) < 0 {
		part.End++
	}
	others := strings.FieldsFunc(text[span.Start:part.Start]+"|"+text[part.End:span.End], func(r rune) bool {
		return strings.ContainsRune("|\"'() ", r)
	})
	out := slices.DeleteFunc(c.matchers(), func(v candidate) bool {
		return v.text == "*" || slices.Contains(others, v.text)
	})
	return out, func(_ *completing, v candidate) (string, bool, syntax.Span) { return v.text, false, part }
}

func (c *completing) tools() []candidate {
	var out []candidate
	for _, tool := range schema.Tools() {
		if tool.Legacy != "" || tool.Renamed != "" {
			continue
		}
		doc := tool.Doc
		if len(tool.Fields) > 0 {
			doc += "\n\nSends `" + strings.Join(tool.Fields, "`, `") + "`."
		}
		if tool.Note != "" {
			doc += "\n\n" + tool.Note
		}
		out = append(out, candidate{label: tool.Name, text: tool.Name, doc: doc, kind: protocol.CompletionItemKindClass})
	}
	return out
}

// flags are the flags that behaviors of the folder set or check.
func (c *completing) flags() []candidate {
	docs := []*lint.Document{c.doc}
	if folder := c.st.files.Folder(c.doc); folder != nil {
		docs = folder.Behaviors()
	}
	typed := c.doc.Text(c.cursor.Value)
	where := map[string][]string{}
	var names []string
	for _, doc := range docs {
		for _, p := range doc.ByFormat("flag") {
			name := p.Node.Value
			if name == "" || p.Node.Kind != syntax.Scalar || doc == c.doc && p.Node.Span == c.cursor.Value && name == typed {
				continue
			}
			if where[name] == nil {
				names = append(names, name)
			}
			does := "checked"
			if occurrenceOf(doc, p).gives {
				does = "set"
			}
			where[name] = append(where[name], fmt.Sprintf("%s in `%s`", does, doc.Path))
		}
	}
	slices.Sort(names)
	var out []candidate
	for _, name := range names {
		slices.Sort(where[name])
		out = append(out, candidate{label: name, text: name, doc: strings.Join(slices.Compact(where[name]), ", "), kind: protocol.CompletionItemKindVariable})
	}
	return out
}

// behaviorIDs are, in an index, the behaviors of the folder that it does not list yet; in a behavior
// the name of its folder.
func (c *completing) behaviorIDs() []candidate {
	folder := c.st.files.Folder(c.doc)
	if folder == nil {
		return nil
	}
	listed := map[string]bool{}
	for _, p := range c.doc.ByFormat("behavior-id") {
		if p.Node.Span != c.cursor.Value {
			listed[p.Node.Value] = true
		}
	}
	var out []candidate
	for _, doc := range folder.Behaviors() {
		id := folderName(doc)
		if c.format.ID == "behavior" && doc != c.doc || listed[id] {
			continue
		}
		title, _ := doc.Root().Text("name")
		about, _ := doc.Root().Text("description")
		out = append(out, candidate{label: id, text: id, detail: title, doc: about, kind: protocol.CompletionItemKindModule})
	}
	return out
}

// folderName is the name of the folder that a behavior lies in, which is its id.
func folderName(doc *lint.Document) string {
	parts := strings.Split(strings.ReplaceAll(doc.Abs, `\`, "/"), "/")
	if len(parts) < 2 {
		return ""
	}
	return parts[len(parts)-2]
}

func (c *completing) contractTools() []candidate {
	seen := map[string]bool{}
	var out []candidate
	for _, p := range c.doc.ByFormat("contract-tool") {
		name := p.Node.Value
		if p.Node.Kind == syntax.Scalar && name != "" && p.Node.Span != c.cursor.Value && !seen[name] {
			seen[name] = true
			out = append(out, candidate{label: name, text: name, kind: protocol.CompletionItemKindFunction})
		}
	}
	return out
}

// fullPaths are the paths that a field may have at the policy's enforcement point: the roots, and
// below `properties` the standard leaves.
func (c *completing) fullPaths() []candidate {
	if c.enforcementPoint() == agentRegistration {
		return wordsOf("profile_attribute")
	}
	var out, open []candidate
	for _, root := range schema.Vocabulary("step_root").Enum {
		if root.Nested {
			root.Name += "."
			open = append(open, valueCandidate(root))
		} else {
			out = append(out, valueCandidate(root))
		}
	}
	for _, p := range schema.Vocabulary("property").Enum {
		p.Name = "properties." + p.Name
		out = append(out, valueCandidate(p))
	}
	return append(out, open...)
}

// enforcementPoint returns, in lower case as the loader compares it, when the policy around the cursor
// is evaluated; "" if that is not written yet.
func (c *completing) enforcementPoint() string {
	for up := range c.cursor.Levels {
		if point, ok := c.sibling(up, "enforcement_point"); ok {
			return strings.ToLower(point)
		}
	}
	return ""
}

// wordsOf offers a word list of Kyvvu.
func wordsOf(list string) []candidate { return enumCandidates(schema.Vocabulary(list).Enum) }

// freeKeys are the keys known for a mapping with free keys.
func (c *completing) freeKeys(t *schema.Type) []candidate {
	switch t.Format {
	case "path:property":
		return wordsOf("property")
	case "path:output":
		return wordsOf("output")
	case "rule-code":
		return ruleCodes()
	}
	return nil
}

// knownValues are the values that are known for the key of a filter, as `trust: external`, or for
// the field that stands beside a list of values.
func (c *completing) knownValues() []candidate {
	n := len(c.cursor.Levels)
	if n == 0 || c.slot.In == nil {
		return nil
	}
	switch c.slot.In.Format {
	case "path:property":
		return knownWords("property", c.cursor.Levels[n-1].Key)
	case "path:output":
		return knownWords("output", c.cursor.Levels[n-1].Key)
	}
	for up := range min(2, n) {
		field, ok := c.sibling(up, "field")
		if !ok {
			continue
		}
		switch field {
		case "kind", "verb":
			return wordsOf(field)
		case "risk_classification":
			return wordsOf("agent_class")
		}
		return knownWords("property", strings.TrimPrefix(field, "properties."))
	}
	return nil
}

// knownWords are the known values of a property or output.
func knownWords(list, path string) []candidate {
	v := schema.Vocabulary(list).Value(path)
	if v == nil {
		return nil
	}
	var out []candidate
	for _, w := range v.Values {
		out = append(out, candidate{label: w, text: w, kind: protocol.CompletionItemKindValue})
	}
	return out
}

// timezones are the likely ones; any IANA name is taken.
func timezones() []candidate {
	var out []candidate
	for _, zone := range schema.OfferedTimezones() {
		out = append(out, candidate{label: zone, text: zone, kind: protocol.CompletionItemKindValue})
	}
	return out
}

func ruleCodes() []candidate {
	var out []candidate
	for _, r := range lint.Rules() {
		out = append(out, candidate{label: r.Code, text: r.Code, detail: r.Severity.String(), doc: r.Doc.Summary, kind: protocol.CompletionItemKindConstant})
	}
	return out
}

// isTemplate reports whether a text holds `{variables}`.
func isTemplate(t *schema.Type) bool { return t.Format == "template" || t.Format == "message-template" }

// variables are the variables of a template. They are written in the place of a brace that is open
// before the cursor, else at the cursor; nothing else of the text changes.
func (c *completing) variables() ([]candidate, writer) {
	values := schema.TemplateVariables()
	if c.slot.Type.Format == "message-template" {
		values = schema.MessageVariables()
	}
	var out []candidate
	for _, v := range values {
		name := "{" + strings.Trim(v.Name, "{}") + "}"
		out = append(out, candidate{label: name, text: name, doc: v.Doc, kind: protocol.CompletionItemKindVariable})
	}
	return out, writeVariable
}

// braced are the variables of a template in the place of a brace without quotes before it, which begins
// a mapping: it is quoted, its other brace taken along.
func (c *completing) braced(t *schema.Type) ([]candidate, writer) {
	text, span := c.doc.Tree.File.Text, c.cursor.Token
	span.Start -= len(text[:span.Start]) - len(strings.TrimRight(text[:span.Start], " \t"))
	if span.Start == 0 || text[span.Start-1] != '{' {
		return nil, nil
	}
	span.Start--
	if rest := strings.TrimLeft(text[span.End:], " \t"); strings.HasPrefix(rest, "}") {
		span.End = len(text) - len(rest) + 1
	}
	c.slot.Type = t
	values, _ := c.variables()
	return values, func(c *completing, v candidate) (string, bool, syntax.Span) {
		return c.doc.Quote(v.text, syntax.DoubleQuoted), false, span
	}
}

func writeVariable(c *completing, v candidate) (string, bool, syntax.Span) {
	text, at := c.doc.Tree.File.Text, c.cursor.Offset
	line := c.doc.Tree.File.LineSpan(c.doc.Tree.File.Position(at).Line)
	span := syntax.Span{Start: at, End: at}
	for i := at; i > line.Start && isVariablePart(text[i-1]); i-- {
		if i-2 >= line.Start && text[i-2] == '{' {
			span.Start = i - 2
		}
	}
	if at > line.Start && text[at-1] == '{' {
		span.Start = at - 1
	}
	if span.Start < at {
		for span.End < line.End && isVariablePart(text[span.End]) {
			span.End++
		}
		if span.End < line.End && text[span.End] == '}' {
			span.End++
		} else {
			span.End = at
		}
	}
	out := v.text
	// A value that is not there yet needs its quotes: a plain scalar cannot begin with a brace.
	if c.cursor.Slot == syntax.ValueSlot && c.cursor.Quote == 0 && c.cursor.Value.Start >= span.Start {
		out = c.lead() + c.doc.Quote(v.text, syntax.DoubleQuoted)
	}
	return out, false, span
}

func isVariablePart(b byte) bool {
	return b == '_' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}
