package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unquoted-text",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a version or a name without quotes that is read as something else",
		Why: `A manifest is read as YAML 1.1, and the version and the names of policies are turned into text only
after that. What looks like a number, a date or a boolean arrives as another text: ` + "`1.10` as `1.1`, `yes` as `True`, `017` as `15`" + `.
A decision, a report or a query for the policy then shows a name that stands nowhere in the file.`,
		Fix: "Put it in quotes.",
		Bad: `name: CRM agent
version: 1.10
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
version: "1.10"
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		p.checkUnquoted(p.Root().Child("version"), "version")
		for _, policy := range p.manifest().policies {
			p.checkUnquoted(policy.namePlace, "name")
		}
	},
})

// checkUnquoted reports a plain scalar that the loader turns into another text than the one written.
func (p *Pass) checkUnquoted(at *schema.Place, what string) {
	if at == nil || at.Node.Kind != syntax.Scalar || at.Node.Style != syntax.Plain || at.Node.Span.Len() == 0 {
		return
	}
	written, read := p.Text(at.Node.Span), syntax.PyText(at.Node)
	var sort string
	switch at.Node.Tag {
	case syntax.Timestamp:
		sort = "a date"
	case syntax.Int, syntax.Float:
		sort = "a number"
	case syntax.Bool:
		sort = "a boolean"
	case syntax.Null:
		sort = "null"
	default:
		return
	}
	if written == read && at.Node.Tag != syntax.Timestamp {
		return
	}
	d := Diagnostic{
		Span: at.Node.Span, Path: at.Path(),
		Message: fmt.Sprintf("`%s` without quotes is %s: the %s becomes `%s`", written, sort, what, read),
		Help:    "put it in quotes",
	}
	if at.Via == nil && at.Node.Tag != syntax.Null { // null does not plainly mean the text
		d.Fixes = []Fix{{Title: "Quote the value", Safe: true, Edits: []Edit{{Span: at.Node.Span, New: p.Quote(written, syntax.DoubleQuoted)}}}}
	}
	p.Report(d)
}
