package schema

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// JSONSchema returns a JSON Schema (2020-12) of the format, made from the data that lints it. The same
// bytes come out every time. It accepts what the format's loader accepts: keys that are dropped in
// silence are no error, and what a schema cannot say (a path that must exist, a pattern of another
// engine, 1.0 that is no integer) is left to the linter.
func (f *Format) JSONSchema() []byte {
	e := exporter{format: f, names: map[*Type]string{}, taken: map[string]*Type{}, shared: map[string]string{}}
	root := e.body(f.Root)
	out := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", f.Title},
		{"description", plainText(f.Doc)},
		{"markdownDescription", f.Doc},
	}
	out = append(out, root...)
	if len(e.defs) > 0 {
		slices.SortFunc(e.defs, func(a, b member) int { return strings.Compare(a.key, b.key) })
		out = append(out, member{"$defs", e.defs})
	}
	v := jsontext.Value(appendJSON(nil, out))
	if err := v.Indent(jsontext.WithIndent("  ")); err != nil {
		panic("schema of " + f.ID + ": " + err.Error())
	}
	return append(v, '\n')
}

type exporter struct {
	format *Format
	defs   object
	names  map[*Type]string // of the types that have a definition
	taken  map[string]*Type
	shared map[string]string // definitions of enums by their JSON
}

// schema returns what stands where a value of the type is asked for: a reference for named mappings
// and enums, the schema itself for others.
func (e *exporter) schema(t *Type) object {
	switch {
	case t == nil:
		return object{}
	case t.Kind == Mapping && t.Name != "" && len(t.Fields) > 0, t.Switch != nil && t.Switch.Inside:
		return object{{"$ref", "#/$defs/" + e.define(t)}}
	}
	o := e.body(t)
	if len(t.Enum) > 3 {
		return object{{"$ref", "#/$defs/" + e.share(t, o)}}
	}
	return o
}

// define makes a definition of a mapping type; types refer to themselves, so the name comes first.
func (e *exporter) define(t *Type) string {
	if name := e.names[t]; name != "" {
		return name
	}
	base := t.Name
	for name, named := range e.format.Types {
		if named == t {
			base = name
		}
	}
	if t.Rule != nil {
		base = "params of " + t.Rule.Name
	}
	base = strings.ReplaceAll(base, " ", "-")
	name := base
	for i := 2; e.taken[name] != nil; i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	e.taken[name], e.names[t] = t, name
	o := e.body(t)
	e.defs = append(e.defs, member{name, append(object{{"title", strings.ReplaceAll(base, "-", " ")}}, o...)})
	return name
}

// share makes one definition of all enums that read the same.
func (e *exporter) share(t *Type, o object) string {
	text := string(appendJSON(nil, o))
	if name := e.shared[text]; name != "" {
		return name
	}
	base := t.Format
	if base == "" || strings.Contains(base, ":") {
		base = "words"
	}
	name := base
	for i := 2; e.taken[name] != nil; i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	e.taken[name], e.shared[text] = t, name
	e.defs = append(e.defs, member{name, o})
	return name
}

// body is the schema of a type.
func (e *exporter) body(t *Type) object {
	if t.Switch != nil && t.Switch.Inside {
		return e.variants(t)
	}
	var o object
	if t.Doc != "" {
		o = append(o, docs(t.Doc)...)
	}
	if types := typeNames(t); len(types) == 1 {
		o = append(o, member{"type", types[0]})
	} else if len(types) > 1 {
		o = append(o, member{"type", types})
	}
	o = append(o, e.enum(t)...)
	if t.Min != nil {
		o = append(o, member{"minimum", jsonNumber(*t.Min)})
	}
	if t.Max != nil {
		o = append(o, member{"maximum", jsonNumber(*t.Max)})
	}
	if t.MinItems > 0 {
		o = append(o, member{"minItems", jsonNumber(float64(t.MinItems))})
	}
	if t.MinLength > 0 {
		o = append(o, member{"minLength", jsonNumber(float64(t.MinLength))})
	}
	switch {
	case t.MaxLength > 0 && t.Format == "template":
		// The line break that ends a block of text does not count.
		o = append(o, member{"anyOf", []any{
			object{{"maxLength", jsonNumber(float64(t.MaxLength))}},
			object{{"maxLength", jsonNumber(float64(t.MaxLength + 1))}, {"pattern", "\\n$"}},
		}})
	case t.MaxLength > 0:
		o = append(o, member{"maxLength", jsonNumber(float64(t.MaxLength))})
	}
	if t.Pattern != "" {
		o = append(o, member{"pattern", t.Pattern})
		if t.PatternWords != "" {
			o = append(o, member{"patternErrorMessage", plainText(t.PatternWords)})
		}
	}
	switch t.Kind {
	case Sequence:
		if t.Items != nil {
			if items := e.schema(t.Items); len(items) > 0 {
				o = append(o, member{"items", items})
			}
		}
	case Mapping:
		o = append(o, e.mapping(t)...)
	}
	return o
}

// typeNames are the JSON types of a kind.
func typeNames(t *Type) []any {
	var types []any
	switch t.Kind {
	case String:
		types = []any{"string"}
	case Integer:
		types = []any{"integer"}
	case Number:
		types = []any{"number"}
	case Boolean:
		types = []any{"boolean"}
	case Mapping:
		types = []any{"object"}
	case Sequence:
		types = []any{"array"}
	case Scalar:
		types = []any{"string", "number", "boolean"}
	}
	if t.Null && len(types) > 0 {
		types = append(types, "null")
	}
	return types
}

// enum lists the values, each with its description.
func (e *exporter) enum(t *Type) object {
	values := t.Enum
	if t.Format == "rule-type" {
		for _, name := range e.format.RuleNames() {
			values = append(values, Value{Name: name, Doc: e.format.Rules[name].Description})
		}
	}
	if len(values) == 0 {
		return nil
	}
	var names, docs []any
	for _, v := range values {
		names, docs = append(names, v.Name), append(docs, v.Doc)
		if t.Kind == Scalar && reserved[v.Name] {
			// `off` without quotes is a boolean for readers of YAML 1.1.
			names, docs = append(names, v.Name == "on" || v.Name == "yes"), append(docs, v.Doc)
		}
	}
	if t.Null {
		names, docs = append(names, nil), append(docs, "As if the key were absent.")
	}
	list := object{{"enum", names}, {"markdownEnumDescriptions", docs}}
	switch {
	case t.OpenEnum:
		// Other words load too: the list is for completion.
		return object{{"anyOf", []any{list, object{}}}}
	case t.IgnoreCase:
		words := make([]string, len(values))
		for i, v := range values {
			words[i] = anyCase(v.Name)
		}
		return object{{"anyOf", []any{list, object{{"type", "string"}, {"pattern", "^(" + strings.Join(words, "|") + ")$"}}}}}
	}
	return list
}

// mapping are the keywords of a mapping: its keys, and what holds between them.
func (e *exporter) mapping(t *Type) object {
	var o, properties object
	var required, all []any
	for _, f := range t.Fields {
		properties = append(properties, member{f.Name, e.property(f)})
		if f.Required {
			required = append(required, f.Name)
		}
		if f.Type != nil && f.Type.Switch != nil && !f.Type.Switch.Inside {
			all = append(all, e.cases(f.Name, f.Type)...)
		}
	}
	for _, f := range t.Fields {
		if w := f.RequiredWhen; w != nil {
			all = append(all, object{{"if", holds(w.Sibling, w.Values)}, {"then", object{{"required", []any{f.Name}}}}})
		}
	}
	if len(properties) > 0 {
		o = append(o, member{"properties", properties})
	}
	if len(required) > 0 {
		o = append(o, member{"required", required})
	}
	if t.IgnoredPrefix != "" {
		o = append(o, member{"patternProperties", object{{"^" + t.IgnoredPrefix, object{{"doNotSuggest", true}}}}})
	}
	switch {
	case t.Open == Closed:
		o = append(o, member{"additionalProperties", false})
	case t.Items != nil:
		o = append(o, member{"additionalProperties", e.schema(t.Items)})
	}
	if len(all) > 0 {
		o = append(o, member{"allOf", all})
	}
	return o
}

// property is the schema of a key's value, with what is said of the key. What a switch decides is
// said beside it: see cases.
func (e *exporter) property(f *Field) object {
	o := docs(f.Doc)
	if f.Default != "" {
		o = append(o, member{"default", jsonDefault(f)})
	}
	if f.Deprecated != "" || f.Inert != "" {
		o = append(o, member{"deprecated", true})
	}
	if f.Inert != "" || f.Hidden {
		o = append(o, member{"doNotSuggest", true})
	}
	if f.Type == nil || f.Type.Switch != nil && !f.Type.Switch.Inside {
		return o
	}
	for _, m := range e.schema(f.Type) {
		if _, ok := o.get(m.key); !ok {
			o = append(o, m)
		}
	}
	return o
}

// cases says what a key's value must be for each value of the sibling that decides it.
func (e *exporter) cases(name string, t *Type) []any {
	if t == nil {
		return nil
	}
	if t.Switch == nil {
		if s := e.schema(t); len(s) > 0 {
			return []any{object{{"properties", object{{name, s}}}}}
		}
		return nil
	}
	return e.choose(t.Switch, func(c *Type) object { return allOf(e.cases(name, c)) })
}

// variants is the schema of a type that an entry of its own decides.
func (e *exporter) variants(t *Type) object {
	o := object{{"type", "object"}}
	if t.Switch.Else != nil && t.Switch.Else.Kind == Mapping {
		var properties object
		for _, f := range t.Switch.Else.Fields {
			properties = append(properties, member{f.Name, e.property(f)})
		}
		o = append(o, member{"properties", properties})
	}
	return append(o, member{"allOf", e.choose(t.Switch, e.schema)})
}

// choose writes a switch as conditions.
func (e *exporter) choose(s *Switch, then func(*Type) object) []any {
	var all []any
	var known []string
	for _, g := range groups(s) {
		known = append(known, g.values...)
		if c := then(g.t); len(c) > 0 {
			all = append(all, object{{"if", holds(s.Sibling, g.values)}, {"then", c}})
		}
	}
	if other := then(s.Else); len(other) > 0 {
		if len(all) == 1 && len(groups(s)) == 1 {
			all[0] = append(all[0].(object), member{"else", other})
		} else {
			all = append(all, object{{"if", holds(s.Sibling, known)}, {"else", other}})
		}
	}
	return all
}

type group struct {
	values []string
	t      *Type
}

// groups are the cases of a switch, those of one type together, in alphabetical order.
func groups(s *Switch) []group {
	names := make([]string, 0, len(s.Cases))
	for name := range s.Cases {
		names = append(names, name)
	}
	sort.Strings(names)
	var all []group
	for _, name := range names {
		i := slices.IndexFunc(all, func(g group) bool { return g.t == s.Cases[name] })
		if i < 0 {
			all = append(all, group{t: s.Cases[name]})
			i = len(all) - 1
		}
		all[i].values = append(all[i].values, name)
	}
	return all
}

// holds is a condition: the key is there and has one of the values.
func holds(key string, values []string) object {
	var test object
	if len(values) == 1 {
		test = object{{"const", values[0]}}
	} else {
		list := make([]any, len(values))
		for i, v := range values {
			list[i] = v
		}
		test = object{{"enum", list}}
	}
	return object{{"properties", object{{key, test}}}, {"required", []any{key}}}
}

func allOf(list []any) object {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0].(object)
	}
	return object{{"allOf", list}}
}

func docs(text string) object {
	if text == "" {
		return nil
	}
	return object{{"description", plainText(text)}, {"markdownDescription", text}}
}

// plainText takes the marks of Markdown out of a description of ours.
func plainText(s string) string { return strings.NewReplacer("`", "", "**", "").Replace(s) }

// anyCase is a pattern for a word in any letter case.
func anyCase(word string) string {
	var b strings.Builder
	for _, r := range word {
		if unicode.IsLetter(r) {
			fmt.Fprintf(&b, "[%c%c]", unicode.ToUpper(r), unicode.ToLower(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func jsonNumber(f float64) number { return number(fmt.Sprint(f)) }

// jsonDefault is a field's default, which is YAML text, as JSON.
func jsonDefault(f *Field) any {
	switch s := f.Default; {
	case s == "true", s == "false":
		return s == "true"
	case s == "[]":
		return []any{}
	case s == "{}":
		return object{}
	case f.Type != nil && (f.Type.Kind == Integer || f.Type.Kind == Number):
		return number(s)
	default:
		return s
	}
}

func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return fmt.Append(b, v)
	case number:
		return append(b, v...)
	case string:
		b, _ = jsontext.AppendQuote(b, v)
		return b
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, e)
		}
		return append(b, ']')
	case object:
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b, _ = jsontext.AppendQuote(b, m.key)
			b = append(b, ':')
			b = appendJSON(b, m.value)
		}
		return append(b, '}')
	}
	panic(fmt.Sprintf("no JSON: %T", v))
}
