package lint

import (
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
)

// matcher is a trigger's `matcher` as the host reads it (hooks reference of the host, "Matcher
// patterns"): everything, a list of exact names, or an unanchored JavaScript pattern.
type matcher struct {
	at       *schema.Place // nil: absent
	text     string
	all      bool // absent, empty or `*`
	names    []matcherName
	pattern  bool          // text is a JavaScript pattern
	re       *regex.Regexp // of a pattern; nil if it does not compile: it matches nothing
	readable bool          // a text, or absent
}

// matcherName is one name of a list, what the tool is called today, and where it stands in the
// matcher's text.
type matcherName struct {
	name, today string
	from, to    int
}

func readMatcher(at *schema.Place) matcher {
	if isAbsent(at) {
		return matcher{at: at, all: true, readable: true}
	}
	text, ok := keptText(at)
	if !ok {
		return matcher{at: at}
	}
	m := parseMatcher(text)
	m.at = at
	return m
}

func parseMatcher(text string) matcher {
	m := matcher{text: text, readable: true}
	switch {
	case text == "" || text == "*":
		m.all = true
	case strings.IndexFunc(text, notInList) < 0:
		m.names = splitNames(text)
	default:
		m.pattern = true
		m.re = compile(text, regex.JavaScript)
	}
	return m
}

// notInList reports whether a character makes the host read a matcher as a pattern.
func notInList(r rune) bool {
	return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune("_|, -", r)
}

func splitNames(text string) []matcherName {
	var names []matcherName
	from := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != '|' && text[i] != ',' {
			continue
		}
		part := text[from:i]
		if name := strings.TrimSpace(part); name != "" {
			start := from + strings.Index(part, name)
			names = append(names, matcherName{name, todaysName(name), start, start + len(name)})
		}
		from = i + 1
	}
	return names
}

// matches reports whether the host starts the hook for a tool. Former names are mapped to today's
// before they are compared.
func (m *matcher) matches(tool string) bool {
	switch {
	case m.all:
		return true
	case m.pattern:
		return foundIn(m.re, tool)
	}
	return m.lists(todaysName(tool))
}

func (m *matcher) lists(today string) bool {
	return slices.ContainsFunc(m.names, func(n matcherName) bool { return n.today == today })
}

func todaysName(tool string) string {
	if t := schema.ToolNamed(tool); t != nil && t.Renamed != "" {
		return t.Renamed
	}
	return tool
}

// tools returns the host's tools that the matcher lets through, former ones included.
func (m *matcher) tools() []string {
	var matched []string
	for _, t := range schema.Tools() {
		if m.matches(t.Name) {
			matched = append(matched, t.Name)
		}
	}
	return matched
}

// matchesToday reports whether the matcher lets through a tool that is not gone.
func (m *matcher) matchesToday() bool {
	return slices.ContainsFunc(schema.Tools(), func(t schema.Tool) bool {
		return (t.Legacy == "" || t.Renamed != "") && m.matches(t.Name)
	})
}

// listed returns the tools that the matcher names if it is a list of tools whose inputs are known:
// only then is it certain what a call can hold.
func (m *matcher) listed() ([]*schema.Tool, bool) {
	if len(m.names) == 0 {
		return nil, false
	}
	tools := make([]*schema.Tool, len(m.names))
	for i, n := range m.names {
		if tools[i] = schema.ToolNamed(n.name); tools[i] == nil {
			return nil, false
		}
	}
	return tools, true
}

// MatcherTools returns, by their names of today, the tools that the text of a trigger's `matcher` lists;
// ok says that it is a list, of tools that are known.
func MatcherTools(text string) (tools []*schema.Tool, ok bool) {
	m := parseMatcher(text)
	if _, ok := m.listed(); !ok {
		return nil, false
	}
	for _, n := range m.names {
		if tool := schema.ToolNamed(n.today); tool != nil {
			tools = append(tools, tool)
		}
	}
	return tools, true
}

// span returns where a part of the matcher's text is written.
func (m *matcher) span(p *Pass, from, to int) syntax.Span { return p.Tree.Source(m.at.Node, from, to) }

// overlaps reports whether one call can start both hooks.
func (t *trigger) overlaps(o *trigger) bool {
	if t.event == "" || t.event != o.event {
		return false
	}
	if e := schema.EventNamed(t.event); e == nil || !e.Matcher {
		return true
	}
	return t.matcher.overlaps(&o.matcher)
}

// overlaps reports whether there is a tool that both matchers let through. Of two patterns that is certain
// for the host's own tools only, or when they are the same.
func (m *matcher) overlaps(o *matcher) bool {
	switch {
	case !m.readable || !o.readable || m.dead() || o.dead():
		return false
	case m.all || o.all || m.text == o.text:
		return true
	case len(m.names) > 0:
		return slices.ContainsFunc(m.names, func(n matcherName) bool { return o.matches(n.name) })
	case len(o.names) > 0:
		return o.overlaps(m)
	}
	return slices.ContainsFunc(schema.Tools(), func(tool schema.Tool) bool {
		return tool.Legacy == "" && m.matches(tool.Name) && o.matches(tool.Name)
	})
}

// dead reports whether the matcher matches nothing, for want of a name or of a pattern that compiles.
func (m *matcher) dead() bool {
	return !m.all && len(m.names) == 0 && m.re == nil
}
