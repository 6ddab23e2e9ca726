package schema_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

func compile(t testing.TB, f *schema.Format) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(f.ID+".json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(f.ID + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// value turns a node into what a validator reads, typed as the loaders type it.
func value(n *syntax.Node) any {
	n = n.Resolve()
	switch n.Kind {
	case syntax.Mapping:
		m := map[string]any{}
		for _, p := range syntax.Entries(n) {
			m[p.Key.Value] = value(p.Value)
		}
		return m
	case syntax.Sequence:
		l := []any{}
		for _, item := range n.Items {
			l = append(l, value(item))
		}
		return l
	}
	switch n.Tag {
	case syntax.Null:
		return nil
	case syntax.Bool:
		return strings.Contains("true yes on", strings.ToLower(n.Value))
	case syntax.Int:
		i, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 0, 64)
		if err != nil {
			return json.Number("750") // 12:30 and the like
		}
		return json.Number(strconv.FormatInt(i, 10))
	case syntax.Float:
		f, err := strconv.ParseFloat(n.Value, 64)
		if err != nil {
			return json.Number("0.5") // .inf and .nan
		}
		return json.Number(strconv.FormatFloat(f, 'f', -1, 64))
	}
	return n.Value
}

func TestJSONSchemaIsTheSameEveryTime(t *testing.T) {
	for _, f := range schema.Formats() {
		first := f.JSONSchema()
		for range 3 {
			if !bytes.Equal(first, f.JSONSchema()) {
				t.Fatalf("%s: another schema", f.ID)
			}
		}
		if !json.Valid(first) {
			t.Errorf("%s: no JSON", f.ID)
		}
	}
}

const behaviorHead = "schema_version: \"1\"\nid: look-first\nname: Look\ndescription: Look first.\ncategory: core\nscope: session\n"
const behaviorTail = "  enforcement: {default_level: nudge}\n  recovery: {hint: Look.}\n"

func manifestOf(policy string) string { return "name: m\npolicies:\n- " + policy + "\n" }

const policyTail = ", name: p, severity: Critical, enforcement_point: STEP_EXECUTION}"

func TestJSONSchemaAccepts(t *testing.T) {
	for _, c := range []struct{ name, format, text string }{
		{"behavior", "behavior", behaviorHead + "policy:\n  triggers: [{event: Stop}]\n" + behaviorTail},
		{"unknown keys that are dropped", "behavior", behaviorHead + "x: 1\npolicy:\n  triggers: [{event: Stop, y: 1}]\n" + behaviorTail},
		{"a value for exists", "behavior", behaviorHead + "policy:\n  triggers: [{event: Stop, conditions: [{field: url, operator: exists}]}]\n" + behaviorTail},
		{"counter equals a number", "behavior", behaviorHead + "policy:\n  triggers: [{event: Stop, conditions: [{field: counter, operator: equals, value: 3}]}]\n" + behaviorTail},
		{"text at the limit in a block", "behavior", behaviorHead + "policy:\n  triggers: [{event: Stop}]\n" + behaviorTail + "rendering:\n  nudge_template: |\n    " + strings.Repeat("é", 120) + "\n"},
		{"index", "behavior-index", "schema_version: \"1\"\nbehaviors: []\n"},
		{"manifest", "kyvvu-manifest", manifestOf("{rule_type: current_is, params: {kind: step.exec, verb: null, _x: 1}" + policyTail)},
		{"risk of an unknown word", "kyvvu-manifest", manifestOf("{rule_type: current_is, params: {kind: step.exec}, risk_classification: hihg" + policyTail)},
		{"dropped keys", "kyvvu-manifest", manifestOf("{rule_type: current_is, params: {kind: step.exec}, enabled: [1], effect: 5" + policyTail)},
		{"empty manifest", "kyvvu-manifest", "name: m\npolicies: []\nmetadata: 5\nversion: 1.10\n"},
		{"deferred clause", "agent-contract", `{"schema": "agent-behavior-contract/v0", "id": "a", "domain": "a", "clauses": [{"id": "a", "kind": "bounded_count", "max": 1}]}`},
		{"trace", "agent-trace", `{"schema": "agent-behavior-trace/v0", "steps": [{"tool": "a", "x": 1}], "y": 2}`},
		{"steps", "kyvvu-steps", "steps: [{step_name: 5, kind: task.end, x: 1}]\nagent: null\n"},
		{"configuration", "config", "rules: {never-fires: off, unknown-key: error}\nformats: {'**/x': behavior}\noverrides: [{files: [a], rules: {x: info}}]\nregistry: r.json\nextends: [../x.yaml]\nignore: [a/**]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := compile(t, schema.Lookup(c.format)).Validate(value(syntax.Parse("x.yaml", []byte(c.text)).Docs[0])); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestJSONSchemaRefuses(t *testing.T) {
	good := behaviorHead + "policy:\n  triggers: [{event: Stop}]\n" + behaviorTail
	trigger := func(s string) string { return behaviorHead + "policy:\n  triggers: [" + s + "]\n" + behaviorTail }
	condition := func(s string) string { return trigger("{event: Stop, conditions: [" + s + "]}") }
	rule := func(name, params string) string {
		return manifestOf("{rule_type: " + name + ", params: " + params + policyTail)
	}
	contract := func(clause string) string {
		return `{"schema": "agent-behavior-contract/v0", "id": "a", "domain": "a", "clauses": [` + clause + `]}`
	}
	for _, c := range []struct{ name, format, text string }{
		{"version as a number", "behavior", strings.Replace(good, `"1"`, "1", 1)},
		{"no id", "behavior", strings.Replace(good, "id: look-first\n", "", 1)},
		{"bad id", "behavior", strings.Replace(good, "look-first", "Look", 1)},
		{"category", "behavior", strings.Replace(good, "core", "cor", 1)},
		{"no triggers", "behavior", strings.Replace(good, "[{event: Stop}]", "[]", 1)},
		{"event", "behavior", trigger("{event: SubagentStop}")},
		{"no matcher", "behavior", trigger("{event: PreToolUse}")},
		{"no flag", "behavior", trigger("{event: Stop, action: set_flag}")},
		{"no on_absent", "behavior", trigger("{event: Stop, action: check_flag, flag: a, on_present: keep}")},
		{"list of actions", "behavior", trigger("{event: Stop, action: [evaluate]}")},
		{"field", "behavior", condition("{field: cmd, operator: exists}")},
		{"operator", "behavior", condition("{field: command, operator: matches, value: a}")},
		{"no value", "behavior", condition("{field: command, operator: contains}")},
		{"number for a text", "behavior", condition("{field: command, operator: contains, value: 5}")},
		{"text for a number", "behavior", condition("{field: counter, operator: gte, value: a}")},
		{"counter equals a text", "behavior", condition("{field: counter, operator: equals, value: a}")},
		{"level", "behavior", strings.Replace(good, "nudge", "block", 1)},
		{"after", "behavior", strings.Replace(good, "nudge}", "nudge, escalation: [{after: 0, level: nudge}]}", 1)},
		{"long text", "behavior", good + "rendering: {block_reason: " + strings.Repeat("a", 201) + "}\n"},
		{"index without its list", "behavior-index", "schema_version: \"1\"\n"},
		{"manifest of a list", "kyvvu-manifest", "[]\n"},
		{"no policies", "kyvvu-manifest", "name: a\n"},
		{"unknown rule", "kyvvu-manifest", rule("current_ist", "{}")},
		{"unknown policy key", "kyvvu-manifest", manifestOf("{rule_type: current_is, params: {kind: step.exec}, sevrity: low" + policyTail)},
		{"severity", "kyvvu-manifest", manifestOf("{rule_type: current_is, params: {kind: step.exec}, name: p, severity: urgent, enforcement_point: step_execution}")},
		{"no param", "kyvvu-manifest", rule("current_is", "{}")},
		{"unknown param", "kyvvu-manifest", rule("current_is", "{kind: step.exec, knd: a}")},
		{"kind", "kyvvu-manifest", rule("current_is", "{kind: step.mesage}")},
		{"kind in a list", "kyvvu-manifest", rule("step_requires_gate", "{target_kinds: [step.exec, 5]}")},
		{"bound", "kyvvu-manifest", rule("working_hours_only", "{start_hour: 24, end_hour: 3}")},
		{"boolean for an integer", "kyvvu-manifest", rule("max_consecutive_same_type", "{kind: step.exec, max_consecutive: true}")},
		{"agent attribute", "kyvvu-manifest", rule("step_name_in_allowlist", "{agent_field: tools}")},
		{"three deep", "kyvvu-manifest", rule("any_of", "{conditions: [{rule_type: not, params: {condition: {rule_type: current_is, params: {kind: a}}}}]}")},
		{"key of a sub-condition", "kyvvu-manifest", rule("not", "{condition: {rule_type: current_is, params: {kind: step.exec}, description: a}}")},
		{"text for below", "kyvvu-manifest", rule("conditional_successor_required", "{trigger_kinds: [], trigger_condition: {field: kind, op: below, value: [a]}}")},
		{"key of trigger_condition", "kyvvu-manifest", rule("conditional_successor_required", "{trigger_kinds: [], trigger_condition: {field: kind, op: equals, value: a, x: 1}}")},
		{"steps without any", "kyvvu-steps", "steps: []\n"},
		{"step_type", "kyvvu-steps", "steps: [{step_name: a, step_type: step.exec}]\n"},
		{"contract of another version", "agent-contract", strings.Replace(contract(`{"id": "a", "kind": "bounded_count"}`), "/v0", "/v1", 1)},
		{"no clauses", "agent-contract", contract("")},
		{"clause without preconditions", "agent-contract", contract(`{"id": "a", "kind": "side_effect_after_preconditions", "side_effect": "x"}`)},
		{"preconditions as a text", "agent-contract", contract(`{"id": "a", "kind": "side_effect_after_preconditions", "side_effect": "x", "preconditions": "y"}`)},
		{"configuration key", "config", "rule: {}\n"},
		{"severity of a rule", "config", "rules: {a: warn}\n"},
		{"format of a glob", "config", "formats: {a: behaviour}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := compile(t, schema.Lookup(c.format)).Validate(value(syntax.Parse("x.yaml", []byte(c.text)).Docs[0])); err == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestJSONSchemaAcceptsCorpus(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "corpus")
	count := 0
	for _, part := range []string{"dotforge", "kyvvu-current", "kyvvu-baseline"} {
		err := filepath.WalkDir(filepath.Join(dir, part), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			tree := syntax.Parse(path, raw)
			if f := schema.Detect(filepath.ToSlash(path), tree).Format; f != nil {
				count++
				if err := compile(t, f).Validate(value(tree.Docs[0])); err != nil {
					t.Errorf("%s: %v", path, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if count != 12 {
		t.Errorf("%d files", count)
	}
}

// TestJSONSchemaAcceptsVerdicts: what the real loaders take and the specification does not refuse, the
// schema takes too.
func TestJSONSchemaAcceptsVerdicts(t *testing.T) {
	for format, file := range map[string]string{"kyvvu-manifest": "kyvvu-verdicts.jsonl", "behavior": "dotforge-verdicts.jsonl"} {
		data, err := os.ReadFile(filepath.Join(shared.Dir(t), "oracle", file))
		if err != nil {
			t.Fatal(err)
		}
		s, count := compile(t, schema.Lookup(format)), 0
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 1<<22)
		for lines.Scan() {
			var row struct{ ID, Text, Expect string }
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			if row.Expect != "clean" || row.Text == "" {
				continue
			}
			tree := syntax.Parse("x.yaml", []byte(row.Text))
			if len(tree.Errors) > 0 {
				continue // syntax's own matter
			}
			count++
			if err := s.Validate(value(tree.Docs[0])); err != nil {
				t.Errorf("%s: %v", row.ID, err)
			}
		}
		if count < 100 {
			t.Errorf("%s: %d files", file, count)
		}
	}
}
