package lint

var _ = register(Rule{
	Code:     "invalid-suppression",
	Severity: Warning,
	late:     true,
	Doc: Doc{
		Summary: "a comment for forgelint that it does not understand",
		Why:     "The comment was meant to hide a finding or to say something else to forgelint. As it is written it does nothing.",
		Fix:     "Write `# forgelint: ignore[code, code] -- reason`, with `until=YYYY-MM-DD` before the `--` if it is to end one day. `ignore-file` stands at the top of the file.",
		Bad:     "# forgelint: ignore -- the loader is lenient here\n" + exampleManifest,
		Good:    exampleManifest,
	},
	Check: func(p *Pass) {
		for _, s := range p.suppressed {
			if s.fault != "" {
				p.Report(Diagnostic{Span: s.comment.Span, Message: s.fault, Help: s.help})
			}
		}
	},
})
