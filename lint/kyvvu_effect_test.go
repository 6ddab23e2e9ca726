package lint

import (
	"testing"
)

// conditionOf reads a policy of one rule.
func conditionOf(t *testing.T, rule, params string) *condition {
	t.Helper()
	text := "name: x\npolicies:\n  - name: p\n    rule_type: " + rule + "\n    params: " + params + "\n    severity: critical\n    enforcement_point: step_execution\n"
	doc := Parse("manifests/m.yaml", "", []byte(text), nil)
	if len(doc.Tree.Errors) > 0 {
		t.Fatal(doc.Tree.Errors)
	}
	return doc.manifest().policies[0].root
}

// TestEffect holds the abstract evaluation to the rules reference: on which cells a rule certainly is, and
// certainly is not, a violation.
func TestEffect(t *testing.T) {
	all, exec, start := cells.all, cells.of("step.exec"), cells.of("task.start")
	message := cells.of("step.message")
	deletes := cells.of("step.resource") & cells.byVerb["DELETE"]
	for _, c := range []struct {
		name, rule, params string
		world              world
		always, never      cellSet // violated; passing
	}{
		{"a prohibition", "not", "{condition: {rule_type: current_is, params: {kind: step.exec}}}", anyWorld, exec, all &^ exec},
		{"a condition alone", "current_is", "{kind: step.resource, verb: DELETE}", anyWorld, all &^ deletes, deletes},
		{"a filtered condition", "current_is", "{kind: step.exec, property_filter: {a: 1}}", anyWorld, all &^ exec, 0},
		{"an implication", "any_of", "{conditions: [{rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.message}}}}, {rule_type: field_not_empty, params: {field: input.a}}]}", anyWorld, 0, all &^ message},
		{"a gate, nothing before", "step_requires_gate", "{target_kinds: [step.exec]}", emptyWorld, exec, all &^ exec},
		{"a gate, later", "step_requires_gate", "{target_kinds: [step.exec]}", anyWorld, 0, all &^ exec},
		{"a gate that cannot come", "step_requires_gate", "{target_kinds: [step.exec]}", world{lacks: cells.kind("step.gate")}, exec, all &^ exec},
		{"a bare field", "field_not_empty", "{field: input.a}", emptyWorld, cells.boundary, 0},
		{"kinds", "field_in_list", "{field: kind, values: [step.exec, task.start]}", anyWorld, all &^ exec &^ start, exec | start},
		{"verbs", "field_in_list", "{field: verb, values: [DELETE, null]}", anyWorld, all &^ cells.byVerb["DELETE"] &^ cells.verbless, cells.byVerb["DELETE"] | cells.verbless},
		{"an empty any_of", "any_of", "{conditions: []}", anyWorld, all, 0},
		{"an empty all_of", "all_of", "{conditions: []}", anyWorld, 0, all},
		{"none of a kind", "execution_max_steps", "{kind: step.exec, max_steps: 0}", anyWorld, exec, all &^ exec},
		{"few of a kind, at first", "execution_max_steps", "{kind: step.exec, max_steps: 2}", emptyWorld, 0, all},
		{"one kind in a sequence", "sequence_forbidden", "{forbidden_sequence: [step.exec]}", emptyWorld, exec, all &^ exec},
		{"required and forbidden", "step_preceded_by_without_intervening", "{required_kind: step.gate, forbidden_intervening: [step.gate], target_kinds: [step.exec]}", anyWorld, exec, all &^ exec},
		{"what the loader refuses", "execution_max_steps", "{kind: step.exce, max_steps: 0}", anyWorld, 0, 0},
	} {
		e := conditionOf(t, c.rule, c.params).effect(c.world)
		if got := all &^ e.pass; got != c.always {
			t.Errorf("%s: always violated on %s, want %s", c.name, cells.describe(got), cells.describe(c.always))
		}
		if got := all &^ e.fail; got != c.never {
			t.Errorf("%s: never violated on %s, want %s", c.name, cells.describe(got), cells.describe(c.never))
		}
	}
}

func TestSlip(t *testing.T) {
	for path, want := range map[string]string{
		"target.host": "", "target.region": "", "ledger.region": "", "mode": "", "usage.prompt_tokens": "",
		"taget.trust": "target.trust", "target.trsut": "target.trust", "target_trust": "target.trust", "Target.Trust": "target.trust",
		"comand": "command", "model.name": "model", "message.recpient": "message.recipient", "classification": "data.classification",
	} {
		c := &condition{rule: "current_is", policy: &policy{}}
		s, _ := relativePath{condition: c, path: path, param: "property_filter"}.slip()
		if s.today != want {
			t.Errorf("%s: meant is %q, want %q", path, s.today, want)
		}
	}
}
