package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "invalid-scalar",
	Severity: Error,
	Doc: Doc{
		Summary: "a value that looks typed and has no value of that type",
		Why:     "`2026-13-45` reads as a date, and there is no such date: the loader stops with a stack trace, and nothing of the file loads.",
		Fix:     `Quote the value if it is a text, or correct it.`,
		Bad: `name: Small set
version: 2026-13-45
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.InvalidScalar) },
})
