package lint

import (
	"fmt"
	"math"
)

var _ = register(Rule{
	Code:     "redundant-policy",
	Severity: Info,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a policy that another one makes redundant`,
		Why: `Two policies differ in one limit, or in the kinds that they hold, and the stricter one is of the same or a higher severity. Whatever violates
the looser one violates the stricter one too: it changes no decision.`,
		Fix: `Remove the looser policy. A lower limit that warns before a higher one that blocks is no such case.`,
		Bad: `name: CRM agent
policies:
  - name: At most 50 commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 50}
    severity: critical
    enforcement_point: step_execution
  - name: At most 20 commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: At most 50 commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 50}
    severity: critical
    enforcement_point: step_execution
  - name: Warn at 20 commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: high
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, pair := range p.manifest().redundant() {
			at := pair.loose.root.mark()
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("%s is stricter and no milder: this policy changes no decision", pair.strict.title()),
				Help:    "remove it, or change what it holds",
				Related: []Related{{Span: pair.strict.where(), Message: "the stricter policy"}},
				Tags:    []Tag{Unnecessary},
			})
		}
	},
})

// redundancy is a policy and another one that is violated by all that violates it.
type redundancy struct{ loose, strict *policy }

// limits are the params that make a rule stricter the smaller they are.
var limits = map[string]string{
	"execution_max_steps": "max_steps", "max_consecutive_same_type": "max_consecutive", "usage_budget": "budget", "step_requires_gate": "max_steps_since_gate",
}

// held is a policy by what it holds and how strictly.
type held struct {
	policy *policy
	cells  cellSet
	limit  float64
}

// redundant returns the pairs in source order. Policies that are equal are another finding.
func (m *manifest) redundant() []redundancy {
	groups := map[digest][]held{}
	var order []redundancy
	for _, policy := range m.policies {
		h, key, ok := policy.held()
		if !ok {
			continue
		}
		group := groups[key]
		known := false
		for i := range group {
			other := &group[i]
			switch {
			case other.cells == h.cells && other.limit == h.limit:
				known = true
				if policy.weight() > other.policy.weight() {
					other.policy = policy
				}
			case h.within(*other):
				order = append(order, redundancy{policy, other.policy})
			case other.within(h):
				order = append(order, redundancy{other.policy, policy})
			default:
				continue
			}
			break
		}
		if !known {
			groups[key] = append(group, h)
		}
	}
	return order
}

// within reports whether the other policy is violated by all that violates this one.
func (h held) within(other held) bool {
	return h.cells&^other.cells == 0 && h.limit >= other.limit && h.policy.weight() <= other.policy.weight()
}

// held returns what the policy holds, and a key that it shares with those that differ in nothing else.
func (p *policy) held() (h held, key digest, ok bool) {
	c := p.root
	if c.params == nil || !p.atSteps() || p.severity == "" {
		return h, 0, false
	}
	h = held{policy: p, limit: math.Inf(1)}
	limit := limits[c.rule]
	if limit != "" {
		if at := c.set(limit); at != nil {
			value, known := at.Node.Float()
			if !known {
				return h, 0, false
			}
			h.limit = value
		}
	}
	switch c.rule {
	case "step_requires_predecessor", "step_requires_gate", "step_not_after", "tainted_path_block", "step_directly_preceded_by", "step_preceded_by_without_intervening":
		h.cells = c.target().cells
		key = digestOf(c.params, "target_kinds", "target_verb", limit)
	case "execution_max_steps", "max_consecutive_same_type", "usage_budget":
		h.cells = 1
		key = digestOf(c.params, limit)
	default:
		return h, 0, false
	}
	of := p.sphere()
	return h, key.text(of.rule).text(of.class), h.cells != 0
}
