package lint

// cause says why a condition is violated by the first step of every task, before anything happened.
type cause uint8

const (
	causeElse      cause = iota // none of the others
	causeField                  // a field rule, and the step has no such field
	causeCondition              // current_is or history_contains stands alone, where it is no condition of anything
	causeScope                  // current_is stands in all_of, as if it narrowed the rest
	causeNegated                // `not` around a rule that passes where it is not evaluated
	causeHistory                // the rule wants an earlier step
	causeOther                  // another finding explains it
)

// blame is a condition and why it blocks.
type blame struct {
	at    *condition
	cause cause
}

// startBlame returns why the policy blocks the first step of every task; ok is false if it does not.
func (p *policy) startBlame() (b blame, ok bool) {
	if !p.atSteps() || p.atStart.pass&cells.start != 0 {
		return blame{}, false
	}
	return p.root.blameViolation(), true
}

// blamedForStart reports whether the condition is why its policy blocks the first step of every task.
func (c *condition) blamedForStart() bool {
	b, ok := c.policy.startBlame()
	return ok && b.at == c
}

// blameViolation explains why a condition is violated by the start of a task.
func (c *condition) blameViolation() blame {
	switch c.rule {
	case "all_of":
		return c.blameAll()
	case "any_of":
		var worst blame
		for i, part := range c.parts {
			b := part.blameViolation()
			if i == 0 || b.cause == causeField && worst.cause != causeField {
				worst = b
			}
		}
		if len(c.parts) == 0 {
			return blame{c, causeOther}
		}
		return worst
	case "not":
		if len(c.parts) == 1 {
			return c.parts[0].blamePass()
		}
	case "field_not_empty", "field_in_list", "field_matches_regex":
		if isEmptyList(c.param("values")) {
			return blame{c, causeOther}
		}
		return blame{c, causeField}
	case "current_is", "history_contains":
		return blame{c, causeCondition}
	case "step_directly_preceded_by", "step_requires_predecessor", "step_preceded_by_without_intervening",
		"step_requires_dedicated_predecessor", "step_requires_gate":
		return blame{c, causeHistory}
	}
	return blame{c, causeElse}
}

// blameAll prefers a part that looks like a scope: the others would never be asked.
func (c *condition) blameAll() blame {
	var first blame
	found := false
	for _, part := range c.parts {
		if !part.blocksStart() {
			continue
		}
		b := part.blameViolation()
		if b.cause == causeCondition && b.at.rule == "current_is" && len(c.parts) > 1 {
			return blame{b.at, causeScope}
		}
		if !found {
			first, found = b, true
		}
	}
	return first
}

// blamePass explains why a condition under `not` passes at the start of a task.
func (c *condition) blamePass() blame {
	switch c.rule {
	case "not":
		if len(c.parts) == 1 {
			return c.parts[0].blameViolation()
		}
	case "all_of", "any_of":
		for _, part := range c.parts {
			if part.effect(emptyWorld).fail&cells.start == 0 {
				if b := part.blamePass(); b.cause != causeElse || c.rule == "any_of" {
					return b
				}
			}
		}
		return blame{c, causeOther}
	case "working_hours_only":
		return blame{c, causeOther}
	case "field_matches_regex", "field_in_list":
		if field := c.text("field"); field != "kind" && field != "verb" {
			return blame{c, causeOther} // it passes where the field is absent
		}
		return blame{c, causeElse}
	case "field_not_empty", "current_is", "history_contains", "":
		return blame{c, causeElse}
	}
	return blame{c, causeNegated}
}

// allBut names the steps that the policy never lets through: "every step but `step.exec`". Where the
// history decides, they are those of a task that has none.
func (p *policy) allBut() string {
	switch p.always.pass {
	case 0:
		return "every step"
	case cells.all:
		if spared := p.atStart.pass; spared != 0 {
			return "until another condition passes, every step but " + cells.describe(spared)
		}
		return "until another condition passes, every step"
	}
	return "every step but " + cells.describe(p.always.pass)
}
