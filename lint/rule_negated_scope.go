package lint

import "fmt"

var _ = register(Rule{
	Code:     "negated-scope",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `` + "`" + `not` + "`" + ` over a rule that passes where it is not evaluated`,
		Why: `A rule with ` + "`" + `target_kinds` + "`" + ` passes on all other steps: it is not asked of them. Under ` + "`" + `not` + "`" + ` each of those passes is a violation, the start of
the task included. ` + "`" + `path_within_root` + "`" + ` is an allowlist already: under ` + "`" + `not` + "`" + ` what is inside the project is stopped, and what is outside
goes through.`,
		Fix: `Use the rule without ` + "`" + `not` + "`" + `. To stop a kind of step write ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: Nothing outside the project
    rule_type: not
    params: {condition: {rule_type: path_within_root}}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Nothing outside the project
    rule_type: path_within_root
    params: {target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			b, ok := policy.startBlame()
			if !ok && policy.atSteps() {
				p.checkNegatedRoot(policy)
			}
			if !ok || b.cause != causeNegated {
				continue
			}
			at := b.at.place
			d := Diagnostic{Span: at.Node.Span, Path: at.Path(), Help: "use the rule without `not`"}
			if b.at.rule == "path_within_root" {
				d.Message = fmt.Sprintf("`path_within_root` is an allowlist already: under `not` every step inside the root is %s, and those outside pass", policy.outcome())
			} else {
				d.Message = fmt.Sprintf("`%s` passes on every step that it does not hold: under `not` each of them is %s, the start of the task too", b.at.rule, policy.outcome())
			}
			p.Report(d)
		}
	},
})

// checkNegatedRoot reports a path_within_root that is negated in a policy which lets tasks start.
func (p *Pass) checkNegatedRoot(policy *policy) {
	policy.root.walk(func(c *condition) {
		if c.rule != "path_within_root" || !c.negated() {
			return
		}
		p.Report(Diagnostic{
			Span: c.place.Node.Span, Path: c.place.Path(),
			Message: fmt.Sprintf("`path_within_root` is an allowlist already: under `not` every step inside the root is %s, and those outside pass", policy.outcome()),
			Help:    "use the rule without `not`",
		})
	})
}
