package schema_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// own is a rule of an organisation, in the registry's dialect and with keys that ours does not have.
const own = `"description": "Ours", "enforcement_points": ["step_execution"], "owner": {"team": "x"},
  "params_schema": {
    "region": {"type": "string", "enum": ["eu", "us"], "required": true, "format": "regex:re2", "x-more": 1},
    "kinds": {"type": "array", "items": {"type": "string", "enum": ["step.exec", "step.gate"]}, "required": false},
    "limit": {"type": "number", "minimum": 0.5, "maximum": 10, "default": 2},
    "where": {"type": "string", "path": "property"},
    "anything": {},
    "then": {"type": "array", "items": {"type": "object", "properties": {"rule_type": {"type": "string"}, "params": {"type": "object"}}}}
  }`

func TestWithRegistry(t *testing.T) {
	base := schema.Lookup("kyvvu-manifest")
	for name, text := range map[string]string{
		"published":              `{"source": "a server", "rules": [{"name": "in_region", ` + own + `}]}`,
		"bare list":              `[{"name": "in_region", ` + own + `}]`,
		"by name":                `{"in_region": {` + own + `}}`,
		"by name below rules":    `{"rules": {"in_region": {` + own + `}}}`,
		"with a byte order mark": "\ufeff[{\"name\": \"in_region\", " + own + "}]",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := base.WithRegistry([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Rules) != 26 || len(base.Rules) != 25 || len(f.RuleNames()) != 26 {
				t.Fatalf("%d rules, %d built in", len(f.Rules), len(base.Rules))
			}
			r := f.Rules["in_region"]
			if r.BuiltIn || r.Description != "Ours" || len(r.EnforcementPoints) != 1 || !f.Rules["not"].BuiltIn {
				t.Errorf("%+v", r)
			}
			limit := r.Params.Field("limit")
			if *limit.Type.Min != 0.5 || *limit.Type.Max != 10 || limit.Default != "2" || !limit.Type.Null || limit.Required {
				t.Errorf("limit: %+v %+v", limit, limit.Type)
			}
			region := r.Params.Field("region")
			if !region.Required || region.Type.Null || strings.Join(region.Type.Names(), " ") != "eu us" {
				t.Errorf("region: %+v %+v", region, region.Type)
			}
			if k := r.Params.Field("kinds").Type.Items; k.Format != "kind" || k.Enum[0].Doc == "" {
				t.Errorf("kinds: %+v", k)
			}
			if r.Params.Field("where").Type.Format != "path:property" {
				t.Error("where is no path")
			}
			text := "policies:\n- rule_type: any_of\n  params:\n    conditions:\n    - rule_type: in_region\n      params:\n        then: [{rule_type: not, params: {condition: {}}}]\n"
			places := f.Bind(syntax.Parse("m.yaml", []byte(text)).Docs[0])
			last := places[len(places)-1]
			if last.Path() != "policies[0].params.conditions[0].params.then[0].params.condition" || last.Type == nil || last.Type.Name != "sub-condition" {
				t.Errorf("%s: %+v", last.Path(), last.Type)
			}
		})
	}
	if base.Types["policy"].Field("params").Type.Switch.Cases["in_region"] != nil {
		t.Error("the built-in format knows the rule too")
	}
}

func TestWithRegistryReplaces(t *testing.T) {
	f, err := schema.Lookup("kyvvu-manifest").WithRegistry([]byte(`[{"name": "field_matches_regex", "params_schema": {"pattern": {"type": "string", "required": true}, "flags": {"type": "string"}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	r := f.Rules["field_matches_regex"]
	if r.BuiltIn || len(r.Params.Fields) != 2 || r.Params.Field("pattern").Type.Format != "regex:re2" || r.Evaluated == "" {
		t.Errorf("%+v", r)
	}
}

func TestWithRegistryErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`rules: []`, "the registry is no JSON"},
		{`{"rules": [`, "the registry is no JSON"},
		{`[] []`, "text behind the JSON value"},
		{``, "the registry is no JSON"},
		{`null`, "unknown shape"},
		{`"x"`, "unknown shape"},
		{`{"rules": 5}`, "`rules` is no rule"},
		{`{"detail": "Not authenticated"}`, "`detail` is no rule"},
		{`[5]`, "rule 1 of the registry is no mapping"},
		{`[{"params_schema": {}}]`, "rule 1 of the registry has no `name`"},
		{`[{"name": 5, "params_schema": {}}]`, "rule 1 of the registry has no `name`"},
		{`[{"name": "a", "params_schema": {}}, {"name": "a", "params_schema": {}}]`, "holds the rule `a` twice"},
		{`[{"name": "a"}]`, "rule `a` has no `params_schema`"},
		{`[{"name": "a", "params_schema": []}]`, "`params_schema` is no mapping"},
		{`[{"name": "a", "params_schema": {"b": 5}}]`, "param `b`: its schema is no mapping"},
		{`[{"name": "a", "params_schema": {"b": {"type": "text"}}}]`, "param `b`: `type` is text; expected one of string"},
		{`[{"name": "a", "params_schema": {"b": {"type": ["string"]}}}]`, "param `b`: `type` is [string]"},
		{`[{"name": "a", "params_schema": {"b": {"enum": "x"}}}]`, "param `b`: `enum` is x"},
		{`[{"name": "a", "params_schema": {"b": {"minimum": "0"}}}]`, "param `b`: `minimum` is 0"},
		{`[{"name": "a", "params_schema": {"b": {"items": []}}}]`, "param `b`: items: its schema is no mapping"},
		{`[{"name": "a", "params_schema": {"b": {"properties": {"c": {"required": "yes"}}}}}]`, "param `b`: c: `required` is yes"},
		{`[{"name": "a", "params_schema": {}, "enforcement_points": "step_execution"}]`, "`enforcement_points` is no list"},
		{`[{"name": "a", "params_schema": {}, "enforcement_points": [1]}]`, "`enforcement_points` holds 1"},
	} {
		f, err := schema.Lookup("kyvvu-manifest").WithRegistry([]byte(c.text))
		if err == nil || f != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzWithRegistry(f *testing.F) {
	f.Add([]byte(`{"rules": [{"name": "in_region", ` + own + `}]}`))
	f.Add([]byte(`{"a": {"params_schema": {"b": {"items": null, "properties": {"rule_type": {}, "params": {}}}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		format, err := schema.Lookup("kyvvu-manifest").WithRegistry(data)
		if (format == nil) != (err != nil) {
			t.Fatal(format, err)
		}
	})
}

// TestRegistryVerbatim: the embedded registry is the published one, so that refreshing it is replacing
// the file.
func TestRegistryVerbatim(t *testing.T) {
	published, err := os.ReadFile(filepath.Join(shared.Dir(t), "registry", "kyvvu-rules.json"))
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := os.ReadFile(filepath.Join("data", "kyvvu-rules.json"))
	if err != nil {
		t.Fatal(err)
	}
	if string(published) != string(embedded) {
		t.Error("schema/data/kyvvu-rules.json differs from the published registry")
	}
	f, err := schema.Lookup("kyvvu-manifest").WithRegistry(published)
	if err != nil || len(f.Rules) != 25 {
		t.Errorf("%v", err)
	}
}

// TestExamples: each rule's example is good YAML of its params.
func TestExamples(t *testing.T) {
	format := schema.Lookup("kyvvu-manifest")
	for name, r := range format.Rules {
		tree := syntax.Parse("m.yaml", []byte(r.Example+"\n"))
		if len(tree.Errors) > 0 {
			t.Errorf("%s: %v in\n%s", name, tree.Errors, r.Example)
		}
		for _, pair := range tree.Docs[0].Pairs {
			if r.Params.Field(pair.Key.Value) == nil {
				t.Errorf("%s: no param %s", name, pair.Key.Value)
			}
		}
	}
}
