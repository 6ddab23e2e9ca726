package lsp

import (
	"slices"
	"sort"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/forgelint/forgelint/schema"
)

const behaviorPathForTests = "/w/behaviors/guard/behavior.yaml"

const behaviorText = `schema_version: "1"
id: guard
name: Guard
description: Guards.
category: @category
scope: @scope
enabled: @enabled
policy:
  triggers:
    - event: @event
      matcher: @matcher
      conditions:
        - field: @field
          operator: @operator
          value: x
      logic: @logic
      action: @action
      flag: asked
      on_present: @on_present
      on_absent: @on_absent
  enforcement:
    default_level: @default_level
    escalation:
      - after: 1
        level: @level
  recovery:
    hint: Ask first.
rendering:
  nudge_template: @nudge_template
  warning_template: @warning_template
  block_reason: @block_reason
  override_prompt: @override_prompt
applies_to:
  profiles: [@profiles]
`

// behaviorWith fills the places of behaviorText; those not named get something valid.
func behaviorWith(values map[string]string) string {
	usual := map[string]string{
		"category": "core", "scope": "session", "enabled": "true", "event": "PreToolUse", "matcher": "Bash", "field": "command",
		"operator": "contains", "logic": "all", "action": "check_flag", "on_present": "keep", "on_absent": "violate",
		"default_level": "silent", "level": "nudge", "profiles": "strict",
		"nudge_template": `"n"`, "warning_template": `"w"`, "block_reason": `"b"`, "override_prompt": `"o"`,
	}
	text := behaviorText
	for key, value := range usual {
		if v, ok := values[key]; ok {
			value = v
		}
		text = strings.ReplaceAll(text, "@"+key+"\n", value+"\n")
		text = strings.ReplaceAll(text, "@"+key+"]", value+"]")
	}
	return text
}

var levelNames = []string{"hard_block", "nudge", "silent", "soft_block", "warning"}

func TestValuesOfABehavior(t *testing.T) {
	tests := []struct {
		key  string
		want []string
	}{
		{"category", []string{"core", "experimental", "opinionated"}},
		{"scope", []string{"project", "session", "task"}},
		{"enabled", []string{"false", "true"}},
		{"event", []string{"PostToolUse", "PreToolUse", "Stop", "UserPromptSubmit"}},
		{"logic", []string{"all", "any"}},
		{"action", []string{"check_flag", "evaluate", "set_flag"}},
		{"on_present", []string{"consume", "keep"}},
		{"on_absent", []string{"skip", "violate"}},
		{"default_level", levelNames},
		{"level", levelNames},
		{"profiles", []string{"minimal", "standard", "strict"}},
		{"field", []string{"command", "counter"}},
		{"operator", []string{"contains", "ends_with", "equals", "exists", "not_contains", "not_exists", "regex_match", "starts_with"}},
	}
	for _, tt := range tests {
		for _, form := range []string{"¦", "s¦", "\"¦\"", "'¦", "\"s¦"} {
			for _, crlf := range []bool{false, true} {
				text := behaviorWith(map[string]string{tt.key: form})
				if crlf {
					text = strings.ReplaceAll(text, "\n", "\r\n")
				}
				if got := labelsAt(t, behaviorPathForTests, text); !slices.Equal(got, tt.want) {
					t.Errorf("%s: %s (CRLF %t): got %v, want %v", tt.key, form, crlf, got, tt.want)
				}
			}
		}
	}
}

// TestFieldsOfTheMatchersTools: a condition may look at what the tools of the matcher send.
func TestFieldsOfTheMatchersTools(t *testing.T) {
	all := []string{"command", "content", "counter", "file_path", "old_string", "pattern", "prompt", "query", "url"}
	tests := []struct {
		event, matcher string
		want           []string
	}{
		{"PreToolUse", "Bash", []string{"command", "counter"}},
		{"PreToolUse", "Write", []string{"content", "counter", "file_path"}},
		{"PreToolUse", "Edit", []string{"content", "counter", "file_path", "old_string"}},
		{"PreToolUse", `"Write|Edit"`, []string{"content", "counter", "file_path", "old_string"}},
		{"PreToolUse", "Read", []string{"counter", "file_path"}},
		{"PostToolUse", `"Grep|Glob"`, []string{"counter", "pattern"}},
		{"PreToolUse", "WebSearch", []string{"counter", "query"}},
		{"PreToolUse", "WebFetch", []string{"counter", "prompt", "url"}},
		{"PreToolUse", "Agent", []string{"counter", "prompt"}},
		{"PreToolUse", `"*"`, all},
		{"PreToolUse", "mcp__github__.*", all},
		{"PreToolUse", "Write.*", all},
		{"UserPromptSubmit", `""`, []string{"counter", "prompt"}},
	}
	for _, tt := range tests {
		for _, text := range []string{
			behaviorWith(map[string]string{"event": tt.event, "matcher": tt.matcher, "field": "¦"}),
			// The condition above the matcher, and written in one line.
			"policy:\n  triggers:\n    - conditions:\n        - field: ¦\n      event: " + tt.event + "\n      matcher: " + tt.matcher + "\n",
			"policy:\n  triggers:\n    - event: " + tt.event + "\n      matcher: " + tt.matcher + "\n      conditions: [{field: ¦}]\n",
		} {
			if got := labelsAt(t, behaviorPathForTests, text); !slices.Equal(got, tt.want) {
				t.Errorf("%s %s: got %v, want %v in\n%s", tt.event, tt.matcher, got, tt.want, text)
			}
		}
	}
}

// TestOperatorsThatFitTheField, wherever the field stands.
func TestOperatorsThatFitTheField(t *testing.T) {
	text := []string{"contains", "ends_with", "equals", "exists", "not_contains", "not_exists", "regex_match", "starts_with"}
	number := []string{"equals", "exists", "gt", "gte", "lt", "lte", "not_exists"}
	for field, want := range map[string][]string{"command": text, "url": text, "counter": number, "session_state.counter": number} {
		for _, condition := range []string{
			"- field: " + field + "\n          operator: ¦\n          value: x\n",
			"- operator: ¦\n          field: " + field + "\n",
			"- value: x\n          operator: e¦\n          field: \"" + field + "\"\n",
			"- {operator: ¦, field: " + field + "}\n",
			"- {field: " + field + ", operator: ¦}\n",
		} {
			doc := "policy:\n  triggers:\n    - event: PreToolUse\n      matcher: \"*\"\n      conditions:\n        " + condition
			if got := labelsAt(t, behaviorPathForTests, doc); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v in\n%s", field, got, want, doc)
			}
		}
	}
}

func TestVariablesOfTemplates(t *testing.T) {
	var want []string
	for _, v := range schema.TemplateVariables() {
		want = append(want, "{"+strings.Trim(v.Name, "{}")+"}")
	}
	sort.Strings(want)
	if len(want) != 6 {
		t.Fatalf("%v", want)
	}
	for _, key := range []string{"nudge_template", "warning_template", "block_reason", "override_prompt"} {
		for _, form := range []string{
			`"¦"`, `"{¦"`, `"{¦}"`, `"{cou¦}"`, `"a {cou¦ b"`, `'¦'`, "plain {¦", "plain {lev¦} more", "|\n    text {¦", "|\n    text\n    {be¦} more", ">-\n    folded {¦}\n    more",
			`"é🚀 {¦}"`, "¦",
		} {
			text := behaviorWith(map[string]string{key: form})
			if got := labelsAt(t, behaviorPathForTests, text); !slices.Equal(got, want) {
				t.Errorf("%s: %s: got %v", key, form, got)
			}
		}
	}
	// What an accepted variable makes of the text.
	for form, result := range map[string]string{
		`"{cou¦} x"`: `"{counter} x"`, `"{¦"`: `"{counter}"`, `"a ¦b"`: `"a {counter}b"`, "|\n    text {co¦": "|\n    text {counter}", "¦": `"{counter}"`,
		"plain {¦": "plain {counter}", `"{cou¦nter} x"`: `"{counter} x"`,
	} {
		text := behaviorWith(map[string]string{"nudge_template": form})
		s, b, offset := opened(t, behaviorPathForTests, text)
		for _, item := range itemsAt(s, b, offset) {
			if item.Label != "{counter}" {
				continue
			}
			edit := item.TextEdit.(*protocol.TextEdit)
			span := s.span(b.file, edit.Range)
			got := b.file.Text[:span.Start] + edit.NewText + b.file.Text[span.End:]
			if want := behaviorWith(map[string]string{"nudge_template": result}); got != want {
				t.Errorf("%s: got\n%s", form, got[strings.Index(got, "nudge_template"):][:60])
			}
		}
	}
}

// TestKeysOfABehavior asks for keys in all sorts of half-typed text.
func TestKeysOfABehavior(t *testing.T) {
	trigger := []string{"action", "conditions", "event", "flag", "logic", "matcher", "on_absent", "on_present"}
	without := func(keys []string, not ...string) []string {
		return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(not, k) })
	}
	root := []string{"applies_to", "category", "description", "enabled", "id", "metadata", "name", "policy", "rendering", "schema_version", "scope"}
	head := "schema_version: \"1\"\nid: guard\n"
	tests := map[string]struct {
		text string
		want []string
	}{
		"an empty file":                     {"¦", root},
		"after the document's start":        {"---\n¦", root},
		"a blank line at the root":          {head + "¦\nname: x\n", without(root, "schema_version", "id", "name")},
		"a key without its colon":           {head + "na¦\nscope: session\n", without(root, "schema_version", "id", "scope")},
		"a key before its colon":            {head + "na¦: x\n", without(root, "schema_version", "id")},
		"after a dash":                      {head + "policy:\n  triggers:\n    - ¦\n", trigger},
		"after a dash without a space":      {head + "policy:\n  triggers:\n    -¦\n", trigger},
		"in an item":                        {head + "policy:\n  triggers:\n    - event: Stop\n      ¦\n", without(trigger, "event")},
		"in an item, more below":            {head + "policy:\n  triggers:\n    - event: Stop\n      ¦\n      logic: all\n  enforcement:\n    default_level: silent\n", without(trigger, "event", "logic")},
		"between two items":                 {head + "policy:\n  triggers:\n    - event: Stop\n      ¦\n    - event: Stop\n", without(trigger, "event")},
		"in a flow mapping":                 {head + "policy:\n  triggers:\n    - {event: Stop, ¦}\n", without(trigger, "event")},
		"in an open flow mapping":           {head + "policy:\n  triggers:\n    - {event: Stop, ¦\n  enforcement:\n    default_level: silent\n", without(trigger, "event")},
		"in an empty flow mapping":          {head + "policy:\n  triggers:\n    - {¦\n", trigger},
		"under policy":                      {head + "policy:\n  ¦\n", []string{"enforcement", "recovery", "triggers"}},
		"after policy:":                     {head + "policy:¦\n", []string{"enforcement", "recovery", "triggers"}},
		"after policy: and a space":         {head + "policy: ¦\n", []string{"enforcement", "recovery", "triggers"}},
		"with a broken line above":          {head + "name: \"unclosed\npolicy:\n  triggers:\n    - event: Stop\n      ¦\n", without(trigger, "event")},
		"with an open bracket above":        {head + "applies_to:\n  tools: [a, b\npolicy:\n  triggers:\n    - event: Stop\n      ¦\n", without(trigger, "event")},
		"with a bare word below":            {head + "policy:\n  triggers:\n    - event: Stop\n      ¦\nbroken\n", without(trigger, "event")},
		"in a comment":                      {head + "# na¦\n", nil},
		"in a comment behind a value":       {head + "name: x # ¦\n", nil},
		"in a text of a block":              {head + "description: |\n  some te¦\n", nil},
		"in quotes":                         {head + "\"na¦\": x\n", without(root, "schema_version", "id")},
		"in the second document":            {head + "---\nid: x\n¦\n", without(root, "id")},
		"in a list at its key's own column": {head + "policy:\n  triggers:\n  - event: Stop\n    ¦\n", without(trigger, "event")},
	}
	for name, tt := range tests {
		for _, crlf := range []bool{false, true} {
			text := tt.text
			if crlf {
				text = strings.ReplaceAll(text, "\n", "\r\n")
			}
			if got := labelsAt(t, behaviorPathForTests, text); !slices.Equal(got, tt.want) {
				t.Errorf("%s (CRLF %t): got %v, want %v", name, crlf, got, tt.want)
			}
		}
	}
}

func TestSchemaVersionComesQuoted(t *testing.T) {
	for form, want := range map[string]string{"schema_version: ¦": `schema_version: "1"`, "schema_version:¦": `schema_version: "1"`, "schema_version: '¦'": "schema_version: '1'"} {
		s, b, offset := opened(t, behaviorPathForTests, form+"\nid: guard\n")
		items := itemsAt(s, b, offset)
		if len(items) != 1 {
			t.Fatalf("%s: %d items", form, len(items))
		}
		edit := items[0].TextEdit.(*protocol.TextEdit)
		span := s.span(b.file, edit.Range)
		if got := b.file.Text[:span.Start] + edit.NewText + b.file.Text[span.End:]; got != want+"\nid: guard\n" {
			t.Errorf("%s: got %q", form, got)
		}
	}
}
