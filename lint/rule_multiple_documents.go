package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "multiple-documents",
	Severity: Error,
	Doc: Doc{
		Summary: "more than one document in the file",
		Why:     "The loaders read exactly one YAML document. A second one, even an empty one after a last `---`, makes them refuse the file.",
		Fix:     "Put the second document into a file of its own, or remove the `---`.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
---
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.MultipleDocuments) },
})
