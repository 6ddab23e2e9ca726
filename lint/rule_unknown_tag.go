package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "unknown-tag",
	Severity: Error,
	Doc: Doc{
		Summary: "a tag that the loader does not know",
		Why:     "The loaders read with PyYAML's safe loader, which refuses tags such as `!secret` or `!!python/name`, and with them the whole file.",
		Fix:     `Remove the tag and write the plain value.`,
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: !kind step.exec
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.UnknownTag) },
})
