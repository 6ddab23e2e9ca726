package lint

import (
	"slices"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
)

// effect says on which cells a condition may pass and on which it may be violated. Both hold more
// than is possible, never less: a cell that is missing from pass is certainly a violation there.
type effect struct{ pass, fail cellSet }

// world is what is known of the history of a task.
type world struct {
	empty bool    // nothing happened yet
	lacks kindSet // no step of these kinds was carried out; blocked attempts may have been made
}

var (
	anyWorld   = world{}
	emptyWorld = world{empty: true, lacks: 1<<12 - 1}
)

// effect evaluates a condition abstractly (facts of each rule: rules reference, "Path rules" to
// "Flow rules"). What it does not know it takes as possible.
func (c *condition) effect(w world) effect {
	if c.broken {
		return effect{pass: cells.all, fail: cells.all}
	}
	switch c.rule {
	case "all_of":
		sum := effect{pass: cells.all}
		for _, part := range c.parts {
			e := part.effect(w)
			sum.pass, sum.fail = sum.pass&e.pass, sum.fail|e.fail
		}
		return sum
	case "any_of":
		sum := effect{fail: cells.all}
		for _, part := range c.parts {
			e := part.effect(w)
			sum.pass, sum.fail = sum.pass|e.pass, sum.fail&e.fail
		}
		return sum
	case "not":
		if len(c.parts) == 1 {
			e := c.parts[0].effect(w)
			return effect{pass: e.fail, fail: e.pass}
		}
	case "field_not_empty", "field_in_list", "field_matches_regex":
		return c.fieldEffect()
	case "current_is":
		t := c.target()
		if t.filtered {
			return effect{pass: t.cells, fail: cells.all}
		}
		return effect{pass: t.cells, fail: cells.all &^ t.cells}
	case "history_contains":
		return c.historyEffect(w)
	case "sequence_forbidden", "max_consecutive_same_type":
		return c.pathEffect(w)
	case "conditional_successor_required":
		return c.successorEffect(w)
	case "working_hours_only":
		if c.alwaysOpen() {
			return effect{pass: cells.all}
		}
	case "step_directly_preceded_by", "step_requires_predecessor", "step_preceded_by_without_intervening",
		"step_requires_dedicated_predecessor", "step_requires_gate", "step_not_after", "tainted_path_block",
		"path_within_root", "execution_max_steps", "usage_budget", "step_forbidden_for_classification",
		"step_name_in_allowlist", "domain_allowlist":
		t := c.target()
		pass, fail := c.onTarget(w)
		e := effect{pass: cells.all}
		if fail {
			e.fail = t.cells
			if !pass && !t.filtered {
				e.pass &^= t.cells
			}
			switch c.rule {
			case "path_within_root": // task boundaries have no path, and that passes
				e.fail &^= cells.boundary
			case "domain_allowlist": // nor a host, and that is a violation
				e.pass &^= t.cells & cells.boundary
			}
		}
		return e
	}
	return effect{pass: cells.all, fail: cells.all}
}

// onTarget says whether a rule with a target may pass, and may be violated, on the steps of it.
func (c *condition) onTarget(w world) (pass, fail bool) {
	switch c.rule {
	case "step_preceded_by_without_intervening":
		if required := cells.kind(c.text("required_kind")); required&kindsIn(c.param("forbidden_intervening")) != 0 {
			return false, true
		}
	case "step_not_after":
		return true, !w.empty && kindsIn(c.param("forbidden_predecessor_kinds")) != 0
	case "tainted_path_block":
		return true, !w.empty && withVerb(cells.of(c.text("taint_kind")), c.param("taint_verb")) != 0
	case "execution_max_steps":
		most, known := intOf(c.param("max_steps"))
		return !known || most > 0, !w.empty || !known || most < 1
	case "usage_budget":
		return true, c.text("property_path") != "" && !isInfinite(c.param("budget"))
	case "step_forbidden_for_classification":
		return true, !isEmptyList(c.param("agent_risk_classifications"))
	case "domain_allowlist":
		return true, !isEmptyList(c.param("allowed_domains"))
	}
	if required, ok := c.required(); ok {
		return required&w.lacks == 0, true
	}
	return true, true
}

// required returns the kind that has to have been carried out earlier.
func (c *condition) required() (kinds kindSet, ok bool) {
	switch c.rule {
	case "step_requires_gate":
		return cells.kind("step.gate"), true
	case "step_directly_preceded_by", "step_requires_predecessor", "step_preceded_by_without_intervening", "step_requires_dedicated_predecessor":
		return cells.kind(c.text("required_kind")), true
	case "history_contains":
		attempts, known := boolOf(c.param("count_attempts"))
		return cells.kind(c.text("kind")), known && !attempts
	}
	return 0, false
}

func (c *condition) historyEffect(w world) effect {
	kind := cells.of(c.text("kind"))
	if kind == 0 {
		return effect{pass: cells.all, fail: cells.all} // unknown: another finding
	}
	required, carriedOut := c.required()
	if w.empty || withVerb(kind, c.param("verb")) == 0 || carriedOut && required&w.lacks != 0 {
		return effect{fail: cells.all}
	}
	return effect{pass: cells.all, fail: cells.all}
}

// pathEffect is that of the rules that look at the path as a whole: once violated, always violated.
func (c *condition) pathEffect(w world) effect {
	var now cellSet // violated by the step alone
	if c.rule == "sequence_forbidden" {
		list := c.param("forbidden_sequence")
		if isEmptyList(list) {
			return effect{pass: cells.all}
		}
		if isList(list) && len(list.Children) == 1 {
			now = cells.of(textOf(list.Children[0]))
		}
	} else if most, known := intOf(c.param("max_consecutive")); known && most < 1 {
		now = cells.of(c.text("kind"))
	}
	e := effect{pass: cells.all &^ now, fail: cells.all}
	if w.empty {
		e.fail = now
	}
	return e
}

func (c *condition) successorEffect(w world) effect {
	required, forbidden := cells.of(c.text("required_kind")), cells.cellsOf(kindsIn(c.param("forbidden_kinds")))
	if w.empty || isEmptyList(c.param("trigger_kinds")) {
		return effect{pass: cells.all}
	}
	e := effect{pass: cells.all, fail: forbidden}
	if required != 0 {
		e.fail |= cells.all &^ required
	}
	return e
}

// alwaysOpen reports whether every hour is inside the window.
func (c *condition) alwaysOpen() bool {
	start, ok := intOf(c.param("start_hour"))
	end, known := intOf(c.param("end_hour"))
	return ok && known && (start == end || start == 0 && end == 24)
}

// fieldEffect is that of the rules about a field. Task boundaries carry neither input nor properties.
func (c *condition) fieldEffect() effect {
	e := effect{pass: cells.all, fail: cells.all}
	field := c.text("field")
	if !c.policy.atSteps() {
		return e
	}
	switch field {
	case "kind", "verb":
		return c.wordEffect(field)
	case "step_name":
		if c.rule == "field_not_empty" {
			e.fail = 0
		}
		return e
	}
	if passes, known := c.onAbsent(); known {
		if passes {
			e.fail &^= cells.boundary
		} else {
			e.pass &^= cells.boundary
		}
	}
	return e
}

// onAbsent says whether a field rule passes on a step that lacks the field.
func (c *condition) onAbsent() (passes, known bool) {
	switch c.rule {
	case "field_not_empty":
		return false, true
	case "field_in_list":
		values := c.param("values")
		if !isList(values) {
			return false, false
		}
		return slices.ContainsFunc(values.Children, func(v *schema.Place) bool { return isNull(v.Node) }), true
	}
	return c.patternMatches("")
}

// wordEffect is exact: the kind and the verb of each cell are known.
func (c *condition) wordEffect(field string) effect {
	var e effect
	for i, kind := range cells.kindAt {
		value := cells.kinds[kind].Name
		if field == "verb" {
			value = cells.verbAt[i]
		}
		passes, known := c.passesOn(value)
		if passes || !known {
			e.pass |= 1 << i
		}
		if !passes || !known {
			e.fail |= 1 << i
		}
	}
	return e
}

// passesOn says whether a field rule passes on a value; the empty text stands for an absent one.
func (c *condition) passesOn(value string) (passes, known bool) {
	if value == "" {
		return c.onAbsent()
	}
	switch c.rule {
	case "field_not_empty":
		return true, true
	case "field_in_list":
		values := c.param("values")
		return slices.Contains(texts(values), value), isList(values)
	}
	return c.patternMatches(value)
}

// patternMatches says whether the pattern is found in a text, as RE2 decides it.
func (c *condition) patternMatches(text string) (matches, known bool) {
	c.compile.Do(func() {
		if pattern := c.param("pattern"); isText(pattern) {
			c.engine = compile(pattern.Node.Value, regex.RE2)
		}
	})
	if c.engine == nil {
		return false, false
	}
	return c.engine.Matches(text)
}

func intOf(p *schema.Place) (value int64, ok bool) {
	if p == nil || p.Node.Tag != syntax.Int {
		return 0, false
	}
	return p.Node.Int()
}

func boolOf(p *schema.Place) (value, ok bool) {
	if p == nil || p.Node.Tag != syntax.Bool {
		return false, false
	}
	return p.Node.Bool()
}

// isInfinite reports whether a value is `.inf`.
func isInfinite(p *schema.Place) bool {
	if p == nil || p.Node.Tag != syntax.Float {
		return false
	}
	f, ok := p.Node.Float()
	return ok && f > 0 && f*2 == f
}

// blocksStart reports that the condition is violated by the first step of every task.
func (c *condition) blocksStart() bool { return c.effect(emptyWorld).pass&cells.start == 0 }
