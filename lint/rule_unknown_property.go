package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

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
			if _, _, rooted := use.rooted(); !rooted { // else another finding
				p.checkSlip(use)
			}
		}
		for _, c := range p.manifest().conditions {
			p.checkFilterKeys(c)
			for _, field := range c.fullPaths() {
				p.checkFieldParts(c, field)
			}
		}
	},
})

func (p *Pass) checkSlip(use relativePath) {
	s, found := use.slip()
	if !found {
		return
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
		d.Fixes = p.pathFix(use, s.today, s.same)
	}
	if former, renamed := schema.Renamed("kyvvu-property", use.path); renamed && !use.output {
		d.Tags = []Tag{Deprecated}
		if former.Words != "" {
			d.Help = former.Words
		}
		if former.New == "" {
			d.Fixes = p.decisionFixes(use)
		}
	}
	if _, wrongSide := use.gateSlip(); wrongSide && s.today == "" {
		d.Help = "a filter on properties reads who decides (`kind`), one on the output what was decided (`decision`)"
		d.Fixes = p.otherSideFixes(use)
	}
	p.Report(d)
}

// otherSideFixes makes a filter on a gate's properties that asks for nothing but what stands in its output
// one on the output, and the other way round.
func (p *Pass) otherSideFixes(use relativePath) []Fix {
	filter, params := use.place.Parent, use.condition.params
	from, to := "property", "output"
	if use.output {
		from, to = to, from
	}
	other := strings.Replace(filter.Name(), from, to, 1)
	if use.place.Key != use.node || use.place.Via != nil || filter.Via != nil || len(filter.Children) != 1 ||
		params.Type.Field(other) == nil || params.Child(other) != nil {
		return nil
	}
	return []Fix{{Title: "Make it `" + other + "`", Edits: []Edit{p.RenameKey(filter, other)}}}
}

// decisionFixes turns a filter on the properties that asks for nothing but a gate's decision into one
// on its output.
func (p *Pass) decisionFixes(use relativePath) []Fix {
	filter, params := use.place.Parent, use.condition.params
	output := strings.Replace(filter.Name(), "property", "output", 1)
	if use.place.Key != use.node || use.place.Via != nil || filter.Via != nil || len(filter.Children) != 1 ||
		params.Type.Field(output) == nil || params.Child(output) != nil {
		return nil
	}
	var fixes []Fix
	for _, decision := range schema.Vocabulary("output").Value("decision").Values {
		fixes = append(fixes, Fix{Title: "Write `" + output + ": {decision: " + decision + "}`", Edits: []Edit{
			p.RenameKey(filter, output), p.RenameKey(use.place, "decision"), p.ReplaceText(use.place.Node, decision),
		}})
	}
	return fixes
}

// checkFilterKeys reports the keys of filters that are no texts: the rule cannot split them into a path.
func (p *Pass) checkFilterKeys(c *condition) {
	if c.params == nil {
		return
	}
	for _, param := range c.params.Children {
		if param.Type == nil || param.Node.Kind != syntax.Mapping || param.Type.Format != "path:property" && param.Type.Format != "path:output" {
			continue
		}
		for _, entry := range param.Children {
			if entry.Key == nil || entry.Key.Kind != syntax.Scalar || entry.Key.Tag == syntax.Str {
				continue
			}
			p.Report(Diagnostic{
				Span: entry.Key.Span, Path: entry.Path(),
				Message: fmt.Sprintf("the key `%s` is no text and no path: the rule raises, and every step that it is asked of is %s", p.Text(entry.Key.Span), c.policy.outcome()),
				Help:    "write the path of a property, in quotes if it looks like a number",
			})
		}
	}
}

// checkFieldParts reports full paths that lead into a value without parts, or that have white space at
// the end of a name.
func (p *Pass) checkFieldParts(c *condition, field *schema.Place) {
	path := field.Node.Value
	root, rest, dotted := strings.Cut(path, ".")
	d := Diagnostic{Span: field.Node.Span}
	switch attribute := schema.Vocabulary("profile_attribute").Value(root); {
	case c.policy.point == agentRegistration && attribute != nil && dotted && rest != "" && !attribute.Nested:
		d.Message = fmt.Sprintf("`%s` has no parts: `%s` is absent from every profile", root, path)
		d.Help = fmt.Sprintf("write `%s`, or `metadata.<key>`", root)
	case root == "input" && strings.TrimSpace(rest) != rest:
		d.Message = fmt.Sprintf("`%s` resolves on no step, for white space is a part of the name", path)
		d.Help = fmt.Sprintf("did you mean `%s`?", "input."+strings.TrimSpace(rest))
		d.Fixes = []Fix{{Title: "Change to `input." + strings.TrimSpace(rest) + "`", Edits: []Edit{p.ReplaceText(field.Node, "input."+strings.TrimSpace(rest))}}}
	default:
		return
	}
	d.Path = field.Path()
	p.Report(d)
}
