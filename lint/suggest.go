package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/forgelint/forgelint/schema"
)

// Suggest returns the candidate that the user most likely meant, "" if none is near: one that
// differs only in case or in `-` and `_`, else the first of the smallest edit distance if that is at
// most a third of the length.
func Suggest(name string, candidates []string) string {
	best, _ := nearest(name, candidates)
	return best
}

// sureDistance is the number of slips up to which a unique candidate is surely what was meant.
const sureDistance = 2

// nearest is Suggest; sure says that no other candidate is as near, and this one is very near.
func nearest(name string, candidates []string) (best string, sure bool) {
	folded := foldName(name)
	bestDistance := -1
	for _, candidate := range candidates {
		if candidate == name {
			continue
		}
		if folded != "" && foldName(candidate) == folded {
			return candidate, true
		}
		typed, known := withoutSharedSegments(name, candidate)
		limit := max(utf8.RuneCountInString(typed), utf8.RuneCountInString(known)) / 3
		if bestDistance >= 0 {
			limit = min(limit, bestDistance)
		}
		switch d := distance(strings.ToLower(typed), strings.ToLower(known), limit); {
		case d > limit:
		case d == bestDistance:
			sure = false
		default:
			best, bestDistance, sure = candidate, d, d <= sureDistance
		}
	}
	return best, sure
}

// SuggestField returns the field that a key of a mapping was most likely meant to be, nil if none is
// near. renamed: the key is a former or borrowed name of the field, not a slip.
func SuggestField(t *schema.Type, key string) (field *schema.Field, renamed bool) {
	if t == nil {
		return nil, false
	}
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		for _, was := range f.Was {
			if was == key {
				return f, true
			}
		}
		names[i] = f.Name
	}
	return t.Field(Suggest(key, names)), false
}

// withoutSharedSegments cuts off the dotted segments that two names begin with in common, unless one
// of them ends there: `step.shell` is as far from `step.self` as `shell` from `self`.
func withoutSharedSegments(a, b string) (string, string) {
	for {
		headA, restA, okA := strings.Cut(a, ".")
		headB, restB, okB := strings.Cut(b, ".")
		if !okA || !okB || headA != headB {
			return a, b
		}
		a, b = restA, restB
	}
}

func foldName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// distance is the optimal string alignment distance in code points: insertions, deletions,
// substitutions and swaps of neighbours. It may return any value above limit once that is passed.
func distance(a, b string, limit int) int {
	s, t := []rune(a), []rune(b)
	if limit < 0 || len(s)-len(t) > limit || len(t)-len(s) > limit {
		return limit + 1
	}
	width := len(t) + 1
	before, previous, current := make([]int, width), make([]int, width), make([]int, width)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(s); i++ {
		current[0] = i
		least := i
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			d := min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				d = min(d, before[j-2]+1)
			}
			current[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, previous, current = previous, current, before
	}
	return previous[len(t)]
}
