package schema_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

func bound(format, name, text string) []*schema.Place {
	return schema.Lookup(format).Bind(syntax.Parse(name, []byte(text)).Docs[0])
}

// describe says what the schema has at a place.
func describe(p *schema.Place) string {
	var b strings.Builder
	if p.Type == nil {
		return "-"
	}
	b.WriteString(p.Type.Kind.String())
	if p.Type.Format != "" {
		b.WriteString(" " + p.Type.Format)
	}
	if p.Type.Rule != nil {
		b.WriteString(" of " + p.Type.Rule.Name)
	} else if p.Type.Name != "" {
		b.WriteString(" " + p.Type.Name)
	}
	if p.Field == nil && p.Key != nil {
		b.WriteString(" (unknown key)")
	}
	if p.Via != nil {
		b.WriteString(" via")
	}
	if p.Cut {
		b.WriteString(" cut")
	}
	return b.String()
}

func TestBind(t *testing.T) {
	for _, c := range []struct{ name, format, text, want string }{
		{"order and paths", "kyvvu-manifest", `name: a
policies:
  - name: p
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition: {rule_type: current_is, params: {kind: step.exec, verbs: GET}}
        - params: {x: 1}
    extra: 1
`, `
: mapping manifest
name: string
policies: list
policies[0]: mapping policy
policies[0].name: scalar
policies[0].rule_type: string rule-type
policies[0].params: mapping of any_of
policies[0].params.conditions: list
policies[0].params.conditions[0]: mapping sub-condition
policies[0].params.conditions[0].rule_type: string rule-type
policies[0].params.conditions[0].params: mapping of not
policies[0].params.conditions[0].params.condition: mapping sub-condition
policies[0].params.conditions[0].params.condition.rule_type: string rule-type
policies[0].params.conditions[0].params.condition.params: mapping of current_is
policies[0].params.conditions[0].params.condition.params.kind: string kind
policies[0].params.conditions[0].params.condition.params.verbs: -
policies[0].params.conditions[1]: mapping sub-condition
policies[0].params.conditions[1].params: mapping params
policies[0].params.conditions[1].params.x: -
policies[0].extra: -
`},
		{"params before rule_type", "kyvvu-manifest", "policies:\n- params: {field: a, pattern: b}\n  rule_type: field_matches_regex\n", `
: mapping manifest
policies: list
policies[0]: mapping policy
policies[0].params: mapping of field_matches_regex
policies[0].params.field: string path:full
policies[0].params.pattern: string regex:re2
policies[0].rule_type: string rule-type
`},
		{"an unknown rule, and the last of two", "kyvvu-manifest", "policies:\n- rule_type: nothing\n  params: {kind: a}\n- rule_type: not\n  rule_type: current_is\n  params: {kind: a}\n", `
: mapping manifest
policies: list
policies[0]: mapping policy
policies[0].rule_type: string rule-type
policies[0].params: mapping params
policies[0].params.kind: -
policies[1]: mapping policy
policies[1].rule_type: string rule-type
policies[1].rule_type: string rule-type
policies[1].params: mapping of current_is
policies[1].params.kind: string kind
`},
		{"trigger_condition", "kyvvu-manifest", "policies:\n- rule_type: conditional_successor_required\n  params:\n    trigger_condition: {field: kind, op: above, value: 1}\n- rule_type: conditional_successor_required\n  params:\n    trigger_condition: {value: a, op: equals}\n", `
: mapping manifest
policies: list
policies[0]: mapping policy
policies[0].rule_type: string rule-type
policies[0].params: mapping of conditional_successor_required
policies[0].params.trigger_condition: mapping
policies[0].params.trigger_condition.field: string path:full
policies[0].params.trigger_condition.op: string
policies[0].params.trigger_condition.value: number
policies[1]: mapping policy
policies[1].rule_type: string rule-type
policies[1].params: mapping of conditional_successor_required
policies[1].params.trigger_condition: mapping
policies[1].params.trigger_condition.value: any value
policies[1].params.trigger_condition.op: string
`},
		{"filters", "kyvvu-manifest", "policies:\n- rule_type: history_contains\n  params: {property_filter: {data.classification: pii}, output_filter: {decision: pass}}\n", `
: mapping manifest
policies: list
policies[0]: mapping policy
policies[0].rule_type: string rule-type
policies[0].params: mapping of history_contains
policies[0].params.property_filter: mapping path:property
policies[0].params.property_filter.data.classification: -
policies[0].params.output_filter: mapping path:output
policies[0].params.output_filter.decision: -
`},
		{"conditions of a behavior", "behavior", `policy:
  triggers:
    - conditions:
        - {field: command, operator: regex_match, value: a}
        - {field: command, operator: contains, value: a}
        - {value: 1, operator: gte, field: counter}
        - {field: counter, operator: equals, value: 1}
        - {field: url, operator: equals, value: a}
        - {field: url, operator: exists}
        - {field: url, operator: nothing, value: a}
`, `
: mapping behavior
policy: mapping policy
policy.triggers: list
policy.triggers[0]: mapping trigger
policy.triggers[0].conditions: list
policy.triggers[0].conditions[0]: mapping condition
policy.triggers[0].conditions[0].field: string condition-field
policy.triggers[0].conditions[0].operator: string operator
policy.triggers[0].conditions[0].value: string regex:python
policy.triggers[0].conditions[1]: mapping condition
policy.triggers[0].conditions[1].field: string condition-field
policy.triggers[0].conditions[1].operator: string operator
policy.triggers[0].conditions[1].value: string
policy.triggers[0].conditions[2]: mapping condition
policy.triggers[0].conditions[2].value: number
policy.triggers[0].conditions[2].operator: string operator
policy.triggers[0].conditions[2].field: string condition-field
policy.triggers[0].conditions[3]: mapping condition
policy.triggers[0].conditions[3].field: string condition-field
policy.triggers[0].conditions[3].operator: string operator
policy.triggers[0].conditions[3].value: number
policy.triggers[0].conditions[4]: mapping condition
policy.triggers[0].conditions[4].field: string condition-field
policy.triggers[0].conditions[4].operator: string operator
policy.triggers[0].conditions[4].value: any value
policy.triggers[0].conditions[5]: mapping condition
policy.triggers[0].conditions[5].field: string condition-field
policy.triggers[0].conditions[5].operator: string operator
policy.triggers[0].conditions[6]: mapping condition
policy.triggers[0].conditions[6].field: string condition-field
policy.triggers[0].conditions[6].operator: string operator
policy.triggers[0].conditions[6].value: any value
`},
		{"clauses by their kind", "agent-contract", `{"clauses": [{"id": "a", "kind": "side_effect_after_preconditions", "side_effect": "x"}, {"kind": "bounded_count", "max": 1}]}`, `
: mapping contract
clauses: list
clauses[0]: mapping clause
clauses[0].id: string clause-id
clauses[0].kind: string clause-kind
clauses[0].side_effect: string contract-tool
clauses[1]: mapping clause
clauses[1].kind: string clause-kind
clauses[1].max: -
`},
		{"free keys of the configuration", "config", "rules: {never-fires: off}\nformats: {'**/x': behavior}\n", `
: mapping configuration
rules: mapping rule-code rules
rules.never-fires: scalar (unknown key)
formats: mapping glob
formats.**/x: string (unknown key)
`},
		{"aliases", "kyvvu-manifest", "policies:\n- rule_type: current_is\n  params: &p {kind: step.exec}\n- rule_type: execution_max_steps\n  params: *p\n", `
: mapping manifest
policies: list
policies[0]: mapping policy
policies[0].rule_type: string rule-type
policies[0].params: mapping of current_is
policies[0].params.kind: string kind
policies[1]: mapping policy
policies[1].rule_type: string rule-type
policies[1].params: mapping of execution_max_steps via
policies[1].params.kind: string kind via
`},
		{"merges, own keys first", "kyvvu-manifest", "base: &b {severity: high, name: x, rule_type: not}\npolicies:\n- name: p\n  <<: *b\n  params: {}\n", `
: mapping manifest
base: -
base.severity: -
base.name: -
base.rule_type: -
policies: list
policies[0]: mapping policy
policies[0].name: scalar
policies[0].severity: string severity via
policies[0].rule_type: string rule-type via
policies[0].params: mapping of not
`},
		{"a merge that is written out", "kyvvu-manifest", "<<: {name: a}\npolicies: []\n", `
: mapping manifest
name: string
policies: list
`},
		{"of other types", "kyvvu-manifest", "policies: {a: [b]}\nname: [c]\n", `
: mapping manifest
policies: list
policies.a: -
policies.a[0]: -
name: string
name[0]: -
`},
		{"a scalar root", "behavior", "words\n", "\n: mapping behavior\n"},
		{"nothing", "behavior", "", "\n: mapping behavior\n"},
		{"keys that are no texts", "kyvvu-manifest", "? [a]\n: b\n5: c\n", `
: mapping manifest
: -
5: -
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := "x.yaml"
			if strings.HasPrefix(c.text, "{\"") {
				name = "x.json"
			}
			got := "\n"
			for _, p := range bound(c.format, name, c.text) {
				got += p.Path() + ": " + describe(p) + "\n"
			}
			if got != c.want {
				t.Errorf("got%s\nwant%s", got, c.want)
			}
		})
	}
}

// TestBindJSON: a JSON file and its YAML twin have the same places.
func TestBindJSON(t *testing.T) {
	yaml := "name: a\npolicies:\n- name: p\n  rule_type: not\n  params:\n    condition:\n      rule_type: current_is\n      params: {kind: step.exec}\n"
	json := `{"name": "a", "policies": [{"name": "p", "rule_type": "not", "params": {"condition": {"rule_type": "current_is", "params": {"kind": "step.exec"}}}}]}`
	y, j := bound("kyvvu-manifest", "m.yaml", yaml), bound("kyvvu-manifest", "m.json", json)
	if len(y) != len(j) {
		t.Fatalf("%d and %d places", len(y), len(j))
	}
	for i := range y {
		if y[i].Path() != j[i].Path() || y[i].Type != j[i].Type || y[i].Field != j[i].Field {
			t.Errorf("%s %s and %s %s", y[i].Path(), describe(y[i]), j[i].Path(), describe(j[i]))
		}
	}
}

func TestBindCycles(t *testing.T) {
	for _, text := range []string{
		"a: &a [*a]\n",
		"a: &a {b: *a, <<: *a}\n",
		"policies: &p\n- rule_type: all_of\n  params: {conditions: *p}\n",
		"&r\nname: *r\npolicies: [*r]\n",
	} {
		places := bound("kyvvu-manifest", "m.yaml", text)
		if len(places) == 0 || len(places) > 50 {
			t.Errorf("%q: %d places", text, len(places))
		}
	}
}

// TestBindBomb: what aliases bring in is bounded, and what is left out says so.
func TestBindBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	places := bound("kyvvu-manifest", "m.yaml", b.String())
	if len(places) > 250_000 {
		t.Errorf("%d places", len(places))
	}
	cut := false
	for _, p := range places {
		cut = cut || p.Cut
	}
	if len(places) > 10_000 && !cut {
		t.Error("nothing says that it was left out")
	}
}

// checkPlaces holds what every binding promises.
func checkPlaces(t *testing.T, places []*schema.Place) {
	t.Helper()
	seen := map[*schema.Place]bool{}
	written := map[*syntax.Node]*schema.Place{}
	for i, p := range places {
		if seen[p] {
			t.Fatalf("%s stands twice", p.Path())
		}
		seen[p] = true
		if (p.Parent == nil) != (i == 0) || p.Parent != nil && !seen[p.Parent] {
			t.Fatalf("%s comes before its parent", p.Path())
		}
		if p.Node == nil || p.Node.Kind == syntax.AliasNode {
			t.Fatalf("%s: %+v", p.Path(), p.Node)
		}
		if p.Type != nil && p.Type.Switch != nil {
			t.Fatalf("%s: an open switch", p.Path())
		}
		if (p.Key == nil) != (p.Index >= 0 || p.Parent == nil) {
			t.Fatalf("%s: key and index", p.Path())
		}
		if p.Via == nil {
			if other := written[p.Node]; other != nil {
				t.Fatalf("%s and %s are one node", p.Path(), other.Path())
			}
			written[p.Node] = p
		}
		if p.Field != nil && (p.Key == nil || p.Field.Name != p.Key.Value) {
			t.Fatalf("%s: field %s", p.Path(), p.Field.Name)
		}
	}
	for _, p := range places {
		for _, c := range p.Children {
			if c.Parent != p || !seen[c] {
				t.Fatalf("%s: child %s", p.Path(), c.Path())
			}
		}
	}
}

func FuzzBind(f *testing.F) {
	for _, seed := range []string{
		"name: a\npolicies:\n- {rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.exec}}}}\n",
		"policies: &p\n- rule_type: any_of\n  params: {conditions: *p}\n",
		"a: &a {b: &b {c: *a}, <<: [*a, {<<: *a}]}\n<<: *a\n",
		"policy:\n  triggers:\n  - conditions: [{field: a, operator: b, value: c}]\n",
		"clauses: [{kind: a}, {kind: [b]}, 5]\n",
		"{\"clauses\": [{\"kind\": \"side_effect_after_preconditions\"}]}",
		"# forgelint: format=config\nrules: {a: off}\n",
		" : {}0",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"x.yaml", "x.json"} {
			tree := syntax.Parse(name, []byte(text))
			schema.Detect("manifests/"+name, tree)
			for _, format := range schema.Formats() {
				for _, doc := range tree.Docs {
					checkPlaces(t, format.Bind(doc))
				}
			}
		}
	})
}

func TestBindCorpus(t *testing.T) {
	found := map[string]int{}
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
		found[format.ID]++
		checkPlaces(t, format.Bind(tree.Docs[0]))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found["behavior"] != 6 || found["behavior-index"] != 1 || found["kyvvu-manifest"] != 24 || found["kyvvu-steps"] != 1 {
		t.Errorf("found %v", found)
	}
}

func bigManifest(policies int) string {
	var b strings.Builder
	b.WriteString("name: big\npolicies:\n")
	for i := range policies {
		fmt.Fprintf(&b, `  - name: Policy %d
    description: One of many policies.
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition:
              rule_type: current_is
              params: {kind: step.message, verb: POST}
        - rule_type: field_matches_regex
          params:
            field: properties.message.recipient
            pattern: '^[^@]+@example\.com$'
    severity: critical
    enforcement_point: step_execution
`, i)
	}
	return b.String()
}

func BenchmarkBind(b *testing.B) {
	root := syntax.Parse("m.yaml", []byte(bigManifest(6000))).Docs[0]
	format := schema.Lookup("kyvvu-manifest")
	b.ReportAllocs()
	for b.Loop() {
		if n := len(format.Bind(root)); n < 100_000 {
			b.Fatal(n)
		}
	}
}

// TestBindMergeBomb: a large mapping that is merged into many is not copied without end. The tree is
// built by hand: Parse would cut it.
func TestBindMergeBomb(t *testing.T) {
	text := func(s string) *syntax.Node { return &syntax.Node{Kind: syntax.Scalar, Tag: syntax.Str, Value: s} }
	base := &syntax.Node{Kind: syntax.Mapping, Tag: syntax.Map}
	for i := range 5000 {
		base.Pairs = append(base.Pairs, syntax.Pair{Key: text(fmt.Sprint("k", i)), Value: text("v")})
	}
	list := &syntax.Node{Kind: syntax.Sequence, Tag: syntax.Seq}
	for i := range 2000 {
		list.Items = append(list.Items, &syntax.Node{Kind: syntax.Mapping, Tag: syntax.Map, Pairs: []syntax.Pair{
			{Key: text("name"), Value: text(fmt.Sprint("p", i))},
			{Key: text("<<"), Value: &syntax.Node{Kind: syntax.AliasNode, Alias: base}},
		}})
	}
	root := &syntax.Node{Kind: syntax.Mapping, Tag: syntax.Map, Pairs: []syntax.Pair{{Key: text("policies"), Value: list}}}
	places := schema.Lookup("kyvvu-manifest").Bind(root)
	if len(places) > 120_000 {
		t.Errorf("%d places", len(places))
	}
	last := places[len(places)-1].Parent
	if name, _ := last.Text("name"); name != "p1999" || !last.Cut || len(last.Children) != 1 {
		t.Errorf("%q, cut %v, %d children", name, last.Cut, len(last.Children))
	}
}
