package lint

import "slices"

var _ = register(Rule{
	Code:     "never-violated",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a policy that no step can violate`,
		Why: `Its conditions together pass on every step, whatever happened before. Often one condition lets through the very steps that another one
holds: "not a message, or after a gate for commands" is true of every message and of every command.`,
		Fix: `Ask the conditions about the same kinds.`,
		Bad: `name: CRM agent
policies:
  - name: Mail after a gate
    rule_type: any_of
    params:
      conditions:
        - {rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.message}}}}
        - {rule_type: step_requires_gate, params: {target_kinds: [step.exec]}}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Mail after a gate
    rule_type: any_of
    params:
      conditions:
        - {rule_type: not, params: {condition: {rule_type: current_is, params: {kind: step.message}}}}
        - {rule_type: step_requires_gate, params: {target_kinds: [step.message]}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			if !policy.atSteps() || policy.root.rule == "" || policy.always.fail != 0 || policy.root.explained() {
				continue
			}
			at := policy.root.mark()
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: "no step can violate this policy: its conditions pass on every kind and verb that a step can have",
				Help:    "ask the conditions about the same kinds",
			})
		}
	},
})

// explained reports whether one of the conditions has a finding of its own for why it passes or holds
// nothing.
func (c *condition) explained() bool {
	found := false
	c.walk(func(c *condition) { found = found || c.holdsNothing() })
	return found
}

// holdsNothing reports whether a condition alone decides nothing, and another finding says why.
func (c *condition) holdsNothing() bool {
	if c.params != nil {
		for _, param := range c.params.Children {
			if isEmptyList(param) && param.Name() != "forbidden_intervening" && c.emptyMeans(param.Name()) != "" || isUnknownValue(param) || slices.ContainsFunc(param.Children, isUnknownValue) {
				return true
			}
		}
	}
	for _, pair := range verbPairs {
		if kinds, verb := kindsIn(c.set(pair.kind)), c.set(pair.verb); kinds != 0 && verb != nil && withVerb(cells.cellsOf(kinds), verb) == 0 {
			return true
		}
	}
	switch c.rule {
	case "working_hours_only":
		return c.alwaysOpen()
	case "conditional_successor_required":
		return c.effect(anyWorld).fail == 0
	case "usage_budget":
		return c.text("property_path") == "" || isInfinite(c.param("budget"))
	case "field_matches_regex":
		matches, known := c.patternMatches("")
		return matches || !known
	case "path_within_root":
		return c.target().cells == 0
	case "step_forbidden_for_classification", "domain_allowlist":
		return c.target().cells == 0
	}
	return false
}
