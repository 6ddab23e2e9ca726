package lint

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// cellSet is a set of cells: the pairs of a kind and a verb that a step can have. A kind without verbs
// is one cell. There are 22.
type cellSet uint32

// kindSet is a set of kinds, in the order of the vocabulary.
type kindSet uint16

// grid holds the cells of the vocabulary.
type grid struct {
	kinds    []schema.Value
	index    map[string]int
	ofKind   []cellSet // by the number of the kind
	byVerb   map[string]cellSet
	kindAt   []int    // of a cell
	verbAt   []string // of a cell; "" without one
	verbless cellSet  // cells of the kinds without verbs
	boundary cellSet  // cells of task.*
	hostless kindSet
	all      cellSet
	start    cellSet // task.start
}

var cells = makeGrid(schema.Vocabulary("kind").Enum)

func makeGrid(kinds []schema.Value) *grid {
	g := &grid{kinds: kinds, index: map[string]int{}, byVerb: map[string]cellSet{}}
	add := func(kind int, verb string) cellSet {
		cell := cellSet(1) << len(g.kindAt)
		g.kindAt, g.verbAt = append(g.kindAt, kind), append(g.verbAt, verb)
		return cell
	}
	for i, kind := range kinds {
		g.index[kind.Name] = i
		var own cellSet
		for _, verb := range kind.Verbs {
			cell := add(i, verb)
			g.byVerb[verb] |= cell
			own |= cell
		}
		if len(kind.Verbs) == 0 {
			own = add(i, "")
			g.verbless |= own
		}
		if strings.HasPrefix(kind.Name, "task.") {
			g.boundary |= own
		}
		if kind.Hostless {
			g.hostless |= 1 << i
		}
		g.ofKind = append(g.ofKind, own)
		g.all |= own
	}
	g.start = g.of("task.start")
	return g
}

// of returns the cells of a kind; none if there is no such kind.
func (g *grid) of(kind string) cellSet {
	if i, ok := g.index[kind]; ok {
		return g.ofKind[i]
	}
	return 0
}

// kind returns the set of one kind; none if there is no such kind.
func (g *grid) kind(name string) kindSet {
	if i, ok := g.index[name]; ok {
		return 1 << i
	}
	return 0
}

// cellsOf returns the cells of several kinds.
func (g *grid) cellsOf(kinds kindSet) cellSet {
	var set cellSet
	for ; kinds != 0; kinds &= kinds - 1 {
		set |= g.ofKind[bits.TrailingZeros16(uint16(kinds))]
	}
	return set
}

// within returns the kinds all of whose cells are in a set.
func (g *grid) within(set cellSet) kindSet {
	var kinds kindSet
	for i, own := range g.ofKind {
		if own&^set == 0 {
			kinds |= 1 << i
		}
	}
	return kinds
}

// names lists the kinds of a set.
func (g *grid) names(kinds kindSet) []string {
	var names []string
	for i, kind := range g.kinds {
		if kinds&(1<<i) != 0 {
			names = append(names, kind.Name)
		}
	}
	return names
}

// kindsIn returns the kinds that a list or a text names; unknown ones are left out.
func kindsIn(p *schema.Place) kindSet {
	switch {
	case isList(p):
		var set kindSet
		for _, item := range p.Children {
			set |= cells.kind(textOf(item))
		}
		return set
	case p != nil:
		return cells.kind(textOf(p))
	}
	return 0
}

// target is what a rule with target_kinds, or with one kind, is evaluated on.
type target struct {
	cells    cellSet
	filtered bool // a filter, a name or a class narrows it further
}

// withVerb narrows cells to those of a verb; an absent verb narrows nothing.
func withVerb(set cellSet, verb *schema.Place) cellSet {
	if verb == nil || verb.Node.Tag == syntax.Null {
		return set
	}
	return set & cells.byVerb[textOf(verb)]
}

// hasEntries reports whether a filter holds anything.
func hasEntries(p *schema.Place) bool { return p != nil && len(p.Node.Pairs) > 0 }

// wantsProperty reports whether a filter holds an entry that a step without properties does not meet.
func wantsProperty(p *schema.Place) bool {
	return p != nil && slices.ContainsFunc(p.Children, func(entry *schema.Place) bool { return !isNull(entry.Node) })
}

// kindsMeanAll tells the rules whose absent or empty target_kinds means every step from those for
// which it means none (rules reference, "Path rules").
func kindsMeanAll(rule string) bool {
	switch rule {
	case "step_directly_preceded_by", "step_name_in_allowlist", "path_within_root":
		return true
	}
	return false
}

// target returns the steps that a rule is evaluated on; the others pass.
func (c *condition) target() target { return c.held }

func (c *condition) findTarget() target {
	switch c.rule {
	case "execution_max_steps", "current_is", "usage_budget", "history_contains":
		return target{withVerb(cells.of(c.text("kind")), c.param("verb")), hasEntries(c.param("property_filter")) || c.set("step_name") != nil}
	case "step_forbidden_for_classification":
		return target{withVerb(cells.of(c.text("forbidden_kind")), c.param("forbidden_verb")), true}
	case "max_consecutive_same_type":
		return target{cells: cells.of(c.text("kind"))}
	}
	list := c.set("target_kinds")
	set := cells.cellsOf(kindsIn(list))
	if kindsMeanAll(c.rule) && (list == nil || isEmptyList(list)) {
		set = cells.all
	}
	t := target{withVerb(set, c.param("target_verb")), hasEntries(c.param("target_property_filter"))}
	if wantsProperty(c.param("target_property_filter")) {
		t.cells &^= cells.boundary // which have no properties
	}
	if verbs := c.set("target_verbs"); isList(verbs) && len(verbs.Children) > 0 {
		allowed := cells.verbless
		for _, verb := range texts(verbs) {
			allowed |= cells.byVerb[verb]
		}
		t.cells &= allowed
	}
	return t
}

// describe names cells in words: kinds, with the verbs where not all of a kind's cells are meant.
func (g *grid) describe(set cellSet) string {
	var parts []string
	for i, kind := range g.kinds {
		own := g.ofKind[i] & set
		switch {
		case own == 0:
		case own == g.ofKind[i]:
			parts = append(parts, "`"+kind.Name+"`")
		default:
			for _, verb := range kind.Verbs {
				if own&g.byVerb[verb] != 0 {
					parts = append(parts, "`"+kind.Name+"` "+verb)
				}
			}
		}
	}
	return joinWords(parts, "and")
}

// joinWords lists words: "a, b and c".
func joinWords(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}
