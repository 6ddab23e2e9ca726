package schema

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.json
var data embed.FS

// file is a data file in the dialect of data/README.md, read.
type file struct {
	id, title, doc, source string
	root                   *Type
	types                  map[string]*Type
	raw                    map[string]object // definitions that are not built yet
}

// files reads each data file once, on first use: most runs need one or two formats.
var files = struct {
	sync.Mutex
	m map[string]*file
}{m: map[string]*file{}}

// short names under which definitions of other files are referred to.
var fileOf = map[string]string{"vocabulary": "kyvvu-vocabulary", "manifest": "kyvvu-manifest"}

func readData(name string) any {
	b, err := data.ReadFile("data/" + name + ".json")
	if err != nil {
		panic(err)
	}
	v, err := readJSON(b)
	if err != nil {
		panic(fmt.Sprintf("schema/data/%s.json: %v", name, err))
	}
	return v
}

// load reads a data file. Faults of the data are our own: they panic.
func load(id string) *file {
	files.Lock()
	defer files.Unlock()
	return loadLocked(id)
}

func loadLocked(id string) *file {
	if f := files.m[id]; f != nil {
		return f
	}
	f := &file{types: map[string]*Type{}, raw: map[string]object{}}
	files.m[id] = f
	top := readData(id).(object)
	var names []string
	var root any
	for _, m := range top {
		switch m.key {
		case "id":
			f.id = m.value.(string)
		case "title":
			f.title = m.value.(string)
		case "description":
			f.doc = m.value.(string)
		case "source":
			f.source = m.value.(string)
		case "root":
			root = m.value
		case "types":
			for _, d := range m.value.(object) {
				names = append(names, d.key)
				f.raw[d.key] = d.value.(object)
			}
		default:
			panic(fmt.Sprintf("schema/data/%s.json: unknown key %q", id, m.key))
		}
	}
	if f.id != id {
		panic(fmt.Sprintf("schema/data/%s.json: id is %q", id, f.id))
	}
	b := builder{file: f, where: id}
	for _, n := range names {
		b.named(n)
	}
	if root != nil {
		f.root = b.typ(root.(object))
	}
	return f
}

// builder makes types of the objects of one data file.
type builder struct {
	file  *file
	where string
}

func (b *builder) fail(format string, args ...any) {
	panic(fmt.Sprintf("schema data, %s: %s", b.where, fmt.Sprintf(format, args...)))
}

// named returns a definition of the file. It may be under construction: definitions refer to
// themselves.
func (b *builder) named(name string) *Type {
	if t := b.file.types[name]; t != nil {
		return t
	}
	raw, ok := b.file.raw[name]
	if !ok {
		b.fail("no definition %q", name)
	}
	t := &Type{}
	b.file.types[name] = t
	*t = *b.typ(raw)
	if t.Name == "" && t.Kind == Mapping {
		t.Name = name
	}
	return t
}

// ref finds `name`, or `file#name`.
func (b *builder) ref(s string) *Type {
	id, name, other := strings.Cut(s, "#")
	if !other {
		return b.named(s)
	}
	if long := fileOf[id]; long != "" {
		id = long
	}
	f := loadLocked(id)
	o := builder{file: f, where: id}
	return o.named(name)
}

// fieldKeys are the keys of a property that speak of the key and not of its value.
var fieldKeys = []string{"required", "required_when", "default", "deprecated", "missing", "former", "inert", "misleads", "hidden", "was", "near"}

// typ makes a type of an object in the dialect. Keys of fields are passed over: see field.
func (b *builder) typ(o object) *Type {
	t := &Type{}
	if r, ok := o.get("ref"); ok {
		shared := b.ref(r.(string))
		if !slices.ContainsFunc(o, func(m member) bool {
			return m.key != "ref" && m.key != "description" && !slices.Contains(fieldKeys, m.key)
		}) {
			return shared
		}
		*t = *shared
	}
	open := false
	for _, m := range o {
		if slices.Contains(fieldKeys, m.key) || m.key == "ref" {
			continue
		}
		switch m.key {
		case "name":
			t.Name = m.value.(string)
		case "type":
			t.Kind = b.kind(m.value.(string))
		case "description":
			if t.Doc == "" {
				t.Doc = m.value.(string)
			}
		case "properties":
			for _, p := range m.value.(object) {
				t.Fields = append(t.Fields, b.field(p.key, p.value.(object)))
			}
		case "open":
			open = true
			i := slices.Index([]string{"closed", "ignored", "free"}, m.value.(string))
			if i < 0 {
				b.fail("open: %v", m.value)
			}
			t.Open = Open(i)
		case "ignored_prefix":
			t.IgnoredPrefix = m.value.(string)
		case "items", "values":
			t.Items = b.typ(m.value.(object))
		case "enum":
			for _, v := range m.value.([]any) {
				t.Enum = append(t.Enum, b.value(v))
			}
		case "ignore_case":
			t.IgnoreCase = m.value.(bool)
		case "renames":
			t.Renames = m.value.(string)
		case "open_enum":
			t.OpenEnum = m.value.(bool)
		case "minimum":
			t.Min = b.float(m.value)
		case "maximum":
			t.Max = b.float(m.value)
		case "min_items":
			t.MinItems = int(*b.float(m.value))
		case "min_length":
			t.MinLength = int(*b.float(m.value))
		case "max_length":
			t.MaxLength = int(*b.float(m.value))
		case "pattern":
			t.Pattern = m.value.(string)
		case "pattern_words":
			t.PatternWords = m.value.(string)
		case "format":
			t.Format = m.value.(string)
		case "path":
			t.Format = "path:" + m.value.(string)
		case "level":
			t.Levels = b.strings(m.value)
		case "nullable":
			t.Null = m.value.(bool)
		case "switch":
			t.Switch = b.switchOf(m.value.(object))
		default:
			b.fail("unknown key %q", m.key)
		}
	}
	if t.Kind == Mapping && !open && len(t.Fields) == 0 {
		t.Open = Free
	}
	return t
}

func (b *builder) field(name string, o object) *Field {
	where := b.where
	b.where += "." + name
	f := &Field{Name: name}
	for _, m := range o {
		switch m.key {
		case "description":
			f.Doc = m.value.(string)
		case "required":
			f.Required = m.value.(bool)
		case "required_when":
			w := m.value.(object)
			sibling, _ := w.get("sibling")
			values, _ := w.get("values")
			f.RequiredWhen = &When{sibling.(string), b.strings(values)}
		case "default":
			f.Default = yamlText(m.value)
		case "deprecated":
			f.Deprecated = m.value.(string)
		case "missing":
			f.Missing = m.value.(string)
		case "former":
			f.Former = yamlText(m.value)
		case "inert":
			f.Inert = m.value.(string)
		case "misleads":
			f.Misleads = m.value.(bool)
		case "hidden":
			f.Hidden = m.value.(bool)
		case "was":
			f.Was = b.strings(m.value)
		case "near":
			f.Near = b.strings(m.value)
		}
	}
	f.Type = b.typ(o)
	b.where = where
	return f
}

func (b *builder) switchOf(o object) *Switch {
	s := &Switch{Cases: map[string]*Type{}}
	for _, m := range o {
		switch m.key {
		case "sibling":
			s.Sibling = m.value.(string)
		case "inside":
			s.Inside = m.value.(bool)
		case "rules":
			// the cases are the rules of the registry: registry.go fills them in
		case "cases":
			for _, c := range m.value.(object) {
				t := b.typ(c.value.(object))
				for _, name := range strings.Split(c.key, "|") {
					s.Cases[name] = t
				}
			}
		case "else":
			s.Else = b.typ(m.value.(object))
		default:
			b.fail("unknown key %q of a switch", m.key)
		}
	}
	return s
}

func (b *builder) value(v any) Value {
	if s, ok := v.(string); ok {
		return Value{Name: s}
	}
	var out Value
	for _, m := range v.(object) {
		switch m.key {
		case "value":
			out.Name = m.value.(string)
		case "description":
			out.Doc = m.value.(string)
		case "near":
			out.Near = b.strings(m.value)
		case "alias":
			out.Alias = m.value.(string)
		case "reserved":
			out.Reserved = m.value.(bool)
		case "tools":
			out.Tools = b.strings(m.value)
		case "events":
			out.Events = b.strings(m.value)
		case "operands":
			out.Operands = b.strings(m.value)
		case "verbs":
			out.Verbs = b.strings(m.value)
		case "kinds":
			out.Kinds = b.strings(m.value)
		case "values":
			out.Values = b.strings(m.value)
		case "open_values":
			out.OpenValues = m.value.(bool)
		case "weight":
			out.Weight = *b.float(m.value)
		case "blocks":
			out.Blocks = m.value.(bool)
		case "nested":
			out.Nested = m.value.(bool)
		case "list":
			out.List = m.value.(bool)
		case "hostless":
			out.Hostless = m.value.(bool)
		default:
			b.fail("unknown key %q of a value", m.key)
		}
	}
	return out
}

func (b *builder) kind(s string) Kind {
	switch s {
	case "string":
		return String
	case "integer":
		return Integer
	case "number":
		return Number
	case "boolean":
		return Boolean
	case "object":
		return Mapping
	case "array":
		return Sequence
	case "scalar":
		return Scalar
	case "any":
		return Any
	}
	b.fail("unknown type %q", s)
	return Any
}

func (b *builder) float(v any) *float64 {
	n, ok := v.(number)
	if !ok {
		b.fail("%v is no number", v)
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		b.fail("%v", err)
	}
	return &f
}

func (b *builder) strings(v any) []string {
	list := v.([]any)
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.(string)
	}
	return out
}

// yamlText writes a default as YAML; a text that stands for a collection (`[]`) is taken as it is.
func yamlText(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case number:
		return string(v)
	case string:
		return v
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = yamlText(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case object:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = m.key + ": " + yamlText(m.value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return ""
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }

func equalFold(a, b string) bool { return strings.EqualFold(a, b) }
