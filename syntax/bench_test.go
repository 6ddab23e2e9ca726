package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// manifest is a text of the shape of a large policy manifest.
func manifest(policies int) string {
	var b strings.Builder
	b.WriteString("name: Large\nversion: \"1.0.0\"\n\npolicies:\n")
	for i := range policies {
		fmt.Fprintf(&b, `  # Policy %d keeps secrets out of messages.
  - name: "No secret in a message %d"
    description: |
      What a step reads from a secret store must not leave
      in a message of step %d.
    rule_type: all_of
    params:
      conditions:
        - rule_type: field_matches_regex
          params: {field: properties.message.recipient, pattern: '^[^@]+@example\.com$'}
        - rule_type: execution_max_steps
          params:
            kind: step.message
            max_steps: %d
    severity: high
    enforcement_point: step_execution

`, i, i, i, i%50)
	}
	return b.String()
}

// BenchmarkParse and BenchmarkYAMLv3Node read the same manifest of about 3 MB.
func BenchmarkParse(b *testing.B) {
	raw := []byte(manifest(6000))
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if tree := Parse("manifest.yaml", raw); len(tree.Errors) > 0 {
			b.Fatal(tree.Errors)
		}
	}
}

func BenchmarkYAMLv3Node(b *testing.B) {
	text := manifest(6000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decodeYAML(text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseBroken reads a manifest with 200 faults, one in every thirtieth policy.
func BenchmarkParseBroken(b *testing.B) {
	parts := strings.SplitAfter(manifest(6000), "rule_type: all_of\n")
	for i := 0; i < len(parts)-1; i += 30 {
		parts[i] = strings.TrimSuffix(parts[i], "rule_type: all_of\n") + "rule_type all_of\n"
	}
	raw := []byte(strings.Join(parts, ""))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if tree := Parse("manifest.yaml", raw); len(tree.Errors) != 200 {
			b.Fatal(len(tree.Errors))
		}
	}
}
