package lint

import (
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// manyPolicies is a manifest of n policies of several kinds, without an error or a warning.
func manyPolicies(n int) []byte {
	var b strings.Builder
	b.WriteString("name: Many\nversion: \"1.0.0\"\npolicies:\n")
	for i := range n {
		switch i % 3 {
		case 0:
			fmt.Fprintf(&b, "  - name: Policy %d\n    description: \"Caps the calls of a shell to %d, so that no loop runs away.\"\n    rule_type: execution_max_steps\n    params:\n      kind: step.exec\n      max_steps: %d\n    severity: critical\n    enforcement_point: step_execution\n", i, i, i)
		case 1:
			fmt.Fprintf(&b, "  - name: Policy %d\n    description: A message to the outside goes past a person first, who reads it and decides.\n    rule_type: step_requires_gate\n    params:\n      target_kinds: [step.exec]\n      gate_kind: human\n      max_steps_since_gate: %d\n    severity: high\n    enforcement_point: step_execution\n    risk_classification: limited\n", i, i+1)
		case 2:
			fmt.Fprintf(&b, "  - name: Policy %d\n    description: |\n      Secrets stay where they are.\n      Nothing that looks like a key leaves.\n    rule_type: any_of\n    params:\n      conditions:\n        - rule_type: not\n          params:\n            condition:\n              rule_type: field_matches_regex\n              params:\n                field: input.text\n                pattern: '(?i)^key-%d-[0-9]'\n        - rule_type: not\n          params: {condition: {rule_type: current_is, params: {kind: step.message}}}\n    severity: medium\n    enforcement_point: step_execution\n", i, i)
		}
	}
	return []byte(b.String())
}

// BenchmarkLintManifest lints a manifest of 6,000 policies, from bytes to findings.
func BenchmarkLintManifest(b *testing.B) {
	raw := manyPolicies(6000)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		doc := Parse("manifests/many.yaml", "", raw, nil)
		result, err := Run(doc, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, d := range result.Diagnostics {
			if d.Severity > Info { // that one cap covers another is worth knowing here
				b.Fatalf("%s %s: %s", d.Code, d.Path, d.Message)
			}
		}
	}
}

// BenchmarkRunManifest is the part of the rules in BenchmarkLintManifest.
func BenchmarkRunManifest(b *testing.B) {
	doc := Parse("manifests/many.yaml", "", manyPolicies(6000), nil)
	b.ReportAllocs()
	for b.Loop() {
		fresh := bind(doc.Path, doc.Abs, doc.Tree, doc.Format)
		if _, err := Run(fresh, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBareParse is what the same bytes cost yaml.v3 alone, the measure of the other two.
func BenchmarkBareParse(b *testing.B) {
	raw := manyPolicies(6000)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		var root yaml.Node
		if err := yaml.Unmarshal(raw, &root); err != nil {
			b.Fatal(err)
		}
	}
}
