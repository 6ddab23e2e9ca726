package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unresolved-path",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a path that resolves on none of the trial's steps`,
		Why: `A file of steps stands beside the manifest. The path leads to a value on none of them, so that in the trial it is absent everywhere: a filter never
matches, a field rule sees nothing. ` + "`" + `kyvvu try` + "`" + ` warns about it in the same words, after it has run (rules reference, "Field and property paths"). Either the path is
misspelt, or no step of the trial exercises the policy.`,
		Fix: `Correct the path, or add a step that has the value.`,
		Bad: `-- manifests/crm.yaml --
name: CRM agent
policies:
  - name: PII stays inside
    rule_type: tainted_path_block
    params: {taint_kind: step.resource, taint_property_filter: {data.label: pii}, target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
-- manifests/steps.yaml --
steps:
  - {step_name: read_faq, kind: step.resource, verb: GET}
  - {step_name: shell, kind: step.exec, properties: {command: ls}}
`,
		Good: `-- manifests/crm.yaml --
name: CRM agent
policies:
  - name: PII stays inside
    rule_type: tainted_path_block
    params: {taint_kind: step.resource, taint_property_filter: {data.label: pii}, target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
-- manifests/steps.yaml --
steps:
  - {step_name: read_faq, kind: step.resource, verb: GET, properties: {data: {label: pii}}}
  - {step_name: shell, kind: step.exec, properties: {command: ls}}
`,
	},
	Check: func(p *Pass) {
		trials := p.trials()
		if len(trials) == 0 {
			return
		}
		for _, c := range p.manifest().conditions {
			if !c.policy.atSteps() {
				continue
			}
			for _, field := range c.fullPaths() {
				if below := appendBelow(nil, relativePath{condition: c, path: field.Node.Value}); len(below) > 0 && below[0].faulty() {
					continue // another finding
				}
				p.checkResolves(trials, field, field.Node, func(t trial) bool { return t.resolvesFull(field.Node.Value) })
			}
		}
		for _, use := range p.manifest().paths {
			key := "properties"
			if use.output {
				key = "output"
			}
			if use.offset > 0 || !use.condition.policy.atSteps() || use.faulty() {
				continue // a full path, or another finding
			}
			if use.place.Key == use.node && isNull(use.place.Node) {
				continue // asks for an absent value
			}
			p.checkResolves(trials, use.place, use.node, func(t trial) bool { return t.resolves(key, strings.Split(use.path, ".")...) })
		}
	},
})

// checkResolves reports a path that resolves in none of the trials.
func (p *Pass) checkResolves(trials []trial, at *schema.Place, node *syntax.Node, resolves func(trial) bool) {
	if slices.ContainsFunc(trials, resolves) {
		return
	}
	d := Diagnostic{
		Span: node.Span, Path: at.Path(),
		Message: fmt.Sprintf("`%s` resolves on none of the steps beside this manifest: it is absent throughout the trial", node.Value),
		Help:    "correct the path, or add a step that has the value",
	}
	for _, t := range trials {
		d.Related = append(d.Related, t.at())
	}
	p.Report(d)
}

// faulty reports whether the path has a finding of its own, steps or no steps.
func (r relativePath) faulty() bool {
	if _, _, rooted := r.rooted(); rooted {
		return true
	}
	_, slip := r.slip()
	return slip
}
