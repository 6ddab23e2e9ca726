package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "field-on-every-step",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a field rule that is asked of every step`,
		Why: `A policy at ` + "`" + `step_execution` + "`" + ` is evaluated on every step, the start and end of a task too. A field rule has no kinds to narrow it: each
step without the field is a violation (rules reference, "Worked example"). With ` + "`" + `critical` + "`" + ` the task cannot even start.`,
		Fix: `Narrow it with ` + "`" + `any_of` + "`" + `: the first condition is ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + ` of the kind that has the field, the second is the field rule.`,
		Bad: `name: CRM agent
policies:
  - name: Tickets are referenced
    rule_type: field_not_empty
    params: {field: input.ticket}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Tickets are referenced
    rule_type: any_of
    params:
      conditions:
        - {rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.resource, verb: POST}}}}
        - {rule_type: field_not_empty, params: {field: input.ticket}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			p.checkNameOnEveryStep(policy)
			b, ok := policy.startBlame()
			if !ok || b.cause != causeField {
				continue
			}
			at := b.at.param("field")
			if at == nil {
				continue
			}
			field := at.Node.Value
			d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
			switch field {
			case "kind", "verb":
				d.Message = "this policy is evaluated on every step, and `task.start` does not pass: no task can start without a violation"
				d.Help = "add the `task.*` kinds to the values, or narrow the rule with `any_of` and `not` `current_is`"
			default:
				d.Message = fmt.Sprintf("this policy is evaluated on every step: each one without `%s` is %s, the start of the task too", field, policy.outcome())
				d.Help = fmt.Sprintf("hold only the steps that have it: `any_of` with the conditions `not` `current_is` (%s) and this rule", kindOfField(field))
				d.Fixes = p.narrowed(b.at)
			}
			p.Report(d)
		}
	},
})

// kindOfField names the kind that carries a field, as far as that is known.
func kindOfField(field string) string {
	if kind := onlyKind(field); kind != "" {
		return "`" + kind + "`"
	}
	return "the kind that has it"
}

// onlyKind returns the kind whose steps alone carry a field; "" if there are several, or none is known.
func onlyKind(field string) string {
	property := schema.Vocabulary("property").Value(strings.TrimPrefix(field, "properties."))
	if property == nil || len(property.Kinds) != 1 || field == property.Name {
		return ""
	}
	return property.Kinds[0]
}

// narrowed is the repair that asks a policy's field rule of the steps alone that carry the field: the
// compound that the rules reference shows.
func (p *Pass) narrowed(c *condition) []Fix {
	kind := onlyKind(c.text("field"))
	rule := c.ruleType()
	if kind == "" || c.parent != nil || c.params.Via != nil || rule.Via != nil || len(p.commentsIn(c.params.Node.Span)) > 0 {
		return nil
	}
	var params []string
	for _, param := range c.params.Children {
		if param.Via != nil || param.Key == nil {
			return nil
		}
		params = append(params, param.Name()+": "+p.flowText(param.Node))
	}
	whole := fmt.Sprintf("{conditions: [{rule_type: not, params: {condition: {rule_type: current_is, params: {kind: %s}}}}, {rule_type: %s, params: {%s}}]}",
		kind, c.rule, strings.Join(params, ", "))
	return []Fix{{Title: "Ask it of `" + kind + "` steps only", Edits: []Edit{p.ReplaceText(rule.Node, "any_of"), {Span: c.params.Node.Span, New: whole}}}}
}

// flowText writes a value as it can stand in a flow mapping on one line.
func (p *Pass) flowText(n *syntax.Node) string {
	switch {
	case n.Kind == syntax.Sequence:
		items := make([]string, len(n.Items))
		for i, item := range n.Items {
			items[i] = p.flowText(item.Resolve())
		}
		return "[" + strings.Join(items, ", ") + "]"
	case n.Kind == syntax.Scalar && n.Tag == syntax.Str:
		if written := p.Text(n.Span); n.Style != syntax.Literal && n.Style != syntax.Folded && !strings.ContainsAny(written, "\r\n") && (n.Style != syntax.Plain || !strings.ContainsAny(written, ",[]{}")) {
			return written
		}
		return p.Quote(n.Value, syntax.SingleQuoted)
	}
	return p.Text(n.Span)
}

// checkNameOnEveryStep reports a rule about names that is asked of task boundaries too, whose names are
// not those of tools.
func (p *Pass) checkNameOnEveryStep(policy *policy) {
	c := policy.root
	if c.rule != "field_in_list" && c.rule != "field_matches_regex" || c.text("field") != "step_name" || !policy.atSteps() {
		return
	}
	at := c.param("field")
	p.Report(Diagnostic{
		Span: at.Node.Span, Path: at.Path(), Severity: Info,
		Message: "this policy is evaluated on every step: the names of task boundaries, model calls and gates have to pass too",
		Help:    "hold only the steps that call tools: `any_of` with the conditions `not` `current_is` (their kind) and this rule",
	})
}
