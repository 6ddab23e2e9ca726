package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "precondition-cycle",
	Severity: Error,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `side effects that wait for each other`,
		Why: `One clause asks for ` + "`" + `reserve` + "`" + ` before ` + "`" + `charge` + "`" + `, another for ` + "`" + `charge` + "`" + ` before ` + "`" + `reserve` + "`" + `. Whichever runs first violates
its clause, so none of the tools of the cycle can ever run without a violation.`,
		Fix: `Break the cycle: one of the tools must be allowed to come first.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P1", "kind": "side_effect_after_preconditions", "side_effect": "charge", "preconditions": ["reserve"]},
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "reserve", "preconditions": ["charge"]}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P1", "kind": "side_effect_after_preconditions", "side_effect": "charge", "preconditions": ["reserve"]},
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "reserve", "preconditions": ["quote"]}
  ]
}
`,
	},
	Check: func(p *Pass) {
		before := map[string][]*schema.Place{} // side effect → what has to come before it
		order := []*schema.Place{}
		for _, c := range p.supportedClauses() {
			if c.sideEffect != nil {
				before[c.sideEffect.Node.Value] = append(before[c.sideEffect.Node.Value], c.preconditions...)
				order = append(order, c.sideEffect)
			}
		}
		told := map[string]bool{}
		for _, start := range order {
			if told[start.Node.Value] {
				continue
			}
			chain := waitsForItself(start.Node.Value, before)
			if chain == nil {
				continue
			}
			names := []string{start.Node.Value}
			d := Diagnostic{Span: chain[0].Node.Span, Path: chain[0].Path(), Help: "let one of them come first"}
			told[start.Node.Value] = true
			for i, pre := range chain {
				told[pre.Node.Value] = true
				names = append(names, pre.Node.Value)
				if i > 0 {
					d.Related = append(d.Related, Related{Span: pre.Node.Span, Message: fmt.Sprintf("`%s` waits for `%s`", names[i], pre.Node.Value)})
				}
			}
			d.Message = fmt.Sprintf("`%s`: each waits for the next, so none of them can run without a violation", strings.Join(names, "` → `"))
			p.Report(d)
		}
	},
})

// waitsForItself returns the preconditions on the shortest way from a tool back to itself, nil if there
// is none. A tool that is its own precondition is another finding.
func waitsForItself(tool string, before map[string][]*schema.Place) []*schema.Place {
	type step struct {
		pre *schema.Place
		via *step
	}
	seen := map[string]bool{tool: true}
	queue := []*step{{}}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		name := tool
		if at.pre != nil {
			name = at.pre.Node.Value
		}
		for _, pre := range before[name] {
			next := &step{pre, at}
			if pre.Node.Value == tool && name != tool {
				var chain []*schema.Place
				for ; next.pre != nil; next = next.via {
					chain = append([]*schema.Place{next.pre}, chain...)
				}
				return chain
			}
			if !seen[pre.Node.Value] {
				seen[pre.Node.Value] = true
				queue = append(queue, next)
			}
		}
	}
	return nil
}
