package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "unsupported-version",
	Severity: Error,
	Doc: Doc{
		Summary: "a YAML version that the loader does not read",
		Why:     "PyYAML refuses a `%YAML` directive of another major version than 1: nothing of the file loads.",
		Fix:     `Remove the directive.`,
		Bad: `# forgelint: format=kyvvu-manifest
%YAML 2.0
---
name: Small set
version: "1.0.0"
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
	Check: func(p *Pass) { p.reportFaults(syntax.UnsupportedVersion) },
})
