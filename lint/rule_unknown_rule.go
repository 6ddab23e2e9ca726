package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unknown-rule",
	Severity: Error,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "`rule_type` names no rule of the registry",
		Why: `A policy whose rule the engine does not know cannot be evaluated, so the loader refuses the whole
manifest, the policies beside it too (rules reference, "Load-time validation"). The same holds for a condition
of ` + "`all_of`, `any_of` and `not`" + `, at any depth.`,
		Fix: `Write the name of a registered rule. Rules of your own server are made known by the configuration's
` + "`registry`" + `, which reads the answer of ` + "`GET /api/v1/policies/rules`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_step
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Few commands
    rule_type: execution_max_steps
    params: {kind: step.exec, max_steps: 20}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			rule := c.ruleType()
			if !isText(rule) || p.Format.Rules[c.rule] != nil {
				continue
			}
			d := Diagnostic{Span: rule.Node.Span, Path: rule.Path(), Message: fmt.Sprintf("`%s` is no rule of the registry: the loader refuses the whole file", c.rule)}
			if renamed, ok := schema.Renamed("kyvvu-rule", c.rule); ok && renamed.New == "" {
				d.Message = fmt.Sprintf("there is no rule `%s` any more: the loader refuses the whole file", c.rule)
				d.Help, d.Tags = renamed.Words, []Tag{Deprecated}
				if c.rule == "pii_in_request" {
					d.Fixes = p.searches(c)
				}
			} else if near := nearRule(p.Format, c.rule); near != "" {
				d.Help = fmt.Sprintf("did you mean `%s`?", near)
				d.Fixes = []Fix{{Title: "Change to `" + near + "`", Edits: []Edit{p.ReplaceText(rule.Node, near)}}}
			} else {
				d.Help = "`forgelint schema kyvvu-manifest` lists the rules; those of your own server are read from the `registry` of `.forgelint.yaml`"
			}
			p.Report(d)
		}
	},
})

// nearRule returns the rule that was most likely meant, "" if none is near.
func nearRule(f *schema.Format, name string) string {
	if renamed, ok := schema.Renamed("kyvvu-rule", name); ok && f.Rules[renamed.New] != nil {
		return renamed.New
	}
	return Suggest(name, slices.Sorted(maps.Keys(f.Rules)))
}

// searches offers paths on which the patterns of a rule that is gone can be searched: the inputs that
// the file speaks of elsewhere, and the command of a `step.exec`. None is what the rule did.
func (p *Pass) searches(c *condition) []Fix {
	paths := []string{"properties.command"}
	for _, other := range p.manifest().conditions {
		if path := other.text("field"); strings.HasPrefix(path, "input.") && readsAsText(path) && !slices.Contains(paths, path) && len(paths) < 3 {
			paths = append(paths, path)
		}
	}
	if len(paths) == 1 {
		paths = append(paths, "input.text")
	}
	var fixes []Fix
	for _, path := range paths {
		if fix, ok := p.withoutRule(c, path); ok {
			fixes = append(fixes, fix)
		}
	}
	return fixes
}
