package schema_test

import (
	"strings"
	"testing"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct{ name, path, text, want string }{
		// by path
		{"behavior", "behaviors/look/behavior.yaml", "schema_version: \"1\"\n", "behavior"},
		{"empty behavior", "behaviors/look/behavior.yaml", "", "behavior"},
		{"behavior that is a scalar", "behaviors/look/behavior.yaml", "just some words\n", "behavior"},
		{"behavior that is a list", "behaviors/look/behavior.yaml", "- a\n", "behavior"},
		{"behavior that is broken", "behaviors/look/behavior.yaml", "policy: [\n", "behavior"},
		{"behavior further down", "/home/x/repo/behaviors/look/behavior.yaml", "id: look\n", "behavior"},
		{"behavior with backslashes", `C:\repo\behaviors\look\behavior.yaml`, "id: look\n", "behavior"},
		{"behavior in JSON", "behaviors/look/behavior.json", `{"id": "look"}`, "behavior"},
		{"behavior.yml", "behaviors/look/behavior.yml", "id: look\n", "behavior"},
		{"behavior without its folder", "behavior.yaml", "id: look\n", ""},
		{"behavior in another folder", "conduct/look/behavior.yaml", "id: look\n", ""},
		{"behavior two folders down", "behaviors/a/b/behavior.yaml", "id: look\n", ""},
		{"index", "behaviors/index.yaml", "", "behavior-index"},
		{"index with a mapping", "behaviors/index.yaml", "schema_version: \"1\"\nbehaviors: {a: 1}\n", "behavior-index"},
		{"config", ".forgelint.yaml", "", "config"},
		{"config below", "a/b/.forgelint.yaml", "rules: {}\n", "config"},
		{"manifest by folder", "manifests/m.yaml", "policies:\n", "kyvvu-manifest"},
		{"manifest by folder, JSON", "policies/m.json", `{"policies": []}`, "kyvvu-manifest"},
		{"manifest by a folder above", "manifests/team/m.yaml", "policies: 5\n", "kyvvu-manifest"},
		{"manifest by a folder far above", "/manifests/a/b/c/m.yaml", "policies: 5\n", ""},
		{"no policies in the folder", "manifests/m.yaml", "name: x\n", ""},
		{"policies of the wrong kinds", "manifests/m.yaml", "name: x\npolicies: [a, 3, null, []]\n", "kyvvu-manifest"},
		{"policies without their key", "x.yaml", "- name: a\n  rule_type: not\n  enforcement_point: step_execution\n", "kyvvu-manifest"},
		{"policies under a misspelt key", "x.yaml", "name: a\npolicy:\n- name: a\n  rule_type: not\n  enforcement_point: step_execution\n", "kyvvu-manifest"},
		{"rules of something else", "x.yaml", "name: a\nrules:\n- name: a\n  rule_type: not\n", ""},
		{"a list of something else", "manifests/x.yaml", "- name: a\n  rule_type: not\n", ""},
		{"policies too deep to be read", "manifests/m.yaml", "name: x\npolicies: " + strings.Repeat("[", 20000) + "\n", "kyvvu-manifest"},
		{"policies in a broken text that has none", "manifests/m.yaml", "name: [\n# policies: x\nmy-policies: 1\n", ""},
		// by content
		{"behavior by content", "x.yaml", "schema_version: \"1\"\npolicy:\n  triggers: []\n", "behavior"},
		{"behavior by content, null policy", "x.yaml", "schema_version: \"1\"\npolicy:\n", "behavior"},
		{"index by content", "x.yaml", "schema_version: \"1\"\nbehaviors: []\n", "behavior-index"},
		{"manifest by rule_type", "x.yml", "policies:\n- rule_type: not\n", "kyvvu-manifest"},
		{"manifest by the second item", "x", "policies:\n- a\n- enforcement_point: step_execution\n", "kyvvu-manifest"},
		{"steps by kind", "x.yaml", "steps:\n- kind: step.exec\n", "kyvvu-steps"},
		{"steps beside agent", "x.yaml", "agent: {agent_id: a}\nsteps: []\n", "kyvvu-steps"},
		{"contract", "x.json", `{"schema": "agent-behavior-contract/v0"}`, "agent-contract"},
		{"contract of another version", "x.json", `{"schema": "agent-behavior-contract/v9"}`, "agent-contract"},
		{"contract in YAML", "x.yaml", "schema: agent-behavior-contract/v0\n", "agent-contract"},
		{"contract with a misspelt version", "x.json", `{"schema": "agent-behavior-contract-v0"}`, "agent-contract"},
		{"contract without its version", "x.json", `{"id": "a", "clauses": [{"side_effect": "pay"}]}`, "agent-contract"},
		{"trace", "x.json", `{"schema": "agent-behavior-trace/v0"}`, "agent-trace"},
		// through aliases and merges
		{"merged", "x.yaml", "base: &b {policy: {}}\n<<: *b\nschema_version: \"1\"\n", "behavior"},
		// the first line
		{"first line", "x.yaml", "# forgelint: format=kyvvu-steps\nname: x\n", "kyvvu-steps"},
		{"first line wins", "behaviors/look/behavior.yaml", "# forgelint: format=kyvvu-manifest\n", "kyvvu-manifest"},
		{"first line with a mark and words", "x.yaml", "\ufeff#forgelint: format=behavior  of the team\r\nid: x\r\n", "behavior"},
		{"unknown first line", "behaviors/look/behavior.yaml", "# forgelint: format=behaviour\n", "behavior"},
		{"second line", "x.yaml", "\n# forgelint: format=behavior\n", ""},
		{"first line inside a text", "x.yaml", "a: |\n  # forgelint: format=behavior\n", ""},
		// look-alikes
		{"another tool's behavior.yaml", "behaviors/walker/behavior.yaml", "behaviors:\n  Walker:\n    trainer_type: ppo\n", ""},
		{"another tool's behavior.yaml by content", "config/behavior.yaml", "behaviors:\n  Walker: {}\n", ""},
		{"skills index", "skills/index.yaml", "schema_version: \"1\"\nskills: []\n", ""},
		{"Kyvvu template", "x.template.yaml", "rules:\n- id: a\n  match: {}\n  behavior: {}\n", ""},
		{"Kyvvu template beside policies", "policies/x.btmpl", "rules:\n- id: a\n", ""},
		{"other contract", "x.contract.yaml", "agent: a\nspec-version: 0.1.0\nmust: []\n", ""},
		{"data contract", "x.yaml", "clauses:\n  a: {predicates: []}\n", ""},
		{"JSON schema", "x.json", `{"$schema": "https://json-schema.org/draft/2020-12/schema"}`, ""},
		{"Kubernetes", "manifests/x.yaml", "apiVersion: v1\nkind: ConfigMap\npolicies: []\n", ""},
		{"Cloud Custodian", "policies/x.yml", "policies:\n- name: a\n  resource: aws.ec2\n  filters: []\n", ""},
		{"workflow", "x.yaml", "on: push\njobs: {}\n", ""},
		{"pipeline with steps", "x.yaml", "steps:\n- script: make\n", ""},
		{"pipeline with agents", "x.yaml", "agents: {queue: q}\nsteps:\n- command: make\n", ""},
		{"list", "x.yaml", "- a\n", ""},
		{"empty", "x.yaml", "", ""},
		{"cyclic", "x.yaml", "a: &a [*a]\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := schema.Detect(c.path, syntax.Parse(c.path, []byte(c.text)))
			id := ""
			if got.Format != nil {
				id = got.Format.ID
				if got.Why == "" {
					t.Error("no reason")
				}
			}
			if id != c.want {
				t.Errorf("%s, %s", id, got.Why)
			}
		})
	}
}

func TestDetectUnknownFirstLine(t *testing.T) {
	text := "\ufeff#  forgelint: format=behaviour # x\nid: a\n"
	d := schema.Detect("x.yaml", syntax.Parse("x.yaml", []byte(text)))
	if d.Format != nil || d.Unknown != "behaviour" || text[d.UnknownSpan.Start:d.UnknownSpan.End] != "behaviour" {
		t.Errorf("%+v", d)
	}
}
