package lint

import (
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

// compile parses a pattern; nil if its engine refuses it.
func compile(pattern string, dialect regex.Dialect) *regex.Regexp {
	re, err := regex.Parse(pattern, dialect)
	if err != nil {
		return nil
	}
	return re
}

// found reports whether a pattern is certainly found in a text. One that does not compile is found
// nowhere, as in the hooks and the host.
func found(re *regex.Regexp, text string) bool {
	if re == nil {
		return false
	}
	found, sure := re.Matches(text)
	return found && sure
}

// sample returns texts that a pattern may be found in, simple ones first; to be tried.
func sample(re *regex.Regexp) []string {
	if re == nil {
		return nil
	}
	var texts []string
	for _, most := range []int{0, 1} {
		s := sampler{re: re, groups: map[int]string{}, repeats: most}
		s.write(re.Root)
		if text := s.text.String(); len(texts) == 0 || texts[0] != text {
			texts = append(texts, text)
		}
	}
	return texts
}

// sampler writes one text that a pattern asks for: the first branch, each class by its plainest character.
type sampler struct {
	re      *regex.Regexp
	text    strings.Builder
	groups  map[int]string
	repeats int // how often what may be repeated zero times is written
}

func (s *sampler) write(n *regex.Node) {
	if s.text.Len() > maxSample {
		return
	}
	switch n.Op {
	case regex.Literal:
		s.text.WriteRune(n.Rune)
	case regex.Any, regex.Class:
		s.text.WriteRune(plainest(n.Set))
	case regex.Concat:
		for _, sub := range n.Subs {
			s.write(sub)
		}
	case regex.Alternate:
		s.write(n.Subs[0])
	case regex.Repeat:
		times := n.Min
		if times == 0 && n.Max != 0 {
			times = s.repeats
		}
		for range min(times, maxSample) {
			s.write(n.Subs[0])
		}
	case regex.Group:
		start := s.text.Len()
		s.write(n.Subs[0])
		s.groups[n.Index] = s.text.String()[start:]
	case regex.Atomic:
		s.write(n.Subs[0])
	case regex.Look:
		if n.Behind && !n.Negated {
			s.write(n.Subs[0])
		}
	case regex.Backref:
		s.text.WriteString(s.groups[n.Index])
	case regex.Conditional:
		s.write(n.Subs[0])
	}
}

const maxSample = 300

// plainest returns the character of a set that reads best in a message.
func plainest(set regex.Set) rune {
	for _, r := range "a A0-/_. x" {
		if set.Contains(r) {
			return r
		}
	}
	if len(set) > 0 {
		return set[0].Lo
	}
	return 'x'
}
