package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "invalid-merge",
	Severity: Error,
	Doc: Doc{
		Summary: "a merge key with something that is no mapping",
		Why:     "`<<: *base` brings the keys of a mapping, or of each mapping of a list, into another one. PyYAML refuses any other value: nothing of the file loads.",
		Fix:     "Merge a mapping, or quote the key if `<<` is meant as a name.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      <<: step.exec
      kind: step.exec
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.InvalidMerge) },
})
