package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "scope-in-all-of",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `` + "`" + `all_of` + "`" + ` is taken for an implication`,
		Why: `` + "`" + `all_of` + "`" + ` passes where all of its conditions pass. With ` + "`" + `current_is` + "`" + ` among them every step of another kind is a violation: the condition does not
narrow the others, it is asked as they are. "Steps of this kind need that" is ` + "`" + `any_of` + "`" + ` of ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + `, and that.`,
		Fix: `Write ` + "`" + `any_of` + "`" + `, and put ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: Deletes come after a gate
    rule_type: all_of
    params:
      conditions:
        - {rule_type: current_is, params: {kind: step.resource, verb: DELETE}}
        - {rule_type: history_contains, params: {kind: step.gate, count_attempts: false}}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Deletes come after a gate
    rule_type: any_of
    params:
      conditions:
        - {rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.resource, verb: DELETE}}}}
        - {rule_type: history_contains, params: {kind: step.gate, count_attempts: false}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			b, ok := policy.startBlame()
			if !ok || b.cause != causeScope {
				continue
			}
			p.Report(Diagnostic{
				Span: b.at.place.Node.Span, Path: b.at.place.Path(),
				Message: fmt.Sprintf("`current_is` does not narrow `all_of`: %s is %s, the start of the task too", policy.allBut(), policy.outcome()),
				Help:    "write `any_of`, and put `not` over `current_is`",
				Related: []Related{{Span: b.at.parent.ruleType().Node.Span, Message: "all of the conditions have to pass"}},
				Fixes:   p.implication(b.at),
			})
		}
	},
})

// implication is the repair that makes "this kind and that" into "this kind only with that". It needs a
// policy of two conditions: with more it is not plain what belongs together.
func (p *Pass) implication(scope *condition) []Fix {
	all := scope.parent
	if scope.params == nil || all.parent != nil || len(all.parts) != 2 || all.parts[0].rule == all.parts[1].rule || scope.place.Via != nil || all.ruleType().Via != nil || scope.params.Via != nil || len(p.commentsIn(scope.place.Node.Span)) > 0 {
		return nil
	}
	var params []string
	for _, param := range scope.params.Children {
		if param.Via != nil || param.Key == nil || param.Node.Kind == syntax.Mapping && param.Node.Style != syntax.Flow {
			return nil
		}
		params = append(params, param.Name()+": "+p.flowText(param.Node))
	}
	negated := fmt.Sprintf("{rule_type: not, params: {condition: {rule_type: current_is, params: {%s}}}}", strings.Join(params, ", "))
	return []Fix{{Title: "Write `any_of`, and `not` over `current_is`", Edits: []Edit{
		p.ReplaceText(all.ruleType().Node, "any_of"),
		{Span: scope.place.Node.Span, New: negated},
	}}}
}
