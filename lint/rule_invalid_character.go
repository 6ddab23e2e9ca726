package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "invalid-character",
	Severity: Error,
	Doc: Doc{
		Summary: "a character that no policy file may hold",
		Why:     `YAML forbids control characters, and the loaders read UTF-8 only. They refuse the whole file for one such byte, which an editor often does not show.`,
		Fix:     "Save the file as UTF-8 and remove the character, or write it as an escape such as `\"\\x07\"` in double quotes.",
		Bad:     "name: Small set\nversion: \"1.0.0\"\npolicies:\n  - name: Cap\a calls\n    rule_type: execution_max_steps\n    params:\n      kind: step.exec\n      max_steps: 20\n    severity: critical\n    enforcement_point: step_execution\n",
		Good:    exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.InvalidCharacter) },
})
