package lint

import "fmt"

var _ = register(Rule{
	Code:     "unknown-property",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a path is a slip of a standard property and resolves on no step",
		Why: `Properties are open, so the loader cannot tell a typing error from a property that nobody sets yet. At
run time a path that is not there is absent, in silence: a filter never matches, a budget adds up nothing, a
pattern sees an empty text. The policy then allows everything, or blocks everything, depending on the rule (rules
reference, "Field and property paths"). Only near misses of the standard properties are reported; names of your own are left alone.`,
		Fix: "Write the standard name. If the name is your own and right, switch the rule off for that line.",
		Bad: `name: Data desk
policies:
  - name: PII never leaves by mail
    rule_type: tainted_path_block
    params:
      taint_kind: step.resource
      taint_property_filter:
        data.clasification: pii
      target_kinds: [step.message]
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Data desk
policies:
  - name: PII never leaves by mail
    rule_type: tainted_path_block
    params:
      taint_kind: step.resource
      taint_property_filter:
        data.classification: pii
      target_kinds: [step.message]
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, use := range p.manifest().paths {
			if _, _, rooted := use.rooted(); rooted {
				continue // another finding
			}
			s, found := use.slip()
			if !found {
				continue
			}
			d := Diagnostic{Span: p.pathSpan(use), Path: use.place.Path()}
			switch {
			case use.path == "":
				d.Message = fmt.Sprintf("%s: %s", s.reason, use.consequence())
				d.Help = "write the path of a property, such as `usage.total_tokens`"
			case s.reason == "":
				d.Message = fmt.Sprintf("`%s` resolves on no step: %s", use.path, use.consequence())
			default:
				d.Message = fmt.Sprintf("`%s` resolves on no step, for %s: %s", use.path, s.reason, use.consequence())
			}
			if s.today != "" {
				d.Help = fmt.Sprintf("did you mean `%s`?", use.node.Value[:use.offset]+s.today)
				d.Fixes = p.pathFix(use, s.today, false)
			}
			p.Report(d)
		}
	},
})
