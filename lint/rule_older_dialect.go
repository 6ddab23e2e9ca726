package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "older-dialect",
	Severity: Info,
	Formats:  []string{manifestFormat, "behavior"},
	Doc: Doc{
		Summary: "a file that is written for an older engine, or in a draft of the schema",
		Why: `The words of the file are those of an older engine, so its findings are not slips: they are what is left to
migrate. Each old word is a finding of its own that names today's; what means something else today is one of
` + "`changed-meaning`" + `. Which version understood what was found out by running the engines.`,
		Fix: "Run `forgelint lint --fix`, then decide what is left. [The page about migration](../migration.md) lists the words.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Purpose is set
    rule_type: field_not_empty
    params:
      field: purpose
    severity: high
    scope: agent_registration
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Purpose is set
    rule_type: field_not_empty
    params:
      field: purpose
    severity: high
    enforcement_point: agent_registration
`,
	},
	Check: func(p *Pass) {
		m := p.migration()
		if m.dialect == "" {
			return
		}
		dialect := schema.LookupDialect(m.dialect)
		p.Report(Diagnostic{
			Span: m.sign.Key.Span, Path: m.sign.Path(),
			Message: fmt.Sprintf("this file is written for %s: %s", dialect.WrittenFor, dialect.Effect),
			Help:    "`forgelint lint --fix` writes today's words; what needs a decision stays",
		})
	},
})
