package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/schema"
)

// largeManifest is a manifest of policies of all sorts, each of its own.
func largeManifest(policies int) string {
	kinds := schema.Vocabulary("kind").Names()
	var b strings.Builder
	b.WriteString("name: Large\nversion: \"1.0.0\"\npolicies:\n")
	for i := range policies {
		kind, other := kinds[4+i%8], kinds[4+(i/8)%8]
		rule := []string{
			"tainted_path_block\n    params:\n      taint_kind: %s\n      taint_property_filter:\n        data.classification: pii\n      target_kinds: [%s]",
			"step_requires_gate\n    params:\n      target_kinds:\n        - %s\n        - %s\n      gate_kind: human",
			"not\n    params:\n      condition:\n        rule_type: all_of\n        params:\n          conditions:\n            - rule_type: current_is\n              params: {kind: %s}\n            - rule_type: history_contains\n              params: {kind: %s, count_attempts: true}",
			"execution_max_steps\n    params:\n      kind: %s\n      step_name: tool-%s\n      max_steps: 30",
		}[i%4]
		fmt.Fprintf(&b, "  - name: Policy %d\n    description: One of many\n    rule_type: "+rule+"\n    severity: high\n    enforcement_point: step_execution\n", i, kind, other)
	}
	return b.String()
}

// BenchmarkManifestRules runs the rules of manifests alone over 6,000 policies.
func BenchmarkManifestRules(b *testing.B) {
	doc := Parse("manifests/large.yaml", "", []byte(largeManifest(6000)), nil)
	for b.Loop() {
		fresh := *doc
		fresh.manifest = func() *manifest { return readManifest(doc) }
		memo := fresh.manifest()
		fresh.manifest = func() *manifest { return memo }
		var found []Diagnostic
		for _, rule := range Rules() {
			if slices.Equal(rule.Formats, []string{manifestFormat}) {
				rule.Check(&Pass{Document: &fresh, rule: rule, found: &found})
			}
		}
	}
}
