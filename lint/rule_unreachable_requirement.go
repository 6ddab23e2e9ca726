package lint

import (
	"fmt"
	"math/bits"
)

var _ = register(Rule{
	Code:     "unreachable-requirement",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a required step that another policy never lets through`,
		Why: `A policy asks for an earlier step of a kind, and another one blocks every step of that kind - outright, or because that step in turn waits for one
that cannot come. A blocked step satisfies nothing, so what the first policy holds can never run.`,
		Fix: `Let the required kind through, or ask for another.`,
		Bad: `name: CRM agent
policies:
  - name: Commands are approved
    rule_type: step_requires_gate
    params: {target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
  - name: No gates today
    rule_type: execution_max_steps
    params: {kind: step.gate, max_steps: 0}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Commands are approved
    rule_type: step_requires_gate
    params: {target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
  - name: Few gates today
    rule_type: execution_max_steps
    params: {kind: step.gate, max_steps: 3}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, r := range p.manifest().unreachable() {
			at := r.condition.param("required_kind")
			if at == nil {
				at = r.condition.mark()
			}
			d := Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("no `%s` step is ever let through, for %s blocks each of them: what this policy holds can never run", r.kind, r.by.title()),
				Help:    "let the kind through there, or ask for another",
				Related: []Related{{Span: r.by.where(), Message: fmt.Sprintf("blocks every `%s` step", r.kind)}},
			}
			p.Report(d)
		}
	},
})

// unreached is a condition that asks for a kind which another policy blocks.
type unreached struct {
	condition *condition
	kind      string
	by        *policy
}

// unreachable follows the requirements: a kind can run once all that it waits for can. What is left can
// never run.
func (m *manifest) unreachable() []unreached {
	var policies, waiting []*policy // that govern; those of them that wait for something
	var wanted kindSet
	open := cells.all // what the others let through
	for _, p := range m.policies {
		if !p.governs() {
			continue
		}
		policies = append(policies, p)
		kinds := p.requirements()
		wanted |= kinds
		if kinds != 0 {
			waiting = append(waiting, p)
		} else {
			open &= p.always.pass
		}
	}
	lacks := wanted
	for changed := lacks != 0; changed; {
		passing := open
		for _, p := range waiting {
			passing &= p.root.effect(world{lacks: lacks}).pass
		}
		changed = false
		for kinds := lacks; kinds != 0; kinds &= kinds - 1 {
			if kind := bits.TrailingZeros16(uint16(kinds)); cells.ofKind[kind]&passing != 0 {
				lacks &^= 1 << kind
				changed = true
			}
		}
	}
	if lacks == 0 {
		return nil
	}
	var found []unreached
	for _, p := range waiting {
		if p.root.effect(world{lacks: lacks}).pass == p.always.pass || len(p.selfRequirements()) > 0 {
			continue
		}
		found = append(found, p.blockedBy(lacks, policies)...)
	}
	return found
}

// requirements returns the kinds that the policy's conditions want carried out earlier.
func (p *policy) requirements() kindSet {
	var kinds kindSet
	p.root.walk(func(c *condition) {
		if kind, ok := c.required(); ok {
			kinds |= kind
		}
	})
	return kinds
}

// blockedBy returns the conditions of a policy that ask for a kind which another one blocks.
func (p *policy) blockedBy(lacks kindSet, policies []*policy) []unreached {
	var found []unreached
	var seen kindSet
	p.root.walk(func(c *condition) {
		kind, ok := c.required()
		if !ok || kind&lacks == 0 || kind&seen != 0 {
			return
		}
		seen |= kind
		for _, other := range policies {
			if other != p && other.root.effect(world{lacks: lacks}).pass&cells.cellsOf(kind) == 0 {
				found = append(found, unreached{c, cells.names(kind)[0], other})
				return
			}
		}
	})
	return found
}
