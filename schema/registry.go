package schema

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// RuleType is an entry of the Kyvvu rule registry.
type RuleType struct {
	Name              string
	Description       string
	EnforcementPoints []string
	Complexity        string
	Params            *Type // a closed mapping
	Example           string
	BuiltIn           bool
	// Evaluated says in plain words which steps the rule looks at; "" for rules of other registries.
	Evaluated string
	// violated and passes are the sentences of Sentence, with `{param}` and `[…]` to be filled in.
	violated, passes string
}

// rule is an entry of a registry as it was read.
type rule struct {
	name string
	body object
}

var builtInRules = sync.OnceValue(func() []rule {
	rules, err := readRules(readData("kyvvu-rules"))
	if err != nil {
		panic("schema/data/kyvvu-rules.json: " + err.Error())
	}
	return rules
})

var overlay = sync.OnceValue(func() object { return readData("kyvvu-overlay").(object) })

// WithRegistry returns a copy of the format whose rule types also hold those of a JSON dump of a
// Kyvvu server's registry: `{"rules": [{"name", "description", "enforcement_points",
// "params_schema"}…]}`, the list alone, or a mapping of names to such entries (rules reference,
// "Programmatic discovery"). A rule of the dump replaces a built-in one of the same name. Errors say
// what to do.
func (f *Format) WithRegistry(data []byte) (*Format, error) {
	v, err := readJSON(data)
	if err != nil {
		return nil, fmt.Errorf("the registry is no JSON: %w; dump it with `GET /api/v1/policies/rules`", err)
	}
	rules, err := readRules(v)
	if err != nil {
		return nil, err
	}
	if f.ID != "kyvvu-manifest" {
		return f, nil
	}
	for i := range rules {
		if rules[i], err = cleanRule(rules[i]); err != nil {
			return nil, err
		}
	}
	return manifest(builtInRules(), rules), nil
}

const registryShape = "expected `{\"rules\": [...]}`, a list of rules, or a mapping of rule names to rules"

// readRules takes a registry apart, whichever of its three shapes it has.
func readRules(v any) ([]rule, error) {
	o, isObject := v.(object)
	if isObject {
		if list, ok := o.get("rules"); ok {
			if l, ok := list.([]any); ok {
				v = l
			} else if m, ok := list.(object); ok && !isRule(m) {
				return readRules(m)
			}
		}
	}
	var rules []rule
	seen := map[string]bool{}
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			body, ok := e.(object)
			if !ok {
				return nil, fmt.Errorf("rule %d of the registry is no mapping", i+1)
			}
			name, _ := body.get("name")
			s, ok := name.(string)
			if !ok || s == "" {
				return nil, fmt.Errorf("rule %d of the registry has no `name`", i+1)
			}
			if seen[s] {
				return nil, fmt.Errorf("the registry holds the rule `%s` twice", s)
			}
			seen[s] = true
			rules = append(rules, rule{s, body})
		}
	case object:
		for _, m := range v {
			body, ok := m.value.(object)
			if !ok {
				return nil, fmt.Errorf("the registry has an unknown shape: `%s` is no rule; %s", m.key, registryShape)
			}
			rules = append(rules, rule{m.key, body})
		}
	default:
		return nil, fmt.Errorf("the registry has an unknown shape: %s", registryShape)
	}
	for _, r := range rules {
		if !isRule(r.body) {
			return nil, fmt.Errorf("the registry's rule `%s` has no `params_schema`; %s", r.name, registryShape)
		}
	}
	return rules, nil
}

func isRule(o object) bool {
	_, ok := o.get("params_schema")
	return ok
}

// cleanRule leaves of a rule that is not ours what the registry's dialect has, and finds what does not
// fit it. Keys that the dialect does not have are fine.
func cleanRule(r rule) (rule, error) {
	out := rule{name: r.name}
	for _, m := range r.body {
		switch m.key {
		case "description", "complexity":
			if _, ok := m.value.(string); ok {
				out.body = append(out.body, m)
			}
		case "example":
			out.body = append(out.body, m)
		case "enforcement_points":
			if err := stringList(m.value); err != nil {
				return out, fmt.Errorf("the registry's rule `%s`: `enforcement_points` %w", r.name, err)
			}
			out.body = append(out.body, m)
		case "params_schema":
			params, ok := m.value.(object)
			if !ok && m.value != nil {
				return out, fmt.Errorf("the registry's rule `%s`: `params_schema` is no mapping", r.name)
			}
			clean, name, err := cleanParams(params)
			if err != nil {
				return out, fmt.Errorf("the registry's rule `%s`: param `%s`: %w", r.name, name, err)
			}
			out.body = append(out.body, member{"params_schema", clean})
		}
	}
	return out, nil
}

// cleanParams cleans each schema of a mapping; it names the one that does not fit.
func cleanParams(params object) (clean object, name string, err error) {
	clean = object{}
	for _, p := range params {
		o, err := cleanParam(p.value)
		if err != nil {
			return nil, p.key, err
		}
		clean = append(clean, member{p.key, o})
	}
	return clean, "", nil
}

func cleanParam(v any) (object, error) {
	o, ok := v.(object)
	if !ok {
		return nil, fmt.Errorf("its schema is no mapping")
	}
	clean := object{}
	for _, m := range o {
		good := true
		switch m.key {
		case "type":
			s, ok := m.value.(string)
			if !ok || !slices.Contains(registryTypes, s) {
				return nil, fmt.Errorf("`type` is %s; expected one of %s", yamlText(m.value), strings.Join(registryTypes, ", "))
			}
		case "description", "path":
			_, good = m.value.(string)
		case "required":
			_, good = m.value.(bool)
		case "minimum", "maximum":
			_, good = m.value.(number)
		case "enum":
			_, good = m.value.([]any)
		case "default":
		case "items":
			if m.value == nil {
				continue
			}
			items, err := cleanParam(m.value)
			if err != nil {
				return nil, fmt.Errorf("items: %w", err)
			}
			m.value = items
		case "properties":
			var props object
			if props, good = m.value.(object); good {
				clean, name, err := cleanParams(props)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				m.value = clean
			}
		default:
			continue
		}
		if !good {
			return nil, fmt.Errorf("`%s` is %s", m.key, yamlText(m.value))
		}
		clean = append(clean, m)
	}
	return clean, nil
}

var registryTypes = []string{"string", "integer", "number", "boolean", "object", "array", "any"}

func stringList(v any) error {
	l, ok := v.([]any)
	if !ok {
		return fmt.Errorf("is no list")
	}
	for _, e := range l {
		if _, ok := e.(string); !ok {
			return fmt.Errorf("holds %s, which is no text", yamlText(e))
		}
	}
	return nil
}

// manifest makes the format of manifests with the rules of the registries; later ones win.
func manifest(builtIn, more []rule) *Format {
	files.Lock()
	defer files.Unlock()
	// A file of its own: its types point at the rules.
	delete(files.m, "kyvvu-manifest")
	f := loadLocked("kyvvu-manifest")
	delete(files.m, "kyvvu-manifest")
	b := &builder{file: f, where: "kyvvu-rules"}
	m := formatOf(f)
	m.Rules = map[string]*RuleType{}
	for _, r := range builtIn {
		m.Rules[r.name] = b.rule(r)
		m.Rules[r.name].BuiltIn = true
	}
	for _, r := range more {
		m.Rules[r.name] = b.rule(r)
	}
	for _, holder := range []string{"policy", "sub-condition"} {
		s := b.named(holder).Field("params").Type.Switch
		for name, r := range m.Rules {
			s.Cases[name] = r.Params
		}
	}
	return m
}

// RuleNames returns the names of the rule types in alphabetical order.
func (f *Format) RuleNames() []string {
	names := make([]string, 0, len(f.Rules))
	for name := range f.Rules {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (b *builder) rule(r rule) *RuleType {
	b.where = "kyvvu-rules." + r.name
	out := &RuleType{Name: r.name}
	params := new(*b.named("params"))
	params.Rule = out
	out.Params = params
	var extra object
	if more, ok := overlay().get(r.name); ok {
		for _, m := range more.(object) {
			switch m.key {
			case "evaluated":
				out.Evaluated = m.value.(string)
			case "violated":
				out.violated = m.value.(string)
			case "passes":
				out.passes = m.value.(string)
			case "params":
				extra = m.value.(object)
			default:
				b.fail("unknown key %q of the overlay", m.key)
			}
		}
	}
	for _, m := range r.body {
		switch m.key {
		case "description":
			out.Description, _ = m.value.(string)
			params.Doc = out.Description
		case "complexity":
			out.Complexity, _ = m.value.(string)
		case "enforcement_points":
			out.EnforcementPoints = b.strings(m.value)
		case "example":
			if m.value != nil {
				out.Example = blockYAML(m.value, 0)
			}
		case "params_schema":
			schema, _ := m.value.(object)
			for _, p := range schema {
				o := p.value.(object)
				if more, ok := extra.get(p.key); ok {
					o = merge(o, more.(object))
				}
				params.Fields = append(params.Fields, b.param(p.key, o, true))
			}
		}
	}
	b.renames(params)
	return out
}

// param makes a field of a param's schema in the registry.
func (b *builder) param(name string, o object, top bool) *Field {
	kept := object{}
	path := ""
	typ, _ := o.get("type")
	for _, m := range o {
		switch {
		case m.key == "path" && typ == "object" && m.value == "full":
			path = "full" // speaks of its key `field`
		case m.key == "properties", m.key == "items", m.key == "enum":
		case slices.Contains(fieldKeys, m.key), slices.Contains(typeKeys, m.key):
			kept = append(kept, m)
		}
	}
	f := b.field(name, kept)
	t := f.Type
	if e, ok := o.get("enum"); ok {
		b.enum(t, e.([]any))
	} else if t.Format == "path:agent" {
		t.Enum = b.ref("vocabulary#agent_attribute").Enum // the loader refuses any other
	}
	if i, ok := o.get("items"); ok && i != nil {
		t.Items = b.param("", i.(object), false).Type
	}
	if p, ok := o.get("properties"); ok {
		props := p.(object)
		if isSubCondition(props) {
			sub := b.named("sub-condition")
			f.Type = sub
			t = sub
		} else {
			t.Open = Closed
			for _, m := range props {
				q := m.value.(object)
				if m.key == "field" && path != "" {
					q = append(slices.Clone(q), member{"path", path})
				}
				t.Fields = append(t.Fields, b.param(m.key, q, false))
			}
		}
	}
	if top && !f.Required {
		if f.Type.Name == "sub-condition" {
			c := *f.Type
			f.Type = &c
		}
		f.Type.Null = true
	}
	return f
}

// typeKeys are the keys of a param's schema that typ takes as they are.
var typeKeys = []string{"type", "description", "minimum", "maximum", "path", "format", "switch", "renames"}

func isSubCondition(props object) bool {
	if len(props) != 2 {
		return false
	}
	_, a := props.get("rule_type")
	_, b := props.get("params")
	return a && b
}

// enum gives a param's values the docs of the vocabulary: the registry has none.
func (b *builder) enum(t *Type, values []any) {
	names := make([]string, 0, len(values))
	for _, v := range values {
		if o, ok := v.(object); ok {
			t.Enum = append(t.Enum, b.value(o))
			continue
		}
		names = append(names, yamlText(v))
	}
	if len(names) == 0 {
		return
	}
	for _, word := range []string{"kind", "verb", "agent_class"} {
		known := b.ref("vocabulary#" + word)
		if !slices.ContainsFunc(names, func(n string) bool { return known.Value(n) == nil }) {
			for _, v := range known.Enum {
				if slices.Contains(names, v.Name) {
					t.Enum = append(t.Enum, v)
				}
			}
			t.Format = known.Format
			return
		}
	}
	for _, n := range names {
		t.Enum = append(t.Enum, Value{Name: n})
	}
}

// renames adds the older dialects' names to the params that they became.
func (b *builder) renames(params *Type) {
	for _, r := range Renames("kyvvu-param") {
		f := params.Field(r.New)
		if f == nil || params.Field(r.Old) != nil {
			continue
		}
		if r.Safe {
			f.Was = append(f.Was, r.Old)
		} else {
			f.Near = append(f.Near, r.Old)
		}
	}
}

// merge lays one object over another, members of objects too.
func merge(base, over object) object {
	out := slices.Clone(base)
	for _, m := range over {
		i := slices.IndexFunc(out, func(o member) bool { return o.key == m.key })
		if i < 0 {
			out = append(out, m)
			continue
		}
		a, aok := out[i].value.(object)
		c, cok := m.value.(object)
		if aok && cok {
			out[i].value = merge(a, c)
		} else {
			out[i].value = m.value
		}
	}
	return out
}
