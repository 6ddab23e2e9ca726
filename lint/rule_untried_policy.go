package lint

import "fmt"

var _ = register(Rule{
	Code:     "untried-policy",
	Severity: Info,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a policy that no step of the trial is held by`,
		Why:     `A file of steps stands beside the manifest, and none of its steps is of a kind and verb that the policy can object to. The trial says nothing of it.`,
		Fix:     `Add a step that the policy is meant for.`,
		Bad: `-- manifests/crm.yaml --
name: CRM agent
policies:
  - name: Mail is approved
    rule_type: step_requires_gate
    params: {target_kinds: [step.message]}
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
  - name: Commands are approved
    rule_type: step_requires_gate
    params: {target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
-- manifests/steps.yaml --
steps:
  - {step_name: read_faq, kind: step.resource, verb: GET}
  - {step_name: shell, kind: step.exec, properties: {command: ls}}
`,
	},
	Check: func(p *Pass) {
		trials := p.trials()
		if len(trials) == 0 {
			return
		}
		var tried cellSet
		for _, t := range trials {
			tried |= t.cells()
		}
		for _, policy := range p.manifest().policies {
			if !policy.atSteps() || policy.root.rule == "" || policy.always.fail == 0 || policy.always.fail&tried != 0 {
				continue
			}
			at := policy.root.mark()
			d := Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("none of the steps beside this manifest is held by this policy: it holds %s only", cells.describe(policy.always.fail)),
				Help:    "add such a step to the trial",
			}
			for _, t := range trials {
				d.Related = append(d.Related, t.at())
			}
			p.Report(d)
		}
	},
})
