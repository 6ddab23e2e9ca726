package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unknown-rule-code",
	Severity: Error,
	late:     true,
	Doc: Doc{
		Summary: "the code of a rule that forgelint does not have",
		Why:     "A configuration that names a rule wrongly does not change that rule, and a comment that does hides nothing.",
		Fix:     "Write the code as `forgelint rules` lists it.",
		Bad: `# forgelint: format=config
rules:
  missing-keys: warning
`,
		Good: `# forgelint: format=config
rules:
  missing-key: warning
`,
	},
	Check: func(p *Pass) {
		for _, place := range p.ByFormat("rule-code") {
			for _, entry := range place.Children {
				if entry.Key != nil && LookupRule(entry.Name()) == nil {
					p.reportRuleCode(entry.Key.Span, entry.Name(), entry.Path(), Error)
				}
			}
		}
		for _, s := range p.suppressed {
			for _, code := range s.codes {
				if LookupRule(code.code) == nil {
					p.reportRuleCode(code.span, code.code, "", Warning)
				}
			}
		}
	},
})

func (p *Pass) reportRuleCode(span syntax.Span, code, path string, severity Severity) {
	d := Diagnostic{Span: span, Path: path, Severity: severity, Message: fmt.Sprintf("there is no rule `%s`", code), Help: "`forgelint rules` lists all rules"}
	if near := Suggest(code, ruleCodes()); near != "" {
		d.Help = fmt.Sprintf("did you mean `%s`?", near)
		d.Fixes = []Fix{{Title: "Change to `" + near + "`", Edits: []Edit{{Span: span, New: near}}}}
	}
	p.Report(d)
}

func ruleCodes() []string {
	var codes []string
	for _, rule := range Rules() {
		codes = append(codes, rule.Code)
	}
	return codes
}
