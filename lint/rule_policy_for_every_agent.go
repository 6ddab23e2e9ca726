package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "policy-for-every-agent",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a risk class that does not exist is no filter`,
		Why: `` + "`" + `risk_classification` + "`" + ` covers agents of that class or above: minimal, limited, high. A word that the order does not know is no
filter: the policy covers every agent (rules reference, "Classification rules"). ` + "`" + `unacceptable` + "`" + ` (an info) is known to engine
0.13.0 above high; the specification's order stops at high.`,
		Fix: `Write one of the classes, or leave the key out if every agent is meant.`,
		Bad: `name: CRM agent
policies:
  - name: No shell
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 0}
    severity: critical
    enforcement_point: step_execution
    risk_classification: hihg
`,
		Good: `name: CRM agent
policies:
  - name: No shell
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 0}
    severity: critical
    enforcement_point: step_execution
    risk_classification: high
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			class := policy.classPlace
			if class == nil || isNull(class.Node) {
				continue
			}
			classes := schema.Vocabulary("risk_class")
			if isText(class) && classes.Value(policy.class) != nil {
				continue
			}
			d := Diagnostic{
				Span: class.Node.Span, Path: class.Path(),
				Message: fmt.Sprintf("%s is no risk class and filters nothing: this policy covers every agent", p.shortNode(class)),
				Help:    "write " + quoteList(classes.Names(), "or") + ", or leave the key out",
			}
			if isText(class) && schema.Vocabulary("agent_class").Value(policy.class) != nil && policy.class != "unclassified" {
				d.Severity = Info
				d.Message = fmt.Sprintf("%s is beyond the order of risk classes: an engine that does not know it covers every agent", p.shortNode(class))
			}
			if near := nearClass(policy.class, classes); near != "" {
				d.Help = fmt.Sprintf("did you mean `%s`?", near)
				d.Fixes = []Fix{{Title: "Change to `" + near + "`", Edits: []Edit{p.ReplaceText(class.Node, near)}}}
			}
			p.Report(d)
		}
	},
})

func nearClass(word string, classes *schema.Type) string {
	trimmed := strings.TrimSpace(word)
	if classes.Value(trimmed) != nil {
		return trimmed
	}
	return Suggest(trimmed, classes.Names())
}

// shortNode quotes what is written, if it is short and on one line.
func (p *Pass) shortNode(at *schema.Place) string {
	if at.Node.Kind == syntax.Scalar {
		return "`" + shortText(at.Node.Value) + "`"
	}
	return "a collection"
}
