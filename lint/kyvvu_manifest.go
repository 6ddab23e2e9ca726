package lint

import (
	"slices"
	"strings"
	"sync"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
)

// manifestFormat is the format of Kyvvu manifests.
const manifestFormat = "kyvvu-manifest"

// Enforcement points of a policy.
const (
	stepExecution     = "step_execution"
	agentRegistration = "agent_registration"
)

// manifest is a Kyvvu manifest as the rules about its meaning need it. It is read from whatever is
// there: a fault of one policy hides no other.
type manifest struct {
	policies   []*policy
	conditions []*condition            // of all policies, at every depth, in source order
	byRule     map[string][]*condition // the same by their rule
	paths      []relativePath          // of all conditions

	rules map[string]*ruleShape
}

// policy is an item of `policies` that is a mapping.
type policy struct {
	place    *schema.Place
	index    int
	name     string        // as the loader compares it, if it is named
	named    bool          // it has a name that is a scalar
	severity string        // in lower case; "" if it is none
	point    string        // stepExecution, agentRegistration or "" (also from the retired `scope`)
	class    string        // risk_classification in lower case; "" without one
	severe   *schema.Value // what its severity means; nil if it is none

	namePlace, severityPlace, classPlace, description *schema.Place // nil where absent

	root *condition

	// What the policy does at step_execution, whatever happened before and at the start of a task.
	always, atStart effect
}

// condition is a use of a rule: by a policy itself, or by a condition of a compound rule.
type condition struct {
	policy *policy
	parent *condition    // the compound rule that it is a part of; nil for the policy's own
	place  *schema.Place // the mapping that holds rule_type and params
	rule   string        // "" if rule_type is no text
	params *schema.Place // nil if absent or no mapping
	parts  []*condition  // of all_of, any_of and not
	number int           // in source order, from 0
	held   target        // what the rule is evaluated on
	broken bool          // the loader refuses it: what it would do is not known

	compile sync.Once // of engine
	engine  *regex.Regexp
}

// readManifest reads the first document of a manifest.
func readManifest(d *Document) *manifest {
	m := &manifest{byRule: map[string][]*condition{}, rules: map[string]*ruleShape{}}
	if d.Format == nil || d.Format.ID != manifestFormat {
		return m
	}
	for name, rule := range d.Format.Rules {
		m.rules[name] = shapeOf(rule)
	}
	list := d.Root().Child("policies")
	if list == nil || list.Node.Kind != syntax.Sequence {
		return m
	}
	for i, item := range list.Children {
		if item.Node.Kind != syntax.Mapping {
			continue
		}
		p := &policy{place: item, index: i}
		for _, entry := range item.Children { // the last of equal keys wins
			switch entry.Name() {
			case "name":
				p.namePlace = entry
			case "description":
				p.description = entry
			case "severity":
				p.severityPlace = entry
			case "risk_classification":
				p.classPlace = entry
			}
		}
		p.severity = strings.ToLower(textOf(p.severityPlace))
		p.class = strings.ToLower(textOf(p.classPlace))
		if p.namePlace != nil && p.namePlace.Node.Kind == syntax.Scalar {
			p.name, p.named = syntax.PyText(p.namePlace.Node), true
		}
		p.point = enforcementPoint(item)
		p.severe = schema.Vocabulary("severity").Value(p.severity)
		m.policies = append(m.policies, p)
		p.root = m.read(p, nil, item)
		p.always, p.atStart = p.root.effect(anyWorld), p.root.effect(emptyWorld)
	}
	return m
}

func enforcementPoint(policy *schema.Place) string {
	for _, key := range []string{"enforcement_point", "scope"} {
		switch point := strings.ToLower(textOf(policy.Child(key))); point {
		case stepExecution, agentRegistration:
			return point
		case "task_execution":
			return stepExecution
		}
	}
	return ""
}

// at returns the condition whose params stand at a place, nil if there is none.
func (m *manifest) at(params *schema.Place) *condition {
	if params.Type == nil || params.Type.Rule == nil {
		return nil
	}
	for _, c := range m.byRule[params.Type.Rule.Name] {
		if c.params == params {
			return c
		}
	}
	return nil
}

// of returns the conditions that use one of the rules, those of each in source order.
func (m *manifest) of(rules ...string) []*condition {
	if len(rules) == 1 {
		return m.byRule[rules[0]]
	}
	var found []*condition
	for _, rule := range rules {
		found = append(found, m.byRule[rule]...)
	}
	return found
}

// read reads a condition and its parts.
func (m *manifest) read(p *policy, parent *condition, place *schema.Place) *condition {
	c := &condition{policy: p, parent: parent, place: place, number: len(m.conditions)}
	m.conditions = append(m.conditions, c)
	c.rule = textOf(place.Child("rule_type"))
	m.byRule[c.rule] = append(m.byRule[c.rule], c)
	if params := place.Child("params"); params != nil && params.Node.Kind == syntax.Mapping {
		c.params = params
		m.paths = c.appendPaths(m.paths)
	}
	c.broken = m.rules[c.rule].refuses(c.params)
	switch c.rule {
	default:
		c.held = c.findTarget()
	case "all_of", "any_of":
		if list := c.param("conditions"); isList(list) {
			for _, item := range list.Children {
				if item.Node.Kind == syntax.Mapping {
					c.parts = append(c.parts, m.read(p, c, item))
				} else {
					c.broken = true
				}
			}
		}
	case "not":
		if part := c.param("condition"); part != nil && part.Node.Kind == syntax.Mapping {
			c.parts = append(c.parts, m.read(p, c, part))
		}
	}
	return c
}

// param returns the value of a param, nil if it is absent.
func (c *condition) param(name string) *schema.Place {
	if c.params == nil {
		return nil
	}
	return c.params.Child(name)
}

// set returns the value of a param that is there and not null.
func (c *condition) set(name string) *schema.Place {
	if p := c.param(name); p != nil && p.Node.Tag != syntax.Null {
		return p
	}
	return nil
}

// text returns the text of a param; "" if it is absent or no text.
func (c *condition) text(name string) string { return textOf(c.param(name)) }

// ruleType returns the place of the rule's name.
func (c *condition) ruleType() *schema.Place { return c.place.Child("rule_type") }

// mark returns the node that stands for a whole condition: the rule's name of a policy, the mapping
// of a part.
func (c *condition) mark() *schema.Place {
	if c.parent == nil {
		if rule := c.ruleType(); rule != nil {
			return rule
		}
	}
	return c.place
}

// negated reports whether an odd number of `not` stands around the condition.
func (c *condition) negated() bool {
	odd := false
	for at := c.parent; at != nil; at = at.parent {
		odd = odd != (at.rule == "not")
	}
	return odd
}

// unguarded reports whether a violation of the condition is one of its policy: nothing stands around it
// but all_of, and any_of without another part.
func (c *condition) unguarded() bool {
	for at := c.parent; at != nil; at = at.parent {
		if at.rule != "all_of" && (at.rule != "any_of" || len(at.parts) != 1) {
			return false
		}
	}
	return true
}

// atSteps reports whether the policy is evaluated on steps.
func (p *policy) atSteps() bool { return p.point != agentRegistration }

// blocks reports whether a violation stops the step; otherwise it is only recorded.
func (p *policy) blocks() bool {
	return p.severe != nil && p.severe.Blocks
}

// outcome says in a word what a violation of the policy does to a step.
func (p *policy) outcome() string {
	switch {
	case p.blocks():
		return "blocked"
	case p.severity == "":
		return "a violation"
	}
	return "warned about"
}

// textOf returns the value of a scalar that is a text; "" for all else.
func textOf(p *schema.Place) string {
	if p == nil || p.Node.Kind != syntax.Scalar || p.Node.Tag != syntax.Str {
		return ""
	}
	return p.Node.Value
}

func isText(p *schema.Place) bool {
	return p != nil && p.Node.Kind == syntax.Scalar && p.Node.Tag == syntax.Str
}

func isList(p *schema.Place) bool { return p != nil && p.Node.Kind == syntax.Sequence }

// isEmptyList reports whether a value is a list of nothing.
func isEmptyList(p *schema.Place) bool { return isList(p) && len(p.Node.Items) == 0 }

// texts returns the items of a list that are texts.
func texts(p *schema.Place) []string {
	if !isList(p) {
		return nil
	}
	found := make([]string, 0, len(p.Children))
	for _, item := range p.Children {
		if isText(item) {
			found = append(found, item.Node.Value)
		}
	}
	return found
}

// ruleShape is what params need so that the loader takes them, as far as their meaning depends on it.
type ruleShape struct{ required int }

func shapeOf(rule *schema.RuleType) *ruleShape {
	shape := &ruleShape{}
	for _, field := range rule.Params.Fields {
		if field.Required {
			shape.required++
		}
	}
	return shape
}

// refuses reports whether params lack a required one, or hold a key or a word that is none of theirs. A nil
// shape is that of a rule that nothing is known of.
func (s *ruleShape) refuses(params *schema.Place) bool {
	if s == nil {
		return true
	}
	if params == nil {
		return s.required > 0
	}
	given := 0
	for _, param := range params.Children {
		switch {
		case param.Field == nil:
			if !strings.HasPrefix(param.Name(), "_") {
				return true // unknown; the params of today may stand under former names
			}
		case param.Field.Required && !isNull(param.Node):
			given++
		}
		if param.Type != nil && !isNull(param.Node) && !fitsType(param) || isUnknownValue(param) || slices.ContainsFunc(param.Children, isUnknownValue) {
			return true
		}
	}
	return given < s.required
}
