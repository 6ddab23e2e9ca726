package lint

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestSuppressions: `code line` of each finding that stays, `-code line` of each that is hidden.
func TestSuppressions(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"at the end of the line, the entry", `name: x
policies:
  - name: a
    rule_type: execution_max_steps
    params:  # forgelint: ignore[unknown-key] -- the whole of params
      kind: step.exec
      max_steps: 2
      foo: 1
    bar: 2
    severity: low
    enforcement_point: step_execution
`, []string{"-unknown-key 8", "unknown-key 9"}},
		{"on the line above, the item", `name: x
policies:
  # forgelint: ignore[unknown-key] -- all of the policy
  - name: a
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 2, foo: 1}
    bar: 2
    severity: low
    enforcement_point: step_execution
  - name: b
    rule_type: execution_max_steps
    params: {kind: step.model, max_steps: 2, foo: 1}
    severity: low
    enforcement_point: step_execution
`, []string{"-unknown-key 6", "-unknown-key 7", "unknown-key 12"}},
		{"behind the dash, the item too", `name: x
policies:
  - name: a  # forgelint: ignore[unknown-key] -- all of the policy
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 2}
    bar: 2
    severity: low
    enforcement_point: step_execution
`, []string{"-unknown-key 6"}},
		{"comments in a row", `name: x
# forgelint: ignore[unknown-key] -- one
# and a word between
# forgelint: ignore[wrong-type] -- two

foo: 1
policies: []
`, []string{"-unknown-key 6", "no-policies 7", "unused-suppression 4"}},
		{"several codes", `name: x
policies:
  # forgelint: ignore[ missing-key ,out-of-range ] -- both
  - name: a
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: -2}
    severity: low
`, []string{"-missing-key 4", "-out-of-range 6"}},
		{"the file", `# forgelint: ignore-file[unknown-key] -- from a tool
foo: 1
name: x
bar: 2
policies: []
`, []string{"-unknown-key 2", "-unknown-key 4", "no-policies 5"}},
		{"the file, below the first key", `name: x
# forgelint: ignore-file[unknown-key] -- too late
bar: 2
policies: []
`, []string{"unknown-key 3", "no-policies 4", "invalid-suppression 2"}},
		{"at the end of an entry of several lines", `name: x
policies:
  - {name: a, rule_type: execution_max_steps, severity: low,
     params: {kind: step.exec, max_steps: 2,
       foo: 1}, enforcement_point: step_execution}  # forgelint: ignore[unknown-key] -- ok
`, []string{"-unknown-key 5"}},
		{"text is no comment", `name: x
description: |
  # forgelint: ignore-file[unknown-key] -- text
foo: "# forgelint: ignore[unknown-key] -- text"
policies: []
`, []string{"unknown-key 4", "no-policies 5"}},
		{"expired", `name: x
foo: 1  # forgelint: ignore[unknown-key] until=2026-06-30 -- for the release
bar: 1  # forgelint: ignore[unknown-key] until=2026-07-01 -- for the release
policies: []
`, []string{"unknown-key 2", "-unknown-key 3", "no-policies 4", "expired-suppression 2"}},
		{"windows line ends", "name: x\r\nfoo: 1 # forgelint: ignore[unknown-key] -- ok\r\npolicies: []\r\n", []string{"-unknown-key 2", "no-policies 3"}},
		{"nothing below", "name: x\npolicies: []\n# forgelint: ignore[unknown-key] -- ok", []string{"no-policies 2", "unused-suppression 3"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ws := NewWorkspace(nil)
			ws.Today = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
			doc := Parse("m.yaml", "", []byte("# forgelint: format=kyvvu-manifest\n"+test.text), nil)
			if strings.HasPrefix(test.text, "# forgelint: ignore-file") {
				doc = Parse("manifests/m.yaml", "", []byte(test.text), nil)
			}
			result, err := Run(doc, nil, ws)
			if err != nil {
				t.Fatal(err)
			}
			line := func(d Diagnostic) int {
				line := doc.Tree.File.Position(d.Span.Start).Line
				if doc.Path == "m.yaml" {
					line-- // the line of the format
				}
				return line
			}
			var hidden, shown, late []string
			for _, d := range result.Hidden {
				hidden = append(hidden, fmt.Sprintf("-%s %d", d.Code, line(d)))
			}
			for _, d := range result.Diagnostics {
				text := fmt.Sprintf("%s %d", d.Code, line(d))
				if strings.HasSuffix(d.Code, "-suppression") {
					late = append(late, text)
				} else {
					shown = append(shown, text)
				}
			}
			var want [3][]string
			for _, w := range test.want {
				switch {
				case strings.HasPrefix(w, "-"):
					want[0] = append(want[0], w)
				case strings.Contains(w, "-suppression "):
					want[2] = append(want[2], w)
				default:
					want[1] = append(want[1], w)
				}
			}
			if diff := cmp.Diff(want, [3][]string{hidden, shown, late}); diff != "" {
				t.Errorf("hidden, shown, about suppressions (-want +got)\n%s", diff)
			}

			ws.ShowSuppressed = true
			all, err := Run(doc, nil, ws)
			if err != nil {
				t.Fatal(err)
			}
			if len(all.Hidden) != 0 || len(all.Diagnostics) != len(hidden)+len(shown) {
				t.Errorf("shown all: %d findings, %d hidden", len(all.Diagnostics), len(all.Hidden))
			}
		})
	}
}

func TestExpiredFindingSaysSo(t *testing.T) {
	ws := NewWorkspace(nil)
	ws.Today = time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	text := "name: x\nfoo: 1  # forgelint: ignore[unknown-key] until=2026-06-30 -- for the release\npolicies: []\n"
	doc := Parse("policies/m.yaml", "", []byte(text), nil)
	result, err := Run(doc, nil, ws)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		if d.Code != "unknown-key" {
			continue
		}
		if len(d.Related) != 1 || d.Related[0].Message != "was hidden until 2026-06-30" || doc.Text(d.Related[0].Span) != "# forgelint: ignore[unknown-key] until=2026-06-30 -- for the release" {
			t.Errorf("related: %+v", d.Related)
		}
		return
	}
	t.Error("the finding did not come back")
}

// TestRuleThatIsOffIsNotUnused: whether a suppression of it is needed cannot be known.
func TestRuleThatIsOffIsNotUnused(t *testing.T) {
	text := "name: x\nfoo: 1  # forgelint: ignore[unknown-key, skipped-level] -- ok\npolicies: []\n"
	doc := Parse("policies/m.yaml", "", []byte(text), nil)
	config := &Config{rules: map[string]RuleSetting{"unknown-key": {Severity: Off}}}
	result, err := Run(doc, config, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		if d.Code == "unused-suppression" {
			t.Errorf("%s", d.Message)
		}
	}
}
