package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "undefined-alias",
	Severity: Error,
	Doc: Doc{
		Summary: "an alias without its anchor",
		Why:     "`*name` stands for a value that was marked `&name` earlier in the file. Without that the file does not load. A plain value that begins with `*`, such as a glob, needs quotes.",
		Fix:     `Mark the value with the anchor before it is used, correct the name, or quote the value.`,
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: *knd
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.UndefinedAlias) },
})
