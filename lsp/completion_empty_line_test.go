package lsp

import (
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// TestCompletionOnEmptyLine accepts an item on an empty line, whose column chooses the collection.
func TestCompletionOnEmptyLine(t *testing.T) {
	const behavior = "/w/behaviors/x/behavior.yaml"
	const head = "name: m\nversion: \"1\"\npolicies:\n"
	for _, test := range []struct{ path, text, label, want string }{
		{"/w/manifests/m.yaml", head + "  - name: a\n    ¦\n", "severity", head + "  - name: a\n    severity: \n"},
		{"/w/manifests/m.yaml", head + "  - name: a\n       ¦\n", "severity", head + "  - name: a\n    severity: \n"},
		{"/w/manifests/m.yaml", head + "  ¦\n", "rule_type", head + "  - rule_type: \n"},
		{"/w/manifests/m.yaml", head + "  - name: a\n  ¦\n", "rule_type", head + "  - name: a\n  - rule_type: \n"},
		{"/w/manifests/m.yaml", head + "  - name: a\n ¦\n", "rule_type", head + "  - name: a\n  - rule_type: \n"},
		{"/w/manifests/m.yaml", head + "- name: a\n¦\n", "description", head + "- name: a\ndescription: \n"},
		{"/w/manifests/m.yaml", head + "  - rule_type: step_not_after\n    params:\n      forbidden_predecessor_kinds:\n        ¦\n", "step.exec",
			head + "  - rule_type: step_not_after\n    params:\n      forbidden_predecessor_kinds:\n        - step.exec\n"},
		{"/w/manifests/m.yaml", head + "  - name: a\n    severity:\n      ¦\n", "critical", head + "  - name: a\n    severity:\n      critical\n"},
		{behavior, "id: x\npolicy:\n  enforcement:\n    ¦\n", "default_level", "id: x\npolicy:\n  enforcement:\n    default_level: \n"},
		{behavior, "id: x\r\npolicy:\r\n  triggers:\r\n    ¦\r\n", "event", "id: x\r\npolicy:\r\n  triggers:\r\n    - event: \r\n"},
	} {
		s, b, offset := opened(t, test.path, test.text)
		text := strings.Replace(test.text, "¦", "", 1)
		got := "no such item"
		for _, item := range itemsAt(s, b, offset) {
			if item.Label == test.label {
				edit := item.TextEdit.(*protocol.TextEdit)
				span := s.span(b.file, edit.Range)
				got = text[:span.Start] + edit.NewText + text[span.End:]
			}
		}
		if got != test.want {
			t.Errorf("%q, %s:\n got %q\nwant %q", test.text, test.label, got, test.want)
		}
	}
}
