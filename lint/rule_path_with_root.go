package lint

import "fmt"

var _ = register(Rule{
	Code:     "path-with-root",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a path that is relative already starts with a root",
		Why: `Filters and ` + "`property_path`" + ` are read inside a step's properties, output filters inside its output; only
` + "`field`" + ` is a full path. With ` + "`properties.`, `input.` or `output.`" + ` in front the path looks for a group of that name,
which no step has. The manifest loads, the filter never matches, and the policy holds nothing.`,
		Fix: "Leave the root out. An argument of the call cannot be filtered on: ask for it with a field rule.",
		Bad: `name: Data desk
policies:
  - name: PII never leaves by mail
    rule_type: tainted_path_block
    params:
      taint_kind: step.resource
      taint_property_filter:
        properties.data.classification: pii
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
			root, rest, ok := use.rooted()
			if !ok {
				continue
			}
			inside := "properties"
			if use.output {
				inside = "output"
			}
			d := Diagnostic{
				Span: p.pathSpan(use), Path: use.place.Path(),
				Message: fmt.Sprintf("`%s` is read inside the step's %s, where there is no `%s`: %s", use.path, inside, root, use.consequence()),
			}
			if root == "input" || root == "output" && !use.output {
				d.Help = fmt.Sprintf("a step's %s cannot be filtered on here", root)
			} else {
				d.Help = fmt.Sprintf("write `%s`", use.node.Value[:use.offset]+rest)
				d.Fixes = p.pathFix(use, rest, false)
			}
			p.Report(d)
		}
	},
})
