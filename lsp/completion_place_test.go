package lsp

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// accepted is a text after the item of that label was accepted at its `¦`, and the labels that were offered.
func accepted(t *testing.T, path, text, label string) (string, []string) {
	t.Helper()
	s, b, offset := opened(t, path, text)
	text = strings.Replace(text, "¦", "", 1)
	after := "not offered"
	var labels []string
	for _, item := range itemsAt(s, b, offset) {
		labels = append(labels, item.Label)
		if item.Label == label {
			span := s.span(b.file, item.TextEdit.(*protocol.TextEdit).Range)
			after = text[:span.Start] + item.TextEdit.(*protocol.TextEdit).NewText + text[span.End:]
		}
	}
	slices.Sort(labels)
	return after, labels
}

// TestExpectedFormat completes in files that hold too little to be recognised: their path says what
// they are to become.
func TestExpectedFormat(t *testing.T) {
	manifest := []string{"description", "name", "policies", "version"}
	contract := []string{"clauses", "domain", "id", "schema", "summary"}
	for _, tt := range []struct {
		path, text, label, after string
		labels                   []string
	}{
		{"/w/manifests/m.yaml", "¦", "name", "name: ", manifest},
		{"/w/policies/team/m.yml", "# ours\n\n¦\n", "policies", "# ours\n\npolicies: \n", manifest},
		{"/w/manifests/m.yaml", "---\r\npol¦\r\n", "policies", "---\r\npolicies: \r\n", manifest},
		{"/w/manifests/m.yaml", "{¦}", "name", "{name: }", manifest},
		{"/w/manifests/m.yaml", "name: m\n¦\n", "policies", "name: m\npolicies: \n", []string{"description", "policies", "version"}},
		{"/w/manifests/m.json", "{\"name\": \"m\", ¦}", "policies", "{\"name\": \"m\", \"policies\": }", []string{"description", "policies", "version"}},
		{"/w/ship.contract.json", "¦", "schema", "{\"schema\": }", contract},
		{"/w/ship.contract.json", "{\"¦\"}", "schema", "{\"schema\": }", contract},
		{"/w/ship.contract.json", "{\"schema\": ¦}", "agent-behavior-contract/v0", "{\"schema\": \"agent-behavior-contract/v0\"}", []string{"agent-behavior-contract/v0"}},
		{"/w/ship.json", "{\"schema\": \"agent-¦\"}", "agent-behavior-contract/v0", "{\"schema\": \"agent-behavior-contract/v0\"}", []string{"agent-behavior-contract/v0"}},
		{"/w/run.trace.json", "{\"schema\": ¦}", "agent-behavior-trace/v0", "{\"schema\": \"agent-behavior-trace/v0\"}", []string{"agent-behavior-trace/v0"}},
		// What is of another kind stays alone.
		{"/w/policies/role.yaml", "apiVersion: v1\nkind: Role\n¦\n", "name", "not offered", nil},
		{"/w/package.json", "{\"name\": \"x\", ¦}", "schema", "not offered", nil},
		{"/w/other.yaml", "¦", "name", "not offered", nil},
	} {
		if after, labels := accepted(t, tt.path, tt.text, tt.label); after != tt.after || !slices.Equal(labels, tt.labels) {
			t.Errorf("%s %q: got %q of %v, want %q of %v", tt.path, tt.text, after, labels, tt.after, tt.labels)
		}
	}
}

// TestCollectionsThatAreNotThereYet completes where a mapping or a list of mappings is to begin.
func TestCollectionsThatAreNotThereYet(t *testing.T) {
	const behavior, manifest, contract = "/w/behaviors/x/behavior.yaml", "/w/manifests/m.yaml", "/w/a.contract.json"
	const head = "policies:\n  - rule_type: step_not_after\n"
	for _, tt := range []struct{ path, text, label, after string }{
		{behavior, "policy:\n  triggers:¦\nid: x\n", "event", "policy:\n  triggers:\n    - event: \nid: x\n"},
		{behavior, "policy:\n  enforcement:\n    escalation: ¦\n", "after", "policy:\n  enforcement:\n    escalation: \n      - after: \n"},
		{behavior, "policy: tr¦\n", "triggers", "policy: \n  triggers: \n"},
		{behavior, "policy: {triggers: ¦}\n", "event", "policy: {triggers: [{event: }]}\n"},
		{behavior, "policy: {enforcement:¦}\n", "default_level", "policy: {enforcement: {default_level: }}\n"},
		{behavior, "policy:\n  enforcement:\n    escalation: [¦]\n", "level", "policy:\n  enforcement:\n    escalation: [{level: }]\n"},
		{manifest, head + "    params: {¦}\n", "target_verb", head + "    params: {target_verb: }\n"},
		{manifest, "policies:\n  - {rule_type: step_not_after, params: ¦}\n", "target_verb", "policies:\n  - {rule_type: step_not_after, params: {target_verb: }}\n"},
		{manifest, head + "    params:\n      {\n        ¦\n      }\n", "target_verb", head + "    params:\n      {\n        target_verb: \n      }\n"},
		{behavior, "policy:\n  triggers:\n    [\n      {\n      ¦\n      }\n    ]\n", "event", "policy:\n  triggers:\n    [\n      {\n      event: \n      }\n    ]\n"},
		{contract, "{\"schema\": \"agent-behavior-contract/v0\", \"clauses\": [¦]}", "id", "{\"schema\": \"agent-behavior-contract/v0\", \"clauses\": [{\"id\": }]}"},
		{contract, "{\"schema\": \"agent-behavior-contract/v0\", \"clauses\": ¦\n \"id\": \"x\"}", "id", "{\"schema\": \"agent-behavior-contract/v0\", \"clauses\": [{\"id\": }],\n \"id\": \"x\"}"},
		{contract, "{\"schema\": ¦ \"id\": \"x\"}", "agent-behavior-contract/v0", "{\"schema\": \"agent-behavior-contract/v0\", \"id\": \"x\"}"},
		{contract, "{\"schema\": ¦\n \"id\": \"x\"}", "agent-behavior-contract/v0", "{\"schema\": \"agent-behavior-contract/v0\",\n \"id\": \"x\"}"},
		{manifest, "policies: [{severity: ¦\n  name: x}]\n", "high", "policies: [{severity: high\n  name: x}]\n"},
		// A template's brace that was typed without quotes.
		{behavior, "rendering:\n  nudge_template: {¦}\n", "{counter}", "rendering:\n  nudge_template: \"{counter}\"\n"},
		{behavior, "rendering:\n  nudge_template: { cou¦ }\n", "{counter}", "rendering:\n  nudge_template: \"{counter}\"\n"},
		{behavior, "rendering:\n  nudge_template: {¦\n  block_reason: x\n", "{counter}", "rendering:\n  nudge_template: \"{counter}\"\n  block_reason: x\n"},
		{behavior, "rendering:\n  nudge_template:\n    ¦\n", "{counter}", "rendering:\n  nudge_template:\n    \"{counter}\"\n"},
	} {
		if after, labels := accepted(t, tt.path, tt.text, tt.label); after != tt.after {
			t.Errorf("%q: got %q of %v, want %q", tt.text, after, labels, tt.after)
		}
	}
}

// TestEntriesBesideTheCursor: what stands beside the cursor counts however it is written.
func TestEntriesBesideTheCursor(t *testing.T) {
	all := []string{"forbidden_predecessor_kinds", "target_kinds", "target_verb"}
	for text, want := range map[string][]string{
		"policies:\n  - rule_type: >-\n      step_not_after\n    params:\n      ¦\n":                                           all,
		"policies:\n  - rule_type:\n      step_not_after\n    params:\n      ¦\n":                                              all,
		"policies:\n  - ? rule_type\n    : step_not_after\n    params:\n      ¦\n":                                             all,
		"policies:\n  - rule_type: &r step_not_after\n  - rule_type: *r\n    params:\n      ¦\n":                               all,
		"policies:\n  - &p\n    rule_type: step_not_after\n  - <<: *p\n    params:\n      ¦\n":                                 all,
		"policies:\n  - rule_type: step_not_after\n    params:\n      <<: {target_verb: GET}\n      ¦\n":                       all[:2],
		"policies:\n  - rule_type: step_not_after\n    params: {<<: [{target_verb: GET}, {target_kinds: []}], ¦}\n":            all[:1],
		"policies:\n  - params:\n      target_kinds:\n        - step.exec\n      ¦\n    rule_type: |-\n      step_not_after\n": {all[0], all[2]},
	} {
		for _, ends := range []string{"\n", "\r\n"} {
			if got := labelsAt(t, manifestPath, strings.ReplaceAll(text, "\n", ends)); !slices.Equal(got, want) {
				t.Errorf("%q: got %v, want %v", text, got, want)
			}
		}
	}
}
