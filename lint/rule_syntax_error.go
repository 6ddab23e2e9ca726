package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "syntax-error",
	Severity: Error,
	Doc: Doc{
		Summary: "the text is no YAML or no JSON",
		Why:     `A file that cannot be parsed is not loaded: none of its policies is in force. Everything else in the file is checked all the same, so that one slip does not hide another.`,
		Fix:     "Write what the message says. Most faults are a missing quote: a value that starts with a character such as `[`, `*` or `%`, or holds `: `, needs single quotes.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: "Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.SyntaxError) },
})
