package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unknown-agent-class",
	Severity: Warning,
	Formats:  []string{stepsFormat},
	Doc: Doc{
		Summary: "the agent's risk class is a word that nothing knows",
		Why: `A policy with a risk class covers agents of that class or above. An agent of an unknown class is above
nothing: policies for ` + "`limited` and `high`" + ` agents pass it over, so the trial shows steps allowed that they would stop.
The word is compared exactly, in lower case.`,
		Fix: "Write one of the classes.",
		Bad: `agent: {risk_classification: hihg}
steps:
  - {step_name: shell, kind: step.exec}
`,
		Good: `agent: {risk_classification: high}
steps:
  - {step_name: shell, kind: step.exec}
`,
	},
	Check: func(p *Pass) {
		at := p.Root().Child("agent").Child("risk_classification")
		if at == nil || at.Type == nil || at.Node.Kind != syntax.Scalar || at.Node.Tag != syntax.Str || at.Type.Value(at.Node.Value) != nil {
			return
		}
		d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
		d.Message = fmt.Sprintf("`%s` is no risk class: policies for a class pass this agent over", shortText(at.Node.Value))
		d.Help = "use " + quoteList(at.Type.Names(), "or")
		if best, sure := nearest(at.Node.Value, at.Type.Names()); best != "" && at.Via == nil {
			d.Help = fmt.Sprintf("did you mean `%s`?", best)
			d.Fixes = []Fix{{Title: "Change to `" + best + "`", Safe: sure, Edits: []Edit{p.ReplaceText(at.Node, best)}}}
		}
		p.Report(d)
	},
})
