package lint

import (
	"fmt"
	"strings"
	"testing"
)

// TestConsequences holds that a fault of the syntax gives one diagnostic, and that what can be read
// beside it is checked.
func TestConsequences(t *testing.T) {
	const broken = `name: Small set
version: "1.0.0"
policies:
  - name: Half a key
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: input.path
          patt
    severity: critical
    enforcement_point: step_execution
  - name: "Open quote
    rule_type: execution_max_steps
    params:
      kind: step.exec
     max_steps: x
    severity: critical
    enforcement_point: step_execution
  - name: No colon
    rule_type: execution_max_steps
    params {kind: step.exec, max_steps: 1}
    severity: crit
    enforcement_point: step_execution
  -name: No space
    rule_type: execution_max_steps
  - rule_type: *foo
    params:
        kind: step.exec
      max_steps: 1
    severity: critical
    enforcement_point: step_execution
`
	result, err := Run(Parse("m.yaml", "", []byte(broken), nil), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, fmt.Sprintf("%s %q", d.Code, broken[d.Span.Start:d.Span.End]))
	}
	want := []string{
		`syntax-error "patt"`,
		`syntax-error "\"Open quote"`,
		`syntax-error "max_steps"`,
		`wrong-type "x"`,
		`syntax-error "params"`,
		`unknown-value "crit"`,
		`syntax-error "-"`,
		`missing-key "rule_type"`, // the last policy has no name
		`undefined-alias "*foo"`,
		`syntax-error "kind"`,
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("found\n%s\nwant\n%s", g, w)
	}
}
