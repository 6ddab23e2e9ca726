package lint

import "fmt"

var _ = register(Rule{
	Code:     "requires-itself",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a step that has to come before itself`,
		Why: `The rule holds the very kind that it asks for. The first step of that kind has none before it, so with ` + "`" + `critical` + "`" + ` it is blocked; a blocked step
satisfies nothing, so the next one is blocked too. Nothing that the rule holds can ever run.`,
		Fix: `Take the required kind out of ` + "`" + `target_kinds` + "`" + `, and name the kinds that are meant.`,
		Bad: `name: CRM agent
policies:
  - name: Mail right after a model call
    rule_type: step_directly_preceded_by
    params: {required_kind: step.model, target_kinds: [step.model, step.message]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Mail right after a model call
    rule_type: step_directly_preceded_by
    params: {required_kind: step.model, target_kinds: [step.message]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			for _, c := range policy.selfRequirements() {
				p.reportSelfRequirement(c)
			}
		}
	},
})

// selfRequirements returns the conditions of a policy that ask for a kind which the policy itself never
// lets through before there was one.
func (p *policy) selfRequirements() []*condition {
	if !p.atSteps() {
		return nil
	}
	if b, ok := p.startBlame(); ok {
		if b.cause == causeHistory {
			return []*condition{b.at}
		}
		return nil
	}
	var found []*condition
	var seen kindSet
	p.root.walk(func(c *condition) {
		kind, ok := c.required()
		if !ok || kind == 0 || kind&seen != 0 {
			return
		}
		seen |= kind
		own := cells.cellsOf(kind)
		if p.root.effect(world{lacks: kind}).pass&own == 0 && p.always.pass&own != 0 {
			found = append(found, c)
		}
	})
	return found
}

// walk calls visit for a condition and all of its parts.
func (c *condition) walk(visit func(*condition)) {
	visit(c)
	for _, part := range c.parts {
		part.walk(visit)
	}
}

func (p *Pass) reportSelfRequirement(c *condition) {
	kind, _ := c.required()
	name := quoteList(cells.names(kind), "or")
	at := c.param("required_kind")
	if at == nil {
		at = c.mark()
	}
	d := Diagnostic{Help: fmt.Sprintf("name the kinds that are meant in `target_kinds`, without %s", name)}
	d.Message = fmt.Sprintf("every step needs a %s step before it, the first %s too: nothing can ever start", name, name)
	if list := c.set("target_kinds"); list != nil {
		at = list
		for _, item := range list.Children {
			switch item := item; {
			case cells.kind(textOf(item))&kind != 0:
				at = item
				d.Message = fmt.Sprintf("a %s step needs one before it, so the first is never let through: none can ever run, nor anything else that the rule holds", name)
			case textOf(item) == "task.start" && at == list:
				at = item
				d.Message = fmt.Sprintf("nothing comes before `task.start`, so it never has a %s step before it: no task can start without a violation", name)
			}
		}
	} else if kind&cells.kind("task.start") != 0 {
		d.Message = "every step needs `task.start` before it, the start itself too: nothing can ever start"
	} else if c.parent != nil {
		d.Message = fmt.Sprintf("a %s step needs one before it, so the first is never let through: none can ever run", name)
		d.Help = fmt.Sprintf("hold other kinds than %s", name)
	}
	if !c.policy.blocks() {
		d.Message = fmt.Sprintf("a %s step needs one before it: the first is always %s", name, c.policy.outcome())
	}
	d.Span, d.Path = at.Node.Span, at.Path()
	p.Report(d)
}
