package regex

import (
	"slices"
	"sort"
	"sync"
	"unicode"
)

// Range is a range of code points, both ends included.
type Range struct{ Lo, Hi rune }

// Set is a set of code points: sorted ranges that neither touch nor overlap.
type Set []Range

const maxRune = unicode.MaxRune

// anyRune holds every code point.
var anyRune = Set{{0, maxRune}}

// newSet sorts and joins ranges; it may reuse them.
func newSet(ranges []Range) Set {
	slices.SortFunc(ranges, func(a, b Range) int { return int(a.Lo) - int(b.Lo) })
	out := ranges[:0]
	for _, r := range ranges {
		if n := len(out); n > 0 && r.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, r.Hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

// Contains reports whether r is in the set.
func (s Set) Contains(r rune) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].Hi >= r })
	return i < len(s) && s[i].Lo <= r
}

// Negate returns what is not in the set.
func (s Set) Negate() Set {
	out := Set{}
	next := rune(0)
	for _, r := range s {
		if r.Lo > next {
			out = append(out, Range{next, r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= maxRune {
		out = append(out, Range{next, maxRune})
	}
	return out
}

// Union returns what is in any of the sets.
func (s Set) Union(others ...Set) Set {
	all := slices.Clone(s)
	for _, o := range others {
		all = append(all, o...)
	}
	return newSet(all)
}

// Intersect returns what is in both sets.
func (s Set) Intersect(o Set) Set {
	out := Set{}
	for i, j := 0, 0; i < len(s) && j < len(o); {
		if lo, hi := max(s[i].Lo, o[j].Lo), min(s[i].Hi, o[j].Hi); lo <= hi {
			out = append(out, Range{lo, hi})
		}
		if s[i].Hi < o[j].Hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// Minus returns what is in s and not in o.
func (s Set) Minus(o Set) Set { return s.Intersect(o.Negate()) }

// Overlaps reports whether the sets have a character in common.
func (s Set) Overlaps(o Set) bool {
	for i, j := 0, 0; i < len(s) && j < len(o); {
		if max(s[i].Lo, o[j].Lo) <= min(s[i].Hi, o[j].Hi) {
			return true
		}
		if s[i].Hi < o[j].Hi {
			i++
		} else {
			j++
		}
	}
	return false
}

// Equal reports whether the sets are the same.
func (s Set) Equal(o Set) bool { return slices.Equal(s, o) }

// Includes reports whether all of o is in s.
func (s Set) Includes(o Set) bool { return len(o.Minus(s)) == 0 }

// Size returns how many code points the set has.
func (s Set) Size() int {
	n := 0
	for _, r := range s {
		n += int(r.Hi-r.Lo) + 1
	}
	return n
}

// folding lists the characters that have another case, sorted.
var folding = sync.OnceValue(func() []rune {
	var out []rune
	for r := rune('A'); r < 0x1E944; r++ {
		if unicode.SimpleFold(r) != r {
			out = append(out, r)
		}
	}
	return out
})

var asciiLetters = []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

// Fold adds the other cases of the set's letters.
func (s Set) Fold() Set {
	all := slices.Clone(s)
	letters := folding()
	if n := len(s); n > 0 && s[n-1].Hi < 128 {
		letters = asciiLetters
	}
	for _, r := range letters {
		if s.Contains(r) {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				all = append(all, Range{f, f})
			}
		}
	}
	return newSet(all)
}

// table turns a table of package unicode into a set.
func table(tables ...*unicode.RangeTable) Set {
	var ranges []Range
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			ranges = append(ranges, Range{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			ranges = append(ranges, Range{r, r})
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return newSet(ranges)
}

var (
	asciiDigit = Set{{'0', '9'}}
	asciiWord  = Set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	re2Space   = Set{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}}
	jsSpace    = Set{{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A},
		{0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}}
	pythonSpace = Set{{'\t', '\r'}, {0x1C, ' '}, {0x85, 0x85}, {0xA0, 0xA0}, {0x1680, 0x1680},
		{0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}}
	pythonASCIISpace = Set{{'\t', '\r'}, {' ', ' '}}

	pythonDigit = sync.OnceValue(func() Set { return table(unicode.Nd) })
	pythonWord  = sync.OnceValue(func() Set { return table(unicode.L, unicode.N).Union(Set{{'_', '_'}}) })
)

// perlClass returns the set of `\d`, `\s` or `\w` (class is the lower-case letter). ascii is
// Python's flag a.
func perlClass(d Dialect, class byte, ascii bool) Set {
	switch class {
	case 'd':
		if d == Python && !ascii {
			return pythonDigit()
		}
		return asciiDigit
	case 'w':
		if d == Python && !ascii {
			return pythonWord()
		}
		return asciiWord
	}
	switch {
	case d == JavaScript:
		return jsSpace
	case d == Python && ascii:
		return pythonASCIISpace
	case d == Python:
		return pythonSpace
	}
	return re2Space
}

// dotSet returns what `.` matches.
func dotSet(d Dialect, dotAll bool) Set {
	switch {
	case d == JavaScript:
		return Set{{0, '\n' - 1}, {'\n' + 1, '\r' - 1}, {'\r' + 1, 0x2027}, {0x202A, maxRune}}
	case dotAll:
		return anyRune
	}
	return Set{{0, '\n' - 1}, {'\n' + 1, maxRune}}
}

// posixClasses are the names that RE2 knows inside `[[:name:]]`.
var posixClasses = map[string]Set{
	"alnum":  {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}},
	"alpha":  {{'A', 'Z'}, {'a', 'z'}},
	"ascii":  {{0, 0x7F}},
	"blank":  {{'\t', '\t'}, {' ', ' '}},
	"cntrl":  {{0, 0x1F}, {0x7F, 0x7F}},
	"digit":  {{'0', '9'}},
	"graph":  {{'!', '~'}},
	"lower":  {{'a', 'z'}},
	"print":  {{' ', '~'}},
	"punct":  {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}},
	"space":  {{'\t', '\r'}, {' ', ' '}},
	"upper":  {{'A', 'Z'}},
	"word":   {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}},
	"xdigit": {{'0', '9'}, {'A', 'F'}, {'a', 'f'}},
}

// property returns the set of RE2's `\p{name}`: exact names only, of scripts, of general categories
// of one or two letters, and `Any`.
func property(name string) (Set, bool) {
	if name == "Any" {
		return anyRune, true
	}
	if len(name) <= 2 && name != "Cn" && name != "LC" {
		if t := unicode.Categories[name]; t != nil {
			return table(t), true
		}
	}
	if t := unicode.Scripts[name]; t != nil {
		return table(t), true
	}
	return nil, false
}
