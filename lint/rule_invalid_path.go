package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "invalid-path",
	Severity: Error,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a `field` does not start where a path may start",
		Why: `A field is a full path. Of a step it is ` + "`kind`, `verb`, `step_name`, `input.<name>` or `properties.<name>`" + `;
at registration it starts with an attribute of the agent's profile. Anything else is refused when the manifest
loads, so that a bare ` + "`command`" + ` is not read as a property that no step has (rules reference, "Field and property paths").`,
		Fix: "Start the path with its root: `properties.<group>.<name>` for what the step declares, `input.<name>` for an argument of the call.",
		Bad: `name: Release bot
policies:
  - name: No force push
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: command
          pattern: 'git\s+push\s.*--force'
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Release bot
policies:
  - name: No force push
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: properties.command
          pattern: 'git\s+push\s.*--force'
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			rule := p.Format.Rules[c.rule]
			if rule == nil || !slices.Contains(rule.EnforcementPoints, c.policy.point) {
				continue // another finding
			}
			for _, field := range c.fullPaths() {
				p.checkFullPath(field, c.policy.point)
			}
		}
	},
})

// fullPaths returns the params of a condition that are full paths and are texts.
func (c *condition) fullPaths() []*schema.Place {
	if c.params == nil {
		return nil
	}
	var found []*schema.Place
	for _, param := range c.params.Children {
		if param.Node.Kind == syntax.Mapping {
			param = param.Child("field") // of a trigger_condition
		}
		if isText(param) && param.Type != nil && param.Type.Format == "path:full" {
			found = append(found, param)
		}
	}
	return found
}

func (p *Pass) checkFullPath(field *schema.Place, point string) {
	roots := schema.Vocabulary("step_root")
	if point == agentRegistration {
		roots = schema.Vocabulary("profile_attribute")
	}
	path := field.Node.Value
	segments := strings.Split(path, ".")
	d := Diagnostic{Span: field.Node.Span}
	root := roots.Value(segments[0])
	switch {
	case path == "":
		d.Message = "the path is empty"
		d.Help = pathHelp(roots)
	case slices.Contains(segments, ""):
		d.Message = fmt.Sprintf("`%s` has an empty segment: the loader refuses the whole file", path)
		d.Span = p.emptySegment(field, path)
		d.Help = "write one dot between two names, and none at the end"
		names := slices.DeleteFunc(segments, func(s string) bool { return s == "" })
		if to := strings.Join(names, "."); len(names) > 0 && isFullPath(names, roots, point) {
			d.Fixes = []Fix{{Title: "Change to `" + to + "`", Edits: []Edit{p.ReplaceText(field.Node, to)}}}
		}
	case root == nil:
		d.Message = fmt.Sprintf("`%s` is no root of a path at `%s`: the loader refuses the whole file", segments[0], point)
		d.Help, d.Fixes = p.rootFixes(field, roots, point)
		if p.holds(field) {
			d.Help += ", once it is decided where its pattern is to match: see its `changed-meaning` finding"
			d.Fixes = nil
		}
	case len(segments) > 1 && !root.Nested && point == stepExecution:
		d.Message = fmt.Sprintf("`%s` has no parts: the loader refuses `%s`", root.Name, path)
		d.Help = fmt.Sprintf("write `%s` alone", root.Name)
		d.Fixes = []Fix{{Title: "Change to `" + root.Name + "`", Edits: []Edit{p.ReplaceText(field.Node, root.Name)}}}
	case len(segments) == 1 && root.Nested && point == stepExecution:
		d.Message = fmt.Sprintf("`%s` alone is no value: the loader refuses it", path)
		d.Help = fmt.Sprintf("write `%s.<name>`", path)
	default:
		return
	}
	d.Path = field.Path()
	p.Report(d)
}

// isFullPath reports whether the loader takes names as a full path.
func isFullPath(names []string, roots *schema.Type, point string) bool {
	root := roots.Value(names[0])
	return root != nil && (point == agentRegistration || root.Nested == (len(names) > 1))
}

// emptySegment marks the dot beside which a name is missing.
func (p *Pass) emptySegment(field *schema.Place, path string) syntax.Span {
	at := strings.Index(path, "..")
	switch {
	case strings.HasPrefix(path, "."):
		return p.Tree.Source(field.Node, 0, 1)
	case at >= 0:
		return p.Tree.Source(field.Node, at, at+2)
	}
	return p.Tree.Source(field.Node, len(path)-1, len(path))
}

func pathHelp(roots *schema.Type) string {
	if len(roots.Enum) > 8 {
		return ""
	}
	var forms []string
	for _, root := range roots.Enum {
		if root.Nested {
			forms = append(forms, "`"+root.Name+".<name>`")
		} else {
			forms = append(forms, "`"+root.Name+"`")
		}
	}
	return "write " + joinWords(forms, "or")
}

// rootFixes says what a path with an unknown root was most likely meant to be.
func (p *Pass) rootFixes(field *schema.Place, roots *schema.Type, point string) (help string, fixes []Fix) {
	groups := schema.Vocabulary("property_group")
	path := field.Node.Value
	first, rest, dotted := strings.Cut(path, ".")
	change := func(to string, safe bool) {
		fixes = append(fixes, Fix{Title: "Change to `" + to + "`", Safe: safe, Edits: []Edit{p.ReplaceText(field.Node, to)}})
	}
	if renamed, ok := schema.Renamed("kyvvu-path", path); ok && point == stepExecution {
		change(renamed.New, renamed.Safe)
		return fmt.Sprintf("it is called `%s` today", renamed.New), fixes
	}
	if names := strings.Split(rest, "."); dotted && groups.Value(first) == nil && isFullPath(names, roots, point) {
		change(rest, false)
		return fmt.Sprintf("did you mean `%s`?", rest), fixes
	}
	if first == "output" && point == stepExecution {
		return "a field reads no output: `history_contains` and `tainted_path_block` do, with a filter on it", nil
	}
	if near := nearRoot(first, roots); near != "" && groups.Value(first) == nil {
		to := near
		if dotted {
			to += "." + rest
		}
		change(to, false)
		return fmt.Sprintf("did you mean `%s`?", to), fixes
	}
	if point == agentRegistration {
		if schema.Vocabulary("step_root").Value(first) != nil {
			return "a path of a step: at registration there are only the attributes of the agent's profile", nil
		}
		if !strings.ContainsAny(path, " /[$") {
			return fmt.Sprintf("a key of the agent's metadata is `metadata.%s`", path), nil
		}
		return "start with an attribute of the agent's profile, such as `purpose`, `owner_id` or `metadata.<key>`", nil
	}
	if schema.Vocabulary("profile_attribute").Value(first) != nil && first != "name" {
		return fmt.Sprintf("`%s` is an attribute of the agent: it can be read at `%s` only", first, agentRegistration), nil
	}
	if known := isStandardProperty(path); known || groups.Value(first) != nil && dotted {
		change("properties."+path, known)
		return fmt.Sprintf("write `properties.%s`", path), fixes
	}
	if strings.ContainsAny(path, " /[$") {
		return pathHelp(roots), nil
	}
	if dotted {
		change("properties."+path, false)
		change("input."+path, false)
		return fmt.Sprintf("write `properties.%s`, or `input.%s` for an argument of the call", path, path), fixes
	}
	change("input."+path, false)
	change("properties."+path, false)
	return fmt.Sprintf("write `input.%s` for an argument of the call, or `properties.%s`", path, path), fixes
}

// isStandardProperty reports whether a path without its root is that of a standard property.
func isStandardProperty(path string) bool { return schema.Vocabulary("property").Value(path) != nil }

// nearRoot returns the root that a first segment was meant to be, "" if none is near.
func nearRoot(name string, roots *schema.Type) string {
	for _, root := range roots.Enum {
		if slices.Contains(root.Near, name) {
			return root.Name
		}
	}
	return Suggest(name, roots.Names())
}
