package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "duplicate-anchor",
	Severity: Error,
	Doc: Doc{
		Summary: "one anchor name on two values",
		Why:     `PyYAML refuses a file in which an anchor is defined a second time, although YAML allows it: nothing of the file loads.`,
		Fix:     `Give the second value an anchor of another name.`,
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: &kind step.exec
      max_steps: 20
    severity: &kind critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.DuplicateAnchor) },
})
