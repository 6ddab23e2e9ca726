package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

func sortRungs(steps []rung) {
	slices.SortStableFunc(steps, func(a, b rung) int {
		switch {
		case a.after == nil || b.after == nil:
			return cmp.Compare(b2i(a.after != nil), b2i(b.after != nil))
		}
		return cmp.Compare(*a.after, *b.after)
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// climb fills in what really holds. The default counts only where some violation meets it: with a
// threshold of 1 none does. The effective level of a session never falls.
func climb(steps []rung) []rung {
	best := -1
	for i := range steps {
		step := &steps[i]
		unmet := step.after == nil && i+1 < len(steps) && steps[i+1].after != nil && *steps[i+1].after <= 1
		rank := rankOf(step.level)
		if !unmet && rank > best {
			best = rank
		}
		step.effective = step.level
		if best > rank && rank >= 0 && step.after != nil {
			step.effective = schema.Levels()[best].Name
		}
	}
	return steps
}

// ladderText says in a table what a behavior does at which violation.
func ladderText(steps []rung) string {
	var b strings.Builder
	b.WriteString("| violation | level |\n|---|---|\n")
	for i, step := range steps {
		from, to := int64(1), int64(0)
		if step.after != nil {
			from = max(1, *step.after)
		}
		if i+1 < len(steps) {
			to = *steps[i+1].after - 1
			if to < from {
				continue // the next one takes over before this one is met
			}
		}
		switch {
		case to == 0:
			fmt.Fprintf(&b, "| %d and more |", from)
		case to == from:
			fmt.Fprintf(&b, "| %d |", from)
		default:
			fmt.Fprintf(&b, "| %d to %d |", from, to)
		}
		fmt.Fprintf(&b, " `%s` |\n", step.effective)
	}
	return b.String()
}

// rankOf is a level's place among the levels, the mildest 0; -1 for an unknown one.
func rankOf(level string) int {
	return slices.IndexFunc(schema.Levels(), func(v schema.Value) bool { return v.Name == level })
}
