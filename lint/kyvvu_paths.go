package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// relativePath is a use of a path that is relative to a step's properties or output, or of a full path
// below `properties.`.
type relativePath struct {
	condition *condition
	place     *schema.Place // a filter's entry, or the param that holds the path
	node      *syntax.Node  // the scalar that the path is written in
	offset    int           // of path in the scalar's value
	path      string
	output    bool   // relative to the output
	param     string // the param that it stands in: "field", "property_filter" …
}

// appendPaths adds the paths of a condition, in source order.
func (c *condition) appendPaths(found []relativePath) []relativePath {
	for _, param := range c.params.Children {
		if param.Type == nil || param.Key == nil {
			continue
		}
		use := relativePath{condition: c, place: param, node: param.Node, path: param.Node.Value, param: param.Name()}
		switch format, mapping := param.Type.Format, param.Node.Kind == syntax.Mapping; {
		case param.Name() == "trigger_condition":
			if field := param.Child("field"); isText(field) && c.policy.atSteps() {
				use.place, use.node, use.path = field, field.Node, field.Node.Value
				found = appendBelow(found, use)
			}
		case format == "path:full":
			if isText(param) && c.policy.atSteps() {
				found = appendBelow(found, use)
			}
		case format == "path:property" && !mapping:
			if isText(param) {
				found = append(found, use)
			}
		case (format == "path:property" || format == "path:output") && mapping:
			use.output = format == "path:output"
			for _, entry := range param.Children {
				if entry.Key != nil && entry.Key.Kind == syntax.Scalar && entry.Key.Tag == syntax.Str {
					use.place, use.node, use.path = entry, entry.Key, entry.Key.Value
					found = append(found, use)
				}
			}
		}
	}
	return found
}

// appendBelow adds a full path that leads into the properties.
func appendBelow(found []relativePath, use relativePath) []relativePath {
	rest, ok := strings.CutPrefix(use.path, "properties.")
	if !ok {
		return found
	}
	use.offset, use.path = len("properties."), rest
	return append(found, use)
}

// known returns the standard paths that a path is one of, or a slip of.
func (r relativePath) known() *schema.Type {
	if r.output {
		return schema.Vocabulary("output")
	}
	return schema.Vocabulary("property")
}

// rooted reports whether the path starts with a root that does not belong there, and what is left
// without it.
func (r relativePath) rooted() (root, rest string, ok bool) {
	root, rest, dotted := strings.Cut(r.path, ".")
	switch root {
	case "properties":
	case "input", "output":
		if r.offset > 0 {
			return "", "", false // a group of that name may exist
		}
	default:
		return "", "", false
	}
	return root, rest, dotted && rest != ""
}

// slip is a path that no step has, and what was meant.
type slip struct {
	reason string // why it resolves on no step; "" if there is no more to say
	today  string // what was meant; "" if that is not known
	sure   bool
	same   bool // it is the same by another name
}

// slip finds out whether a path resolves on no step: near misses of the standard paths only, for any
// other property may exist.
func (r relativePath) slip() (s slip, found bool) {
	known := r.known()
	if r.path == "" {
		return slip{reason: "the path is empty"}, true
	}
	segments := strings.Split(r.path, ".")
	trimmed := slices.Clone(segments)
	for i := range trimmed {
		trimmed[i] = strings.TrimSpace(trimmed[i])
	}
	if r.offset > 0 && slices.Contains(segments, "") {
		return slip{}, false // of a full path, which the loader refuses
	}
	if clean := slices.DeleteFunc(slices.Clone(trimmed), func(s string) bool { return s == "" }); len(clean) < len(segments) {
		return slip{"it has an empty segment", strings.Join(clean, "."), true, false}, true
	}
	if !slices.Equal(trimmed, segments) {
		return slip{"white space is a part of the name", strings.Join(trimmed, "."), true, false}, true
	}
	if known.Value(r.path) != nil {
		return slip{}, false
	}
	if s, found := r.gateSlip(); found {
		return s, true
	}
	if !r.output {
		if renamed, ok := schema.Renamed("kyvvu-property", r.path); ok {
			return slip{"", renamed.New, true, renamed.Safe}, true
		}
	}
	for _, p := range known.Enum {
		if len(p.Operands) == 0 && strings.HasPrefix(r.path, p.Name+".") {
			return slip{"`" + p.Name + "` is a text and has no parts", p.Name, false, false}, true
		}
		if foldPath(p.Name) == foldPath(r.path) {
			return slip{"", p.Name, true, false}, true
		}
	}
	if r.param == "property_path" && schema.Vocabulary("property_group").Value(r.path) != nil {
		return slip{"`" + r.path + "` is a group and no number", "", false, false}, true
	}
	if today := r.nearPath(segments, known.Enum); today != "" {
		return slip{"", today, false, false}, true
	}
	return slip{}, false
}

// gateSlip finds what a filter on gates asks by another name, or on the wrong side: who decides stands
// in a gate's properties, what was decided in its output.
func (r relativePath) gateSlip() (s slip, found bool) {
	gate := cells.kind("step.gate")
	if kinds := r.condition.filteredKinds(r.param); kinds != gate {
		return slip{}, false
	}
	other, where := schema.Vocabulary("output"), "it stands in a gate's output, not in its properties"
	if r.output {
		other, where = schema.Vocabulary("property"), "it stands in a gate's properties, not in its output"
	}
	if p := other.Value(r.path); p != nil && len(p.Kinds) == 1 && cells.kind(p.Kinds[0]) == gate {
		return slip{reason: where}, true
	}
	for _, p := range r.known().Enum {
		if len(p.Kinds) == 1 && cells.kind(p.Kinds[0]) == gate && slices.Contains(p.Near, r.path) {
			return slip{"", p.Name, true, false}, true
		}
	}
	return slip{}, false
}

// foldPath drops what tells spellings of one path apart: case and separators.
func foldPath(path string) string {
	return strings.ToLower(strings.NewReplacer(".", "", "_", "", "-", "", "/", "", " ", "").Replace(path))
}

// nearPath returns the standard path that is a slip away, "" if there is none.
func (r relativePath) nearPath(segments []string, known []schema.Value) string {
	kinds := r.condition.filteredKinds(r.param)
	for _, p := range known {
		group, leaf, grouped := strings.Cut(p.Name, ".")
		switch {
		case !grouped && len(segments) == 1:
			// Words of their own right are near a short name: `mode` is no slip of `model`.
			if len(segments[0]) >= 5 && distance(segments[0], p.Name, 1) <= 1 {
				return p.Name
			}
			if len(p.Kinds) == 1 && kinds == cells.kind(p.Kinds[0]) && isSlip(segments[0], p.Name) {
				return p.Name
			}
		case grouped && len(segments) == 1:
			// The group left out. A host or a method may be a property of the author's own.
			if segments[0] == leaf && leaf != "host" && leaf != "method" {
				return p.Name
			}
		case grouped && len(segments) == 2:
			sameGroup, sameLeaf := segments[0] == group, segments[1] == leaf
			if (sameGroup || isSlip(segments[0], group)) && (sameLeaf || isSlip(segments[1], leaf)) && (sameGroup || sameLeaf || len(leaf) > 4) {
				return p.Name
			}
		}
	}
	return ""
}

// isSlip reports whether a word is a typing error of another: one edit, two in a long word.
func isSlip(word, of string) bool {
	limit := 1
	switch n := utf8.RuneCountInString(of); {
	case n < 4:
		limit = 0
	case n > 6:
		limit = 2
	}
	return strings.EqualFold(word, of) || distance(word, of, limit) <= limit
}

// span covers the path in the file.
func (p *Pass) pathSpan(r relativePath) syntax.Span {
	if r.offset == 0 {
		return r.node.Span
	}
	return p.Tree.Source(r.node, r.offset, r.offset+len(r.path))
}

// pathFix replaces the path.
func (p *Pass) pathFix(r relativePath, to string, safe bool) []Fix {
	text := r.node.Value[:r.offset] + to
	return []Fix{{Title: "Change to `" + text + "`", Safe: safe, Edits: []Edit{p.ReplaceText(r.node, text)}}}
}

// consequence says what happens at run time when the path resolves on no step.
func (r relativePath) consequence() string {
	c := r.condition
	switch r.param {
	case "target_property_filter":
		if c.rule == "step_forbidden_for_classification" {
			return "nothing is ever forbidden"
		}
		return "no step is ever held"
	case "taint_property_filter", "taint_output_filter":
		return "nothing ever taints the task"
	case "property_filter", "output_filter":
		if c.rule == "history_contains" {
			return "no entry of the history ever matches"
		}
		return "no step ever matches"
	case "property_path":
		return "the sum stays 0 and the budget is never used up"
	case "trigger_condition":
		return "the trigger never fires"
	}
	switch c.rule {
	case "path_within_root":
		return "every step passes"
	case "field_matches_regex":
		return "the pattern only ever sees an empty text"
	case "field_in_list", "field_not_empty":
		if c.negated() {
			return "the `not` around it never finds anything"
		}
		return "every step that it is asked of is a violation"
	}
	return "it is absent on every step"
}
