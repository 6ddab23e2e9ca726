package lint

import (
	"slices"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax/regex"
)

// migration is what a file of an older dialect has to say of itself.
type migration struct {
	dialect string        // id of the dialect; "" for a file of today
	sign    *schema.Place // the first key that it is recognised by
	changes []change
	holders map[*schema.Place]bool // of the changes
}

// change is a value that means something else to today's engine than to the one that the file was
// written for.
type change struct {
	id     string // of the change (schema.Changes)
	policy *policy
	place  *schema.Place
	pat    *pattern // of a pattern
	// holder is the word of the older dialect that keeps its name, so that the file stays what it is
	// until an author has decided: without it nobody could tell any more that there is something to
	// decide. nil if there is none.
	holder *schema.Place
}

// Dialects by their id in the data.
const (
	oldDialect    = "kyvvu-old"
	middleDialect = "kyvvu-middle"
	draftDialect  = "behavior-draft"
)

// Changes of meaning by their id in the data.
const (
	patternStart = "pattern-start"
	exactClass   = "exact-class"
)

// findMigration recognises the dialect of a document.
func (d *Document) findMigration() *migration {
	m := &migration{}
	switch {
	case d.Format == nil:
	case d.Format.ID == "behavior":
		for _, trigger := range d.ByType("trigger") {
			for _, key := range trigger.Children {
				if m.sign == nil && isDraftKey(key) {
					m.dialect, m.sign = draftDialect, key
				}
			}
		}
	case d.Format.ID == manifestFormat:
		m.dialect, m.sign = d.manifestDialect()
		if m.dialect != "" {
			m.changes = d.findChanges(m.dialect)
		}
		m.holders = map[*schema.Place]bool{}
		for _, c := range m.changes {
			m.holders[c.holder] = c.holder != nil
		}
	}
	return m
}

// manifestDialect recognises a manifest of an older engine: by `scope`, which nothing else is called,
// or by the old names of params if none of today's names stands beside them.
func (d *Document) manifestDialect() (id string, sign *schema.Place) {
	for _, policy := range d.manifest().policies {
		if scope := scopeKey(policy); scope != nil {
			return oldDialect, scope
		}
	}
	for _, fault := range d.keyFaults() {
		for _, key := range fault.unknown {
			if key.renamed && fault.mapping.Type.Rule != nil && sign == nil {
				sign = key.Place
			}
		}
	}
	if sign == nil || d.hasTodaysParams() {
		return "", nil
	}
	return middleDialect, sign
}

// scopeKey returns the retired key of a policy, nil if it is not there or its successor is too.
func scopeKey(p *policy) *schema.Place {
	if p.place.Child("enforcement_point") != nil {
		return nil
	}
	return p.place.Child("scope")
}

// hasTodaysParams reports whether a condition has a param that older engines called otherwise.
func (d *Document) hasTodaysParams() bool {
	renames := schema.Renames("kyvvu-param")
	for _, c := range d.manifest().conditions {
		if c.params == nil {
			continue
		}
		for _, param := range c.params.Children {
			if param.Field != nil && slices.ContainsFunc(renames, func(r schema.Rename) bool { return r.New == param.Field.Name }) {
				return true
			}
		}
	}
	return false
}

// findChanges finds what changed its meaning. In the old dialect a policy that is renamed already is
// one of today. The middle one was read by engines of both kinds.
func (d *Document) findChanges(dialect string) []change {
	var found []change
	for _, policy := range d.manifest().policies {
		scope := scopeKey(policy)
		if dialect == oldDialect && scope == nil {
			continue
		}
		if class := policy.classPlace; class != nil && len(classesAbove(policy.class)) > 0 {
			c := change{id: exactClass, policy: policy, place: class}
			if schema.Vocabulary("risk_class").Value(classesAbove(policy.class)[0]) != nil {
				c.holder = scope
			}
			found = append(found, c)
		}
	}
	of := map[*schema.Place]*condition{}
	for _, c := range d.manifest().of("field_matches_regex") {
		of[c.param("pattern")] = c
	}
	for _, pat := range d.patterns() {
		if pat.dialect != regex.RE2 || pat.re == nil || pat.place.Via != nil {
			continue
		}
		c := of[pat.place]
		if c == nil || startAnchor(pat.re.Root) != nil || startsAnywhere(pat.re.Root) {
			continue
		}
		scope := scopeKey(c.policy)
		switch {
		case dialect == oldDialect && scope == nil:
			continue
		case dialect == middleDialect:
			if hasOp(pat.re.Root, regex.BeginText) {
				continue // written for an engine that searches: `(^|/)x` makes no sense otherwise
			}
			scope = nil
			if field := c.param("field"); isText(field) && field.Via == nil {
				if _, renamed := schema.Renamed("kyvvu-path", field.Node.Value); renamed || isStandardProperty(field.Node.Value) {
					scope = field
				}
			}
		}
		found = append(found, change{id: patternStart, policy: c.policy, place: pat.place, pat: pat, holder: scope})
	}
	return found
}

// holds reports whether a word of an older dialect keeps its name until something is decided.
func (d *Document) holds(word *schema.Place) bool { return d.migration().holders[word] }

// classesAbove returns the classes that a policy for a class covers today and did not cover once.
func classesAbove(class string) []string {
	names := schema.Vocabulary("agent_class").Names()
	i := slices.Index(names, class)
	if i < 0 || schema.Vocabulary("risk_class").Value(class) == nil {
		return nil
	}
	return names[i+1:]
}

// startsAnywhere reports whether a pattern begins with what matches any text: then it makes no
// difference where it starts.
func startsAnywhere(n *regex.Node) bool {
	switch n.Op {
	case regex.Repeat:
		return n.Min == 0 && n.Max == regex.Unlimited && n.Subs[0].Op == regex.Any
	case regex.Concat, regex.Group:
		return len(n.Subs) > 0 && startsAnywhere(n.Subs[0])
	case regex.Alternate:
		return !slices.ContainsFunc(n.Subs, func(s *regex.Node) bool { return !startsAnywhere(s) })
	}
	return false
}

// hasOp reports whether an operation stands anywhere in a pattern.
func hasOp(n *regex.Node, op regex.Op) bool {
	return n.Op == op || slices.ContainsFunc(n.Subs, func(s *regex.Node) bool { return hasOp(s, op) })
}
