package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "not-utf8",
	Severity: Error,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a manifest that is UTF-16",
		Why:     `The loader reads manifests as UTF-8 and fails on anything else, also on UTF-16 with a byte order mark, which YAML itself allows. Nothing of the file is enforced.`,
		Fix:     "Save the file as UTF-8.",
		Bad:     "\xff\xfen\x00a\x00m\x00e\x00:\x00 \x00x\x00\n\x00",
		Good: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		if p.Tree.File.IsUTF16() {
			p.Report(Diagnostic{
				Span:    syntax.Span{},
				Message: "the file is UTF-16: the loader reads UTF-8 and refuses it",
				Help:    "save it as UTF-8",
			})
		}
	},
})
