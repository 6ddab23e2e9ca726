package lint

import (
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// Rewriting a condition of a manifest: another rule takes its place, and holds it as a part.

// besides puts a condition into an any_of, behind one that lets pass what it is not to hold: a path
// and the values that it may have there, as YAML. extra is an entry that the condition's params get; ""
// for none. ok is false where the text cannot be kept as it is.
func (p *Pass) besides(c *condition, path, values, extra string) (edits []Edit, ok bool) {
	rule := c.ruleType()
	if c.params == nil || c.params.Via != nil || c.place.Via != nil || rule.Via != nil || p.Tree.JSON || hasAnchor(c.params.Node) || len(c.params.Children) == 0 {
		return nil, false
	}
	edits = []Edit{p.ReplaceText(rule.Node, "any_of")}
	n := c.params.Node
	if n.Style == syntax.Flow {
		open := "{conditions: [{rule_type: field_in_list, params: {field: " + path + ", values: " + values + "}}, {rule_type: " + c.rule + ", params: {"
		if extra != "" {
			open += extra + ", "
		}
		start, end := n.Span.Start, n.Span.End
		return append(edits,
			Edit{Span: syntax.Span{Start: start, End: start + 1}, New: open},
			Edit{Span: syntax.Span{Start: end, End: end}, New: "}]}"}), true
	}
	body, ok := p.bodyOf(c.params)
	if !ok {
		return nil, false
	}
	in, dash := body.step, body.indent+body.step+p.dashIndent(body.step)
	lines := []string{
		body.indent + in + "conditions:",
		dash + "- rule_type: field_in_list",
		dash + "  params:",
		dash + "  " + in + "field: " + path,
		dash + "  " + in + "values: " + values,
		dash + "- rule_type: " + c.rule,
		dash + "  params:",
	}
	if extra != "" {
		lines = append(lines, dash+"  "+in+extra)
	}
	head := strings.Join(lines, p.EOL()) + p.EOL()
	shift := strings.TrimPrefix(dash, body.indent) + "  "
	for at := body.span.Start; at < body.span.End; at = p.nextLine(p.lineEnd(at)) {
		if strings.TrimSpace(p.Tree.File.Text[at:p.lineEnd(at)]) != "" {
			edits = append(edits, Edit{Span: syntax.Span{Start: at, End: at}, New: head + shift})
			head = ""
		}
		if p.lineEnd(at) >= body.span.End {
			break
		}
	}
	return edits, true
}

// body is the text of a block mapping that stands below its key.
type body struct {
	span         syntax.Span // from the start of its first line
	indent, step string      // of the key; what its entries are indented by beyond it
}

// bodyOf measures a block mapping; ok is false if something else stands on its lines.
func (p *Pass) bodyOf(m *schema.Place) (b body, ok bool) {
	if m.Key == nil || m.Node.Style == syntax.Flow || len(m.Node.Pairs) == 0 {
		return b, false
	}
	first := m.Node.Pairs[0].Key.Span.Start
	b.span = syntax.Span{Start: p.lineStart(first), End: extent(m.Node).End}
	b.indent = p.indent(m.Key.Span.Start)
	within := p.Tree.File.Text[b.span.Start:first]
	if b.span.Start <= m.Key.Span.End || strings.Trim(within, " ") != "" || len(within) <= len(b.indent) || strings.Trim(b.indent, " ") != "" {
		return b, false
	}
	b.step = within[len(b.indent):]
	return b, true
}

// dashIndent returns what the file puts before the dashes of a list below a key: step or nothing.
func (p *Pass) dashIndent(step string) string {
	list := p.Root().Child("policies")
	if list == nil || list.Key == nil || len(list.Node.Items) == 0 || list.Node.Style == syntax.Flow {
		return step
	}
	item := list.Node.Items[0].Span.Start
	line := p.Tree.File.Text[p.lineStart(item):item]
	if strings.HasPrefix(line, "-") {
		return ""
	}
	return step
}

// hasHost lets a condition hold only the steps that have a host, as engines did once.
func (p *Pass) hasHost(c *condition) (Fix, bool) {
	var kinds []string
	for _, kind := range schema.Vocabulary("kind").Enum {
		if !kind.Hostless {
			kinds = append(kinds, kind.Name)
		}
	}
	edits, ok := p.besides(c, "properties.target.host", "[null]", "target_kinds: ["+strings.Join(kinds, ", ")+"]")
	return Fix{Title: "Hold every step that has a host, as older engines did", Keeps: true, Edits: edits}, ok
}

// exempt lets the agents pass whose class is above the one that a policy is for. At a step no
// condition can read the class.
func (p *Pass) exempt(policy *policy) (Fix, bool) {
	scope := scopeKey(policy)
	if policy.point != agentRegistration || scope == nil {
		return Fix{}, false
	}
	above := classesAbove(policy.class)
	edits, ok := p.besides(policy.root, "risk_classification", "["+strings.Join(above, ", ")+"]", "")
	return Fix{Title: "Let them pass, and rename `scope`", Keeps: true, Edits: append(edits, p.renameHolder(scope))}, ok
}

// withoutRule rewrites a search for patterns in all of a step's input, which there is no rule for any
// more, as one in a path.
func (p *Pass) withoutRule(c *condition, path string) (Fix, bool) {
	list := c.param("patterns")
	if c.params == nil || c.params.Via != nil || p.Tree.JSON || len(c.params.Children) != 1 || !isList(list) || list.Via != nil || len(list.Children) == 0 ||
		hasAnchor(c.params.Node) || len(p.commentsIn(extent(c.params.Node))) > 0 {
		return Fix{}, false
	}
	var patterns []string
	for _, item := range list.Children {
		text := p.Text(item.Node.Span)
		if !isText(item) || item.Via != nil || strings.ContainsAny(text, "\r\n") {
			return Fix{}, false
		}
		patterns = append(patterns, text)
	}
	fix := Fix{Title: "Search `" + path + "` instead", Edits: []Edit{p.ReplaceText(c.ruleType().Node, "not")}}
	if c.params.Node.Style == syntax.Flow {
		text := ""
		for i, pattern := range patterns {
			if i > 0 {
				text += ", "
			}
			text += "{rule_type: field_matches_regex, params: {field: " + path + ", pattern: " + pattern + "}}"
		}
		if len(patterns) > 1 {
			text = "{rule_type: any_of, params: {conditions: [" + text + "]}}"
		}
		fix.Edits = append(fix.Edits, Edit{Span: c.params.Node.Span, New: "{condition: " + text + "}"})
		return fix, true
	}
	b, ok := p.bodyOf(c.params)
	if !ok {
		return Fix{}, false
	}
	in, at := b.step, b.indent+b.step+b.step
	lines := []string{b.indent + in + "condition:"}
	search := func(first, at, pattern string) {
		lines = append(lines, first+"rule_type: field_matches_regex", at+"params:", at+in+"field: "+path, at+in+"pattern: "+pattern)
	}
	if len(patterns) == 1 {
		search(at, at, patterns[0])
	} else {
		lines = append(lines, at+"rule_type: any_of", at+"params:", at+in+"conditions:")
		dash := at + in + p.dashIndent(in)
		for _, pattern := range patterns {
			search(dash+"- ", dash+"  ", pattern)
		}
	}
	fix.Edits = append(fix.Edits, Edit{Span: b.span, New: strings.Join(lines, p.EOL())})
	return fix, true
}
