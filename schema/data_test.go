package schema

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestFormats(t *testing.T) {
	for i, f := range Formats() {
		if f.ID != IDs()[i] || f.Title == "" || f.Doc == "" || f.Source == "" || f.Root == nil {
			t.Errorf("format %d: id %q, title %q, source %q, root %v", i, f.ID, f.Title, f.Source, f.Root)
		}
		if Lookup(f.ID) != f {
			t.Errorf("Lookup(%q) is another format", f.ID)
		}
	}
	if Lookup("behaviour") != nil {
		t.Error("a format that there is none of")
	}
}

// TestWords: every key and every value of ours says what it means, in words that fit a hover.
func TestWords(t *testing.T) {
	for _, f := range Formats() {
		eachType(f, func(where string, typ *Type) {
			for _, field := range typ.Fields {
				if field.Doc == "" {
					t.Errorf("%s.%s: no description", where, field.Name)
				}
				if len(field.Was) > 0 && slices.Contains(field.Was, field.Name) {
					t.Errorf("%s.%s was called what it is called", where, field.Name)
				}
			}
			if typ.Renames != "" && Renames(typ.Renames) == nil {
				t.Errorf("%s: no table %s", where, typ.Renames)
			}
			for _, v := range typ.Enum {
				if v.Doc == "" {
					t.Errorf("%s: value %s: no description", where, v.Name)
				}
				if v.Name == "" {
					t.Errorf("%s: a value without a name", where)
				}
			}
		})
	}
}

// eachType visits every type of a format once.
func eachType(f *Format, visit func(where string, t *Type)) {
	seen := map[*Type]bool{}
	var walk func(where string, t *Type)
	walk = func(where string, t *Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		visit(where, t)
		for _, field := range t.Fields {
			walk(where+"."+field.Name, field.Type)
		}
		walk(where+"[]", t.Items)
		if t.Switch != nil {
			for name, c := range t.Switch.Cases {
				walk(where+"("+name+")", c)
			}
			walk(where+"(else)", t.Switch.Else)
		}
	}
	walk(f.ID, f.Root)
	for name, typ := range f.Types {
		walk(f.ID+"#"+name, typ)
	}
}

// TestNear: a word that is written for one key or value is not offered for a second one beside it.
func TestNear(t *testing.T) {
	for _, f := range Formats() {
		eachType(f, func(where string, typ *Type) {
			owner := map[string]string{}
			for _, field := range typ.Fields {
				for _, word := range append(slices.Clone(field.Was), field.Near...) {
					if other := owner[word]; other != "" {
						t.Errorf("%s: %q stands for %s and %s", where, word, other, field.Name)
					}
					if typ.Field(word) != nil {
						t.Errorf("%s: %q stands for %s and is a key itself", where, word, field.Name)
					}
					owner[word] = field.Name
				}
			}
			clear(owner)
			for _, v := range typ.Enum {
				for _, word := range v.Near {
					if other := owner[word]; other != "" {
						t.Errorf("%s: %q stands for %s and %s", where, word, other, v.Name)
					}
					if typ.Value(word) != nil {
						t.Errorf("%s: %q stands for %s and is a value itself", where, word, v.Name)
					}
					owner[word] = v.Name
				}
			}
		})
	}
}

func TestUnknownKeysOfTheDataPanic(t *testing.T) {
	for name, text := range map[string]string{
		"type":   `{"type": "string", "requierd": true}`,
		"value":  `{"type": "string", "enum": [{"value": "a", "descripton": "b"}]}`,
		"switch": `{"switch": {"sibling": "a", "case": {}}}`,
		"kind":   `{"type": "text"}`,
		"open":   `{"type": "object", "open": "wide"}`,
		"ref":    `{"ref": "nowhere"}`,
	} {
		t.Run(name, func(t *testing.T) {
			v, err := readJSON([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			b := &builder{file: &file{types: map[string]*Type{}, raw: map[string]object{}}, where: "test"}
			b.field("key", v.(object))
		})
	}
}

func TestVocabulary(t *testing.T) {
	for _, name := range []string{"kind", "verb", "severity", "enforcement_point", "risk_class", "agent_class", "step_root",
		"profile_attribute", "agent_attribute", "property_group", "property", "output"} {
		if v := Vocabulary(name); v == nil || len(v.Enum) == 0 {
			t.Errorf("no words for %q", name)
		}
	}
	kinds := Vocabulary("kind").Names()
	for _, p := range Vocabulary("property").Enum {
		for _, k := range p.Kinds {
			if !slices.Contains(kinds, k) {
				t.Errorf("property %s: no kind %q", p.Name, k)
			}
		}
		if group, _, ok := strings.Cut(p.Name, "."); ok && Vocabulary("property_group").Value(group) == nil {
			t.Errorf("property %s: no group %q", p.Name, group)
		}
	}
	if v := Vocabulary("severity").Value("CRITICAL"); v == nil || !v.Blocks || v.Weight != 1 {
		t.Errorf("severity CRITICAL: %+v", v)
	}
	if Vocabulary("kind").Value("STEP.EXEC") != nil {
		t.Error("kinds are compared with their case")
	}
}

func TestOperatorsFor(t *testing.T) {
	names := func(vs []Value) string {
		var s []string
		for _, v := range vs {
			s = append(s, v.Name)
		}
		return strings.Join(s, " ")
	}
	for field, want := range map[string]string{
		"command":               "regex_match contains not_contains equals starts_with ends_with exists not_exists",
		"counter":               "equals gt lt gte lte exists not_exists",
		"session_state.counter": "equals gt lt gte lte exists not_exists",
		"nothing":               names(Operators()),
	} {
		if got := names(OperatorsFor(field)); got != want {
			t.Errorf("OperatorsFor(%q) = %s, want %s", field, got, want)
		}
	}
}

func TestHost(t *testing.T) {
	for _, c := range []struct {
		tool, field string
		want        bool
	}{
		{"Bash", "command", true}, {"Edit", "content", false}, {"Edit", "new_string", true}, {"NotebookEdit", "file_path", false},
		{"WebFetch", "prompt", true}, {"PowerShell", "command", true}, {"MultiEdit", "file_path", true}, {"Skill", "anything", true},
	} {
		tool := ToolNamed(c.tool)
		if tool == nil || tool.Sends(c.field) != c.want {
			t.Errorf("%s sends %s: want %v", c.tool, c.field, c.want)
		}
	}
	if tool := ToolNamed("Task"); tool == nil || tool.Renamed != "Agent" || tool.Legacy == "" {
		t.Errorf("Task: %+v", tool)
	}
	if ToolNamed("bash") != nil {
		t.Error("names of tools are compared with their case")
	}
	// What the behavior schema says of the tools that send a field must be what the tools say.
	for _, f := range ConditionFields() {
		for _, name := range f.Tools {
			if tool := ToolNamed(name); tool == nil {
				t.Errorf("field %s: no tool %s", f.Name, name)
			} else if !tool.Sends(f.Name) && !(name == "Edit" && f.Name == "content") { // "file content or new text": the host sends new_string
				t.Errorf("field %s: %s does not send it", f.Name, name)
			}
		}
	}
	schemaEvents := Lookup("behavior").Types["trigger"].Field("event").Type
	for _, e := range Events() {
		if e.InSchema != (schemaEvents.Value(e.Name) != nil) {
			t.Errorf("event %s: in the schema or not?", e.Name)
		}
		if e.Doc == "" {
			t.Errorf("event %s: no description", e.Name)
		}
	}
	for _, v := range schemaEvents.Enum {
		if EventNamed(v.Name) == nil {
			t.Errorf("the host has no event %s", v.Name)
		}
	}
	if e := EventNamed("PostToolUse"); !e.Matcher || e.Blocks {
		t.Errorf("PostToolUse: %+v", e)
	}
}

func TestRenames(t *testing.T) {
	params := map[string]bool{}
	for _, r := range Lookup("kyvvu-manifest").Rules {
		for _, f := range r.Params.Fields {
			params[f.Name] = true
		}
	}
	for _, r := range Renames("kyvvu-param") {
		if !params[r.New] || params[r.Old] {
			t.Errorf("%s → %s: no such params", r.Old, r.New)
		}
	}
	for table, list := range dialects() {
		for _, r := range list {
			if r.Old == "" || r.New == "" && r.Words == "" || r.Safe && r.New == "" {
				t.Errorf("%s: %+v", table, r)
			}
		}
	}
	if r, ok := Renamed("kyvvu-path", "exec.command"); !ok || r.New != "properties.command" || !r.Safe {
		t.Errorf("exec.command: %+v", r)
	}
	if _, ok := Renamed("kyvvu-path", "command"); ok {
		t.Error("command is no old path")
	}
	kind := Lookup("kyvvu-manifest").Rules["current_is"].Params.Field("kind")
	if !slices.Contains(kind.Was, "step_type") {
		t.Errorf("kind was %v", kind.Was)
	}
}

// TestReadme: the page about the data names every file, and every key that the loader takes.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("data/README.md")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := data.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); Lookup(strings.TrimSuffix(name, ".json")) == nil && !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("no word of %s", name)
		}
	}
	source, err := os.ReadFile("load.go")
	if err != nil {
		t.Fatal(err)
	}
	_, builder, _ := strings.Cut(string(source), "func (b *builder) typ(")
	builder, _, _ = strings.Cut(builder, "func (b *builder) value(")
	for _, m := range regexp.MustCompile(`case ("\w+"(?:, "\w+")*):`).FindAllStringSubmatch(builder, -1) {
		for _, key := range strings.Split(m[1], ", ") {
			if key := strings.Trim(key, `"`); !strings.Contains(string(page), "`"+key) {
				t.Errorf("no word of the key %s", key)
			}
		}
	}
}

// TestConcurrent: formats are read by many goroutines at once.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for _, id := range IDs() {
				Lookup(id).JSONSchema()
			}
			if f, err := Lookup("kyvvu-manifest").WithRegistry([]byte(`{"a": {"params_schema": {}}}`)); err != nil || len(f.Rules) != 26 {
				t.Error(i, err)
			}
			Vocabulary("kind").Value("step.exec")
		})
	}
	wg.Wait()
}
