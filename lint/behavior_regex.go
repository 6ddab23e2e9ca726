package lint

import (
	"regexp"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

// searchPython reports whether Python's re.search finds the pattern in a text; a pattern that does not
// compile is found nowhere, as in the hooks.
func searchPython(pattern, text string) bool { return search(pattern, text, regex.Python) }

// searchJavaScript reports whether the host's unanchored test of a matcher succeeds.
func searchJavaScript(pattern, text string) bool { return search(pattern, text, regex.JavaScript) }

func search(pattern, text string, dialect regex.Dialect) bool {
	if _, err := regex.Parse(pattern, dialect); err != nil {
		return false
	}
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(text)
}

func compilesJavaScript(pattern string) bool {
	_, err := regex.Parse(pattern, regex.JavaScript)
	return err == nil
}

// sample returns texts that a Python pattern may be found in, simple ones first; to be tried.
func sample(pattern string) []string {
	re, err := regex.Parse(pattern, regex.Python)
	if err != nil {
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
