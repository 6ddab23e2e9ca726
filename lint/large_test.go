package lint

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyFaults: what is wrong many times over costs no more than its share. Each of these took a
// minute when a rule looked at all of a mapping's entries for each of them.
func TestManyFaults(t *testing.T) {
	const n = 10_000
	repeat := func(line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	tests := []struct{ name, text, code string }{
		{"unknown keys", "name: x\npolicies: []\n" + repeat(func(i int) string { return fmt.Sprintf("k%d: 1\n", i) }), "unknown-key"},
		{"one key", "name: x\npolicies: []\n" + repeat(func(int) string { return "k: 1\n" }), "unknown-key"},
		{"items", "name: x\npolicies:\n" + repeat(func(int) string { return "  - 1\n" }), "wrong-type"},
		{"suppressions", "name: x\npolicies: []\n" + repeat(func(i int) string { return fmt.Sprintf("k%d: 1 # forgelint: ignore[wrong-type] -- x\n", i) }), "unused-suppression"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := Run(Parse("policies/m.yaml", "", []byte(test.text), nil), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, d := range result.Diagnostics {
				if d.Code == test.code {
					found++
				}
			}
			if found != n {
				t.Errorf("%d findings of %s, want %d", found, test.code, n)
			}
		})
	}
}
