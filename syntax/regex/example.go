package regex

import "strings"

// maxExample bounds the texts that are made of a pattern.
const maxExample = 200

// Example returns a short text that the pattern is found in, and that was tried; ok is false if none
// was found.
func (re *Regexp) Example() (text string, ok bool) {
	for _, text := range re.Samples() {
		for _, around := range [][2]string{{"", ""}, {"", " "}, {" ", ""}, {"x", ""}, {"", "x"}, {" ", " "}} {
			text := around[0] + text + around[1]
			if found, sure := re.Matches(text); found && sure {
				return text, true
			}
		}
	}
	return "", false
}

// NearMiss returns a text that is nearly the example and that the pattern is not found in; ok is false
// if none was found.
func (re *Regexp) NearMiss(example string) (text string, ok bool) {
	var tries []string
	if starts, ends := anchors(re.Root); starts || ends {
		if starts {
			tries = append(tries, "x "+example)
		}
		if ends {
			tries = append(tries, example+"x")
		}
	}
	runes := []rune(example)
	for i := len(runes) - 1; i >= 0; i-- {
		tries = append(tries, string(runes[:i])+string(runes[i+1:]))
	}
	if swapped := swapCase(example); swapped != example {
		tries = append(tries, swapped)
	}
	tries = append(tries, example+"x", "x"+example, "x", "")
	for _, t := range tries {
		if found, sure := re.Matches(t); !found && sure {
			return t, true
		}
	}
	return "", false
}

// swapCase gives the letters of ASCII their other case.
func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

// anchors reports whether a pattern begins with the start or ends with the end of the text.
func anchors(n *Node) (starts, ends bool) {
	items := sequence(n)
	if n.Op == Alternate || len(items) == 0 {
		return false, false
	}
	switch items[len(items)-1].Op {
	case EndText, EndOrLastNL:
		ends = true
	}
	return items[0].Op == BeginText, ends
}

// Samples returns texts that the pattern may be found in, plain ones first; they are to be tried.
func (re *Regexp) Samples() []string {
	var texts []string
	add := func(s sampler) {
		s.re, s.groups = re, map[int]string{}
		s.write(re.Root)
		for _, t := range texts {
			if t == s.text.String() {
				return
			}
		}
		texts = append(texts, s.text.String())
	}
	add(sampler{})
	add(sampler{optional: 1})
	for branch := 1; branch < 4; branch++ {
		add(sampler{branch: branch})
	}
	return texts
}

// sampler writes one text that a pattern asks for, each set by its plainest character.
type sampler struct {
	re       *Regexp
	text     strings.Builder
	groups   map[int]string
	optional int // how often what may be left out is written
	branch   int // which alternative is written, the last if there are fewer
}

func (s *sampler) write(n *Node) {
	if s.text.Len() > maxExample {
		return
	}
	if set, ok := nodeSet(n); ok {
		if n.Op == Literal {
			s.text.WriteRune(n.Rune)
		} else if r, ok := Sample(set); ok {
			if set.Contains(' ') && !set.Contains('a') {
				r = ' '
			}
			s.text.WriteRune(r)
		}
		return
	}
	switch n.Op {
	case Concat:
		for i, sub := range n.Subs {
			if i > 0 && i < len(n.Subs)-1 && s.gap(sub) {
				continue
			}
			s.write(sub)
		}
	case Alternate:
		s.write(n.Subs[min(s.branch, len(n.Subs)-1)])
	case Conditional, Atomic:
		s.write(n.Subs[0])
	case Group:
		start := s.text.Len()
		s.write(n.Subs[0])
		s.groups[n.Index] = s.text.String()[min(start, s.text.Len()):]
	case Repeat:
		times := n.Min
		if times == 0 && n.Max != 0 {
			times = s.optional
		}
		for range min(times, maxExample) {
			s.write(n.Subs[0])
		}
	case Look:
		if !n.Negated {
			s.write(n.Subs[0])
		}
	case Backref:
		s.text.WriteString(s.groups[n.Index])
	}
}

// gap writes a space for a part between two others that takes any number of characters.
func (s *sampler) gap(n *Node) bool {
	if n.Op != Repeat || n.Min > 0 || n.Max != Unlimited {
		return false
	}
	set, ok := nodeSet(n.Subs[0])
	if !ok || !set.Contains(' ') || !set.Contains('a') {
		return false
	}
	if text := s.text.String(); text != "" && !strings.HasSuffix(text, " ") {
		s.text.WriteByte(' ')
	}
	return true
}
