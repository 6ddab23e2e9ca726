package lint

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// level is the rank of an enforcement level, in the order of the specification: silent 0, nudge 1 …
type level int

const noLevel level = -1

// rung is an entry of `enforcement.escalation` that the hooks can read: they take the level of the
// last entry, sorted by `after`, whose `after` is at most the number of violations.
type rung struct {
	at      *schema.Place
	levelAt *schema.Place
	after   float64
	level   level
}

// ladder is which level a behavior has after how many violations.
type ladder struct {
	defaultAt *schema.Place
	initial   level // default_level; noLevel if it cannot be read
	names     []string
	rungs     []rung // sorted by after, the file's order among equals
	complete  bool   // every entry and the default could be read
	// stages are the levels that the behavior goes through, in order, rising: the effective level never
	// falls within a session.
	stages []stage
}

func readLadder(at *schema.Place) ladder {
	l := readRungs(at)
	l.stages = l.climb()
	return l
}

func readRungs(at *schema.Place) ladder {
	l := ladder{initial: noLevel, names: levelNames(), complete: true}
	if at == nil || at.Node.Kind != syntax.Mapping {
		l.complete = false
		return l
	}
	l.defaultAt = at.Child("default_level")
	l.initial = l.rank(l.defaultAt)
	if l.initial == noLevel {
		l.complete = false
	}
	list := at.Child("escalation")
	if isAbsent(list) {
		return l
	}
	if list.Node.Kind != syntax.Sequence {
		l.complete = false
		return l
	}
	for _, item := range list.Children {
		after, ok := number(item.Child("after"))
		r := rung{at: item, levelAt: item.Child("level"), after: after}
		r.level = l.rank(r.levelAt)
		if !ok || r.level == noLevel {
			l.complete = false
			continue
		}
		l.rungs = append(l.rungs, r)
	}
	slices.SortStableFunc(l.rungs, func(a, b rung) int { return cmp.Compare(a.after, b.after) })
	return l
}

func (l *ladder) rank(at *schema.Place) level {
	text, ok := keptText(at)
	if !ok {
		return noLevel
	}
	return level(slices.Index(l.names, text))
}

var levelNames = sync.OnceValue(func() []string { return valueNames(schema.Levels()) })

// levelNamed returns the rank of a level by its name.
func levelNamed(name string) level { return level(slices.Index(levelNames(), name)) }

// named returns the rank of a level by its name.
func (l *ladder) named(name string) level { return levelNamed(name) }

func (l *ladder) name(v level) string { return l.names[v] }

// stage is a level that a behavior comes to, and the violation that brings it there.
type stage struct {
	violation int
	level     level
	rung      *rung // nil: default_level
}

func (l *ladder) climb() []stage {
	var stages []stage
	reach := func(s stage) {
		if len(stages) == 0 || s.level > stages[len(stages)-1].level {
			stages = append(stages, s)
		}
	}
	if len(l.rungs) == 0 || l.rungs[0].firstViolation() > 1 {
		reach(stage{1, l.initial, nil})
	}
	for i := range l.rungs {
		// Of several entries that are reached at the same violation the last one counts.
		if i+1 < len(l.rungs) && l.rungs[i+1].firstViolation() == l.rungs[i].firstViolation() {
			continue
		}
		reach(stage{l.rungs[i].firstViolation(), l.rungs[i].level, &l.rungs[i]})
	}
	return stages
}

// firstViolation is the number of the violation from which the entry counts.
func (r *rung) firstViolation() int {
	return max(1, int(min(math.Ceil(r.after), math.MaxInt32)))
}

// reaches reports whether the behavior ever comes to that level, and the stage.
func (l *ladder) reaches(want func(level) bool) (stage, bool) {
	for _, s := range l.stages {
		if want(s.level) {
			return s, true
		}
	}
	return stage{}, false
}

// stageAt returns the value that brings a behavior to a level.
func (l *ladder) stageAt(s stage) *schema.Place {
	if s.rung != nil {
		return s.rung.levelAt
	}
	return l.defaultAt
}

// number returns the value of an integer or a float as PyYAML reads it.
func number(at *schema.Place) (float64, bool) {
	if at == nil {
		return 0, false
	}
	return at.Node.Float()
}

// violations writes a threshold as people count.
func violations(after float64) string {
	if after == 1 {
		return "1 violation"
	}
	return strconv.FormatFloat(after, 'f', -1, 64) + " violations"
}

// Stage is a level that a behavior comes to within a session.
type Stage struct {
	Violation int    // that brings it there, from 1
	Level     string // its name
	At        *schema.Place
}

// Stages returns the levels that the behavior at the root of a document goes through, in order. Each is
// harder than the one before: the effective level never falls within a session. Levels that cannot be
// read are left out.
func Stages(behavior *schema.Place) []Stage {
	l := readLadder(behavior.Child("policy").Child("enforcement"))
	var stages []Stage
	for _, s := range l.stages {
		if s.level != noLevel {
			stages = append(stages, Stage{s.violation, l.name(s.level), l.stageAt(s)})
		}
	}
	return stages
}
