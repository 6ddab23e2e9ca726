package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "recursive-alias",
	Severity: Error,
	Doc: Doc{
		Summary: "an anchor that contains itself",
		Why:     `A value that holds an alias of itself has no end. PyYAML builds it, and the first code that walks over it does not return.`,
		Fix:     `Write the inner value out.`,
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params: &params
      kind: step.exec
      max_steps: *params
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.RecursiveAlias) },
})
