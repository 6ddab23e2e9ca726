package lsp

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// TestAlternativesOfAMatcher: what is accepted takes the place of the tool at the cursor alone, and a
// tool that the matcher names already is not offered again.
func TestAlternativesOfAMatcher(t *testing.T) {
	for matcher, want := range map[string]string{
		"Bash|¦":             "Bash|Edit",
		"Bash|Ed¦":           "Bash|Edit",
		"B¦ash|Write":        "Edit|Write",
		"\"Bash|¦\"":         "\"Bash|Edit\"",
		"'Bash|¦|Write'":     "'Bash|Edit|Write'",
		"\"¦|Write\" # both": "\"Edit|Write\" # both",
		"^(Bash|Wr¦)$":       "^(Bash|Edit)$",
	} {
		text := "policy:\n  triggers:\n    - event: PreToolUse\n      matcher: " + matcher + "\n      action: evaluate\n"
		s, b, offset := opened(t, "/w/behaviors/note-search/behavior.yaml", text)
		var labels []string
		for _, item := range itemsAt(s, b, offset) {
			labels = append(labels, item.Label)
			if item.Label != "Edit" {
				continue
			}
			file, edit := b.document().Tree.File, item.TextEdit.(*protocol.TextEdit)
			start, end := s.offset(file, edit.Range.Start), s.offset(file, edit.Range.End)
			got := file.Text[:start] + edit.NewText + file.Text[end:]
			if want := strings.Replace(text, matcher, want, 1); got != want {
				t.Errorf("%s: accepting Edit gives\n%s\nwant\n%s", matcher, got, want)
			}
		}
		for _, name := range []string{"*", "Bash", "Write"} {
			if named := name == "*" || strings.Contains(strings.Replace(want, "Edit", "", 1), name); named == slices.Contains(labels, name) {
				t.Errorf("%s: %s is offered: %v", matcher, name, !named)
			}
		}
	}
}
