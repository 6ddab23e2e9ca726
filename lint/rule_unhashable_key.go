package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "unhashable-key",
	Severity: Error,
	Doc: Doc{
		Summary: "a list or mapping as a key",
		Why:     "Keys of a policy are texts. PyYAML refuses a list or mapping as a key. Where a value begins with `[` or `{` by accident, it needs quotes.",
		Fix:     `Write a text as the key, or quote it.`,
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      [kind]: step.exec
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.UnhashableKey) },
})
