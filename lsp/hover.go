package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
	"go.lsp.dev/protocol"
)

func (s *server) hover(_ context.Context, st *state, params *protocol.HoverParams) (any, error) {
	b := st.find(params.TextDocument)
	if b == nil {
		return nil, nil
	}
	doc := b.document()
	text, span := st.hoverText(doc, st.offset(doc.Tree.File, params.Position))
	if text == "" {
		return nil, nil
	}
	var formats []protocol.MarkupKind
	if can := st.client.can.TextDocument; can != nil && can.Hover != nil {
		formats = can.Hover.ContentFormat
	}
	return &protocol.Hover{Contents: st.markup(formats, text), Range: ptr(st.rangeOf(doc.Tree.File, span))}, nil
}

// hoverText says what stands at an offset: Markdown, and the span that it is about.
func (s *state) hoverText(doc *lint.Document, offset int) (string, syntax.Span) {
	if doc.Format == nil {
		return "", syntax.Span{}
	}
	for _, c := range doc.Tree.Comments {
		if c.Span.Touches(offset) {
			return directiveText(c, offset)
		}
	}
	at := spotAt(doc, offset)
	switch {
	case at.place == nil || at.place.Parent == nil:
		return brokenKeyText(doc, offset)
	case at.onKey:
		if at.place.Field == nil {
			return "", syntax.Span{}
		}
		return keyText(at.place), at.place.Key.Span
	case at.place.Node.Kind != syntax.Scalar || !written(at.place).Touches(offset):
		return brokenKeyText(doc, offset)
	}
	return s.valueText(doc, at.place), written(at.place)
}

// brokenKeyText tells of the key under the cursor where the text around it does not parse.
func brokenKeyText(doc *lint.Document, offset int) (string, syntax.Span) {
	cur := doc.Tree.At(offset)
	if cur.Slot != syntax.KeySlot || cur.Token.Len() == 0 {
		return "", syntax.Span{}
	}
	slot := doc.Format.TypeAt(cur.Levels)
	name := strings.Trim(doc.Text(cur.Token), `"'`)
	if f := slot.In.Field(name); f != nil {
		return fieldText(f, f.Type, f.Required), cur.Token
	}
	return "", syntax.Span{}
}

func keyText(p *schema.Place) string {
	text := fieldText(p.Field, p.Type, p.Parent.Requires(p.Field))
	switch {
	case p.Field.Name == "escalation", p.Field.Name == "default_level":
		root := p
		for root.Parent != nil {
			root = root.Parent
		}
		if stages := lint.Stages(root); len(stages) > 0 {
			text += "\n\n" + ladderText(stages)
		}
	}
	return text
}

// fieldText is the documentation of a key: its type, limits and default, what it means, and the
// values that it may have.
func fieldText(f *schema.Field, t *schema.Type, required bool) string {
	if t == nil {
		t = f.Type
	}
	facts := []string{typeName(t)}
	if required {
		facts = append(facts, "required")
	}
	if f.Default != "" {
		facts = append(facts, "default `"+f.Default+"`")
	}
	facts = append(facts, limits(t)...)
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** — %s", f.Name, strings.Join(facts, ", "))
	for _, doc := range []string{f.Doc, f.Deprecated, f.Inert} {
		if doc != "" {
			b.WriteString("\n\n" + doc)
		}
	}
	if t != nil && t.Doc != "" && t.Doc != f.Doc {
		b.WriteString("\n\n" + t.Doc)
	}
	if t != nil && t.Kind == schema.Sequence && t.Items != nil && len(t.Items.Enum) > 0 {
		t = t.Items
	}
	if t != nil && len(t.Enum) > 0 {
		b.WriteString("\n")
		for _, v := range t.Enum {
			fmt.Fprintf(&b, "\n- `%s`", v.Name)
			if v.Doc != "" {
				b.WriteString(": " + v.Doc)
			}
		}
	}
	return b.String()
}

func limits(t *schema.Type) []string {
	if t == nil {
		return nil
	}
	var out []string
	if t.MaxLength > 0 {
		out = append(out, fmt.Sprintf("at most %d characters", t.MaxLength))
	}
	switch {
	case t.Min != nil && t.Max != nil:
		out = append(out, fmt.Sprintf("%g to %g", *t.Min, *t.Max))
	case t.Min != nil:
		out = append(out, fmt.Sprintf("at least %g", *t.Min))
	case t.Max != nil:
		out = append(out, fmt.Sprintf("at most %g", *t.Max))
	}
	if t.MinItems > 0 {
		out = append(out, fmt.Sprintf("%d or more items", t.MinItems))
	}
	if t.PatternWords != "" {
		out = append(out, t.PatternWords)
	}
	return out
}

// valueText tells what a scalar means where it stands.
func (s *state) valueText(doc *lint.Document, p *schema.Place) string {
	t := p.Type
	if t == nil {
		return ""
	}
	value := p.Node.Value
	if policy := p.Parent; p.Name() == "name" && policy != nil && policy.Type != nil && policy.Type.Name == "policy" && doc.Format.ID == "kyvvu-manifest" {
		return policyText(doc, policy)
	}
	switch format := t.Format; {
	case format == "rule-type":
		if r := doc.Format.Rules[value]; r != nil {
			return "**" + r.Name + "**\n\n" + ruleText(r)
		}
	case format == "template":
		return templateText(p)
	case strings.HasPrefix(format, "regex:"), format == "matcher":
		return patternText(format, value)
	case format == "flag", format == "behavior-id", format == "contract-tool":
		return s.entityText(doc, p)
	case format == "path:full":
		return fullPathText(value)
	case format == "tool":
		return toolText(value)
	}
	if v := t.Value(value); v != nil {
		return "`" + v.Name + "`: " + v.Doc
	}
	if p.Field != nil {
		return fieldText(p.Field, t, p.Parent.Requires(p.Field))
	}
	return ""
}

// templateText shows a template's length and what it will look like at each level that uses it.
func templateText(p *schema.Place) string {
	var b strings.Builder
	if p.Field != nil {
		fmt.Fprintf(&b, "**%s**", p.Field.Name)
	}
	if p.Type.MaxLength > 0 {
		fmt.Fprintf(&b, " — %d of %d characters", lint.TextLength(p.Node.Value), p.Type.MaxLength)
	}
	root := p
	for root.Parent != nil {
		root = root.Parent
	}
	for _, shown := range renderings(root, p) {
		fmt.Fprintf(&b, "\n\nAt `%s`, violation %d:\n\n```text\n%s\n```", shown.level, shown.counter, shown.text)
	}
	return b.String()
}

type rendering struct {
	level   string
	counter int
	text    string
}

// renderings are the texts that a template gives at the levels that show it, at the first violation
// of each. `{threshold}` is the number of the violation: that is what the generated hook puts there.
func renderings(root, template *schema.Place) []rendering {
	name, _ := root.Text("name")
	id, _ := root.Text("id")
	tool := ""
	if triggers := root.Child("policy").Child("triggers"); triggers != nil {
		for _, trigger := range triggers.Children {
			if matcher, ok := trigger.Text("matcher"); ok {
				if first, _, _ := strings.Cut(matcher, "|"); schema.ToolNamed(first) != nil {
					tool = first
					break
				}
			}
		}
	}
	var out []rendering
	for _, stage := range lint.Stages(root) {
		if !slices.Contains(template.Type.Levels, stage.Level) {
			continue
		}
		n := fmt.Sprint(stage.Violation)
		text := strings.NewReplacer("{behavior_id}", id, "{behavior_name}", name, "{counter}", n,
			"{tool_name}", tool, "{level}", stage.Level, "{threshold}", n).Replace(template.Node.Value)
		out = append(out, rendering{stage.Level, stage.Violation, strings.TrimRight(text, "\n")})
	}
	return out
}

// patternText says in words what a pattern matches, in the dialect of its place.
func patternText(format, value string) string {
	dialect := regex.RE2
	var b strings.Builder
	switch format {
	case "regex:python":
		dialect = regex.Python
		b.WriteString("**Pattern** (Python `re`, found anywhere in the field)")
	case "regex:re2":
		b.WriteString("**Pattern** (RE2, found anywhere in the value; `.` matches line breaks too)")
	case "matcher":
		if plain := matcherText(value); plain != "" {
			return plain
		}
		dialect = regex.JavaScript
		b.WriteString("**Matcher** (a JavaScript pattern, found anywhere in the tool's name)")
	}
	if len(value) > regex.MaxLength {
		return b.String()
	}
	re, err := regex.Parse(value, dialect)
	if err != nil {
		fmt.Fprintf(&b, "\n\nDoes not compile: %s.", err.Message)
		return b.String()
	}
	fmt.Fprintf(&b, "\n\nFinds %s.", re.Describe())
	if example, ok := re.Example(); ok {
		b.WriteString("\n\nFound in " + regex.Show(example))
		if miss, ok := re.NearMiss(example); ok {
			b.WriteString(", not in " + regex.Show(miss))
		}
		b.WriteString(" (both tried).")
	}
	return b.String()
}

// matcherText tells of a matcher that the host reads as a list of names; "" for a pattern.
func matcherText(value string) string {
	if value == "" || value == "*" {
		return "**Matcher** — every tool"
	}
	for _, r := range value {
		if !strings.ContainsRune("_|, -", r) && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') {
			return ""
		}
	}
	var b strings.Builder
	b.WriteString("**Matcher** — exactly these tools; case counts")
	for _, name := range strings.FieldsFunc(value, func(r rune) bool { return r == '|' || r == ',' }) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		fmt.Fprintf(&b, "\n- `%s`", name)
		if tool := schema.ToolNamed(name); tool != nil {
			b.WriteString(": " + tool.Doc)
		} else if !strings.HasPrefix(name, "mcp__") {
			b.WriteString(": no tool that is known")
		}
	}
	return b.String()
}

func toolText(value string) string {
	tool := schema.ToolNamed(value)
	if tool == nil {
		return ""
	}
	text := "**" + tool.Name + "** — " + tool.Doc
	if len(tool.Fields) > 0 {
		text += "\n\nSends `" + strings.Join(tool.Fields, "`, `") + "`."
	}
	if tool.Note != "" {
		text += "\n\n" + tool.Note
	}
	return text
}

func fullPathText(value string) string {
	lists := []string{"step_root", "profile_attribute"}
	if rest, ok := strings.CutPrefix(value, "properties."); ok {
		value, lists = rest, []string{"property"}
	}
	for _, list := range lists {
		if v := schema.Vocabulary(list).Value(value); v != nil {
			text := "**" + v.Name + "** — " + v.Doc
			if len(v.Values) > 0 {
				text += "\n\nValues: `" + strings.Join(v.Values, "`, `") + "`"
			}
			return text
		}
	}
	return ""
}

// entityText tells where a name is given and used.
func (s *state) entityText(doc *lint.Document, p *schema.Place) string {
	kind := entityFormats[p.Type.Format]
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** — %s", p.Node.Value, renameRules[kind].what)
	if p.Type.Format == "behavior-id" {
		if file := s.behaviorFile(entity{kind, p.Node.Value, doc}); file != nil && file.Format != nil {
			if about, ok := file.Root().Text("description"); ok {
				b.WriteString("\n\n" + about)
			}
		}
	}
	for _, o := range s.occurrences(entity{kind, p.Node.Value, doc}) {
		does := map[entityKind][2]string{
			behaviorID: {"given", "listed"}, flagName: {"set", "checked"}, contractTool: {"guarded", "required"},
		}[kind]
		word := does[1]
		if o.gives {
			word = does[0]
		}
		fmt.Fprintf(&b, "\n- %s in `%s`, line %d", word, o.doc.Path, o.doc.Tree.File.Position(o.span.Start).Line)
	}
	return b.String()
}

// directiveText tells of the rule that a suppression names under the cursor.
func directiveText(c syntax.Comment, offset int) (string, syntax.Span) {
	if !strings.Contains(c.Text, "forgelint:") {
		return "", syntax.Span{}
	}
	start, end := offset-c.Span.Start, offset-c.Span.Start
	isCode := func(b byte) bool { return b == '-' || 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }
	for start > 0 && isCode(c.Text[start-1]) {
		start--
	}
	for end < len(c.Text) && isCode(c.Text[end]) {
		end++
	}
	rule := lint.LookupRule(c.Text[start:end])
	if rule == nil {
		return "", syntax.Span{}
	}
	text := fmt.Sprintf("**%s** (%s) — %s\n\n%s\n\n[Documentation](%s)", rule.Code, rule.Severity, rule.Doc.Summary, rule.Doc.Why, lint.URL(rule.Code))
	return text, syntax.Span{Start: c.Span.Start + start, End: c.Span.Start + end}
}
