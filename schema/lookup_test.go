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

// m is a mapping level: entries as `key=value`, `key` for what is no scalar.
func m(key string, entries ...string) syntax.Level {
	l := syntax.Level{Kind: syntax.Mapping, Key: key}
	for _, e := range entries {
		k, v, scalar := strings.Cut(e, "=")
		l.Entries = append(l.Entries, syntax.Entry{Key: k, Value: v, Scalar: scalar})
	}
	return l
}

func s(index int) syntax.Level { return syntax.Level{Kind: syntax.Sequence, Index: index} }

func levels(ls ...syntax.Level) []syntax.Level { return ls }

func TestTypeAt(t *testing.T) {
	for _, c := range []struct {
		name, format     string
		levels           []syntax.Level
		in, field, value string // kind and name of In; name of Field; kind and format of Type
	}{
		{"nothing yet", "behavior", nil, "", "", "mapping"},
		{"a key of the root", "behavior", levels(m("")), "mapping behavior", "", ""},
		{"an enum", "behavior", levels(m("category", "id=x")), "mapping behavior", "category", "string"},
		{"an unknown key", "behavior", levels(m("nothing")), "mapping behavior", "", ""},
		{"below an unknown key", "behavior", levels(m("nothing"), m("a")), "", "", ""},
		{"an item", "behavior", levels(m("policy"), m("triggers"), s(0)), "list", "", "mapping"},
		{"a key of an item", "behavior", levels(m("policy"), m("triggers"), s(1), m("")), "mapping trigger", "", ""},
		{"value, operator before", "behavior", levels(m("policy"), m("triggers"), s(0), m("conditions"), s(0), m("value", "operator=regex_match")), "mapping condition", "value", "string regex:python"},
		{"value, by operator and field", "behavior", levels(m("policy"), m("triggers"), s(0), m("conditions"), s(0), m("value", "field=counter", "operator=equals")), "mapping condition", "value", "number"},
		{"value without an operator", "behavior", levels(m("policy"), m("triggers"), s(0), m("conditions"), s(0), m("value", "field=counter")), "mapping condition", "value", "any value"},
		{"a mapping where a list belongs", "behavior", levels(m("policy"), m("triggers"), m("event")), "list", "", ""},
		{"params of a rule", "kyvvu-manifest", levels(m("policies"), s(0), m("params", "name=a", "rule_type=current_is", "severity=low"), m("")), "mapping current_is", "", ""},
		{"a param", "kyvvu-manifest", levels(m("policies"), s(0), m("params", "rule_type=current_is"), m("verb", "kind=step.exec")), "mapping current_is", "verb", "string verb"},
		{"an item of a param", "kyvvu-manifest", levels(m("policies"), s(0), m("params", "rule_type=step_requires_gate"), m("target_kinds"), s(0)), "list", "", "string kind"},
		{"params without a rule", "kyvvu-manifest", levels(m("policies"), s(0), m("params"), m("")), "mapping params", "", ""},
		{"nested", "kyvvu-manifest", levels(m("policies"), s(0), m("params", "rule_type=any_of"), m("conditions"), s(1), m("params", "rule_type=not"), m("condition"), m("params", "rule_type=working_hours_only"), m("timezone", "start_hour=9")), "mapping working_hours_only", "timezone", "string timezone"},
		{"the rule of a sub-condition", "kyvvu-manifest", levels(m("policies"), s(0), m("params", "rule_type=any_of"), m("conditions"), s(1), m("rule_type")), "mapping sub-condition", "rule_type", "string rule-type"},
		{"trigger_condition", "kyvvu-manifest", levels(m("policies"), s(0), m("params", "rule_type=conditional_successor_required"), m("trigger_condition"), m("value", "op=below")), "mapping", "value", "number"},
		{"a filter", "kyvvu-manifest", levels(m("policies"), s(0), m("params", "rule_type=current_is"), m("property_filter"), m("")), "mapping path:property", "", ""},
		{"a clause by its kind", "agent-contract", levels(m("clauses"), s(0), m("preconditions", "kind=side_effect_after_preconditions"), s(0)), "list", "", "string contract-tool"},
		{"a clause without a kind", "agent-contract", levels(m("clauses"), s(0), m("kind")), "mapping clause", "kind", "string clause-kind"},
		{"a free key", "config", levels(m("rules"), m("never-fires")), "mapping rule-code", "", "scalar"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := schema.Lookup(c.format).TypeAt(c.levels)
			if len(got.Path) != len(c.levels) || len(got.Path) > 0 && got.Path[len(got.Path)-1] != got.In {
				t.Errorf("path of %d types for %d levels", len(got.Path), len(c.levels))
			}
			in := words(got.In)
			if got.In != nil && got.In.Format == "" {
				switch {
				case got.In.Rule != nil:
					in += " " + got.In.Rule.Name
				case got.In.Name != "":
					in += " " + got.In.Name
				}
			}
			if in != c.in {
				t.Errorf("in %q, want %q", in, c.in)
			}
			field := ""
			if got.Field != nil {
				field = got.Field.Name
			}
			if field != c.field {
				t.Errorf("field %q, want %q", field, c.field)
			}
			if v := words(got.Type); v != c.value {
				t.Errorf("type %q, want %q", v, c.value)
			}
		})
	}
}

func words(t *schema.Type) string {
	if t == nil {
		return ""
	}
	return strings.TrimSpace(t.Kind.String() + " " + t.Format)
}

func TestMissingFields(t *testing.T) {
	names := func(fs []*schema.Field) string {
		var s []string
		for _, f := range fs {
			s = append(s, f.Name)
		}
		return strings.Join(s, " ")
	}
	trigger := schema.Lookup("behavior").Types["trigger"]
	for _, c := range []struct {
		entries []string
		want    string
	}{
		{nil, "event matcher conditions logic action flag on_present on_absent"},
		{[]string{"event=PreToolUse", "logic=any"}, "matcher conditions action flag on_present on_absent"},
		{[]string{"event=Stop", "matcher=a", "action=check_flag"}, "flag on_present on_absent conditions logic"},
		{[]string{"event=Stop", "matcher=a", "action=set_flag"}, "flag conditions logic on_present on_absent"},
	} {
		if got := names(trigger.MissingFields(m("", c.entries...).Entries)); got != c.want {
			t.Errorf("%v: %s, want %s", c.entries, got, c.want)
		}
	}
	policy := schema.Lookup("kyvvu-manifest").Types["policy"]
	if got, want := names(policy.MissingFields(nil)), "name rule_type severity enforcement_point description params risk_classification"; got != want {
		t.Errorf("policy: %s, want %s", got, want)
	}
}

// TestTypeAtAgreesWithBind: in whole text, what the cursor's levels say of a value is what Bind says.
func TestTypeAtAgreesWithBind(t *testing.T) {
	err := filepath.WalkDir(filepath.Join(shared.Dir(t), "corpus"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tree := syntax.Parse(path, raw)
		format := schema.Detect(filepath.ToSlash(path), tree).Format
		if format == nil {
			return nil
		}
		for _, p := range format.Bind(tree.Docs[0]) {
			if p.Node.Kind != syntax.Scalar || p.Via != nil || p.Parent == nil || p.Node.Span.Len() == 0 {
				continue
			}
			got := format.TypeAt(tree.At(p.Node.Span.Start).Levels)
			if got.Type != p.Type || got.Field != p.Field {
				t.Errorf("%s: %s: %+v, want %+v", path, p.Path(), got.Type, p.Type)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzTypeAt(f *testing.F) {
	f.Add("policies:\n- rule_type: any_of\n  params:\n    conditions:\n    - rule_type: not\n      params: {condition: {rule_type: \n", 90)
	f.Add("policy:\n  triggers:\n  - conditions:\n    - {field: counter, operator: equals, value: }\n", 78)
	f.Add("{\"clauses\": [{\"kind\": \"", 23)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if offset < 0 || offset > len(text) {
			t.Skip()
		}
		for _, name := range []string{"x.yaml", "x.json"} {
			levels := syntax.Parse(name, []byte(text)).At(offset).Levels
			for _, format := range schema.Formats() {
				got := format.TypeAt(levels)
				if got.Type != nil && got.Type.Switch != nil || got.In != nil && got.In.Switch != nil {
					t.Fatal("an open switch")
				}
				if got.In != nil && got.In.Kind == schema.Mapping && len(levels) > 0 {
					got.In.MissingFields(levels[len(levels)-1].Entries)
				}
			}
		}
	})
}
