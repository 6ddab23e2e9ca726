package syntax

import "testing"

// TestParseIsTotal holds texts that once made Parse fail: it gives a tree of every text.
func TestParseIsTotal(t *testing.T) {
	for _, text := range []string{
		"category: &cat core   # an anchor\n  triggers:\n  - &first\n  - {<<: *first, matcher: PowerShell}\n    block_reason: >-\n" +
			"    escalation: [{after: 2, level: warning}, {level: hard_block, after: 4}]\nmetadata: {author: *cat, version: 1.0.0, tags: [\n  \"styles\"]}",
		"k: &a [{*a : 1}]\n",
		"*a : 1",
	} {
		if tree := Parse("behavior.yaml", []byte(text)); len(tree.Docs) == 0 {
			t.Errorf("no document in %q", text)
		}
	}
}
