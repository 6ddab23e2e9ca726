package syntax

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// cursorMaker writes random documents with one cursor, and knows what it stands in.
type cursorMaker struct {
	*rand.Rand
	lines  []string
	step   int  // spaces a level is indented by
	tight  bool // lists are not indented below their keys
	broken bool // lines that do not parse stand around the cursor
	places int  // where the cursor could have been so far
	marked []string
	want   string
	keys   []string // of the mapping around the cursor
}

// here offers a place for the cursor: lines that hold it, and what is expected there.
func (m *cursorMaker) here(want string, keys []string, lines ...string) {
	m.places++
	if m.Intn(m.places) == 0 { // so that each place is equally likely in the end
		m.want, m.keys = want, keys
		m.marked = append(slices.Clone(m.lines), lines...)
		m.lines = append(m.lines, "\x00") // what follows the cursor begins here
	}
}

func (m *cursorMaker) line(indent int, text string) {
	m.lines = append(m.lines, strings.Repeat(" ", indent)+text)
}

func (m *cursorMaker) noise(indent int) {
	switch m.Intn(8) {
	case 0:
		m.line(0, "")
	case 1:
		m.line(indent, "# a: comment")
	case 2:
		m.line(0, "# - comment")
	}
}

func (m *cursorMaker) scalar() string {
	return []string{"x", "12", "'it''s: y'", `"a \"b\": # c"`, "a b # c", "true", "[x, 'y', {z: 1}]", "{a: 1, b: [c]}", "&n x", "*n"}[m.Intn(10)]
}

// mapping writes a block mapping whose first line begins with lead.
func (m *cursorMaker) mapping(path string, indent, depth int, lead string) {
	var keys []string
	for i := range 1 + m.Intn(4) {
		keys = append(keys, fmt.Sprintf("k%d", i))
	}
	pad := strings.Repeat(" ", indent)
	for i, key := range keys {
		if i > 0 || lead == "" {
			lead = pad
			m.noise(indent)
			if m.broken && m.Intn(6) == 0 {
				m.line(indent, []string{"z: [", "z: {a: ", `z: "`, "z", "z: 'x", "z: {"}[m.Intn(6)])
			}
			m.here("key "+path+".", keys, pad+"¦")
			m.here("key "+path+".", keys, pad+"ke¦")
			m.here("key "+path+".", keys, pad+"'ke¦")
			m.here("key "+path+".", keys, pad+"n¦ew: 1")
			m.here("value "+path+".new", keys, pad+"new: ¦")
			m.here("value "+path+".new", keys, pad+"new:¦")
			m.here("value "+path+".new", keys, pad+"new: \"va¦")
			m.here("key "+path+".new.", nil, pad+"new: {¦}")
			m.here("value "+path+".new.a", []string{"b"}, pad+"new: {a: ¦, b: 1}")
			m.here("key "+path+".new.a[1].", []string{"b"}, pad+"new: {a: [x, {b: 1, ¦")
			m.here("item "+path+".new[1]", nil, pad+"new: [x, ¦]")
			m.here("item "+path+".new[1]", nil, pad+"new: [x, 'y¦]")
			m.here("key "+path+".new.", []string{"a"}, pad+"new: {", pad+"  a: 1,", pad+"  ¦", pad+"}")
			m.here("text "+path+".new", keys, pad+"new: |-", pad+"  one: two", pad+"  # t¦")
			m.here("key "+path+".new.", nil, pad+"new:", pad+"  ne¦")
			m.here("item "+path+".new[1]", nil, pad+"new:", pad+"- a", pad+"- ¦")
			m.here("key "+path+".new[0].", []string{"b"}, pad+"new:", pad+" - n¦", pad+"   b: 1")
		}
		m.entry(path, key, lead, indent, depth)
		lead = ""
	}
}

func (m *cursorMaker) entry(path, key, lead string, indent, depth int) {
	start := lead + key + ":"
	switch n := m.Intn(8); {
	case n < 3 && depth > 0:
		m.lines = append(m.lines, start+[]string{"", " # c", " &a"}[m.Intn(3)])
		m.mapping(path+"."+key, indent+m.step, depth-1, "")
	case n < 5 && depth > 0:
		m.lines = append(m.lines, start)
		in := indent + m.step
		if m.tight {
			in = indent
		}
		m.sequence(path+"."+key, in, depth-1)
	case n == 5:
		m.lines = append(m.lines, start+" |")
		m.line(indent+m.step, "text: [")
		m.line(0, "")
		m.line(indent+m.step+1, "- \"more")
	case n == 6:
		m.lines = append(m.lines, start+" one")
		m.line(indent+m.step, "two words")
	default:
		m.lines = append(m.lines, start+" "+m.scalar())
	}
}

func (m *cursorMaker) sequence(path string, indent, depth int) {
	pad := strings.Repeat(" ", indent)
	for i := range 1 + m.Intn(3) {
		m.noise(indent)
		at := fmt.Sprintf("%s[%d]", path, i)
		m.here("item "+at, nil, pad+"- ¦")
		m.here("item "+at, nil, pad+"-¦")
		m.here("item "+at, nil, pad+"- \"a¦")
		m.here("value "+at+".a", nil, pad+"- a: b¦")
		m.here("key "+at+".", nil, pad+"- {¦}")
		if depth > 0 && m.Intn(2) == 0 {
			m.mapping(at, indent+2, depth-1, pad+"- ")
		} else {
			m.lines = append(m.lines, pad+"- "+m.scalar())
		}
	}
}

// made returns a document with its cursor.
func (m *cursorMaker) made() string {
	// The lines behind the last mark are what follows the cursor.
	last := len(m.lines) - 1
	for last >= 0 && m.lines[last] != "\x00" {
		last--
	}
	lines := append(m.marked, m.lines[last+1:]...)
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "\x00" })
	return strings.Join(lines, []string{"\n", "\n", "\r\n", "\r"}[m.Intn(4)])
}

// TestCursorInMadeText asks for cursors in documents of every style, half-typed and broken ones too.
func TestCursorInMadeText(t *testing.T) {
	for seed := range 3000 {
		m := &cursorMaker{Rand: rand.New(rand.NewSource(int64(seed)))}
		m.step, m.tight, m.broken = 2+2*m.Intn(2), m.Intn(2) == 0, m.Intn(3) == 0
		if m.Intn(5) == 0 {
			m.lines = append(m.lines, "old: 1", "---")
		}
		m.mapping("", 0, 3, "")
		text := m.made()
		plain, c := at(t, "t.yaml", text)
		got := [...]string{"none", "key", "value", "item", "text"}[c.Slot] + " " + cursorPath(c)
		if got != m.want {
			t.Errorf("seed %d: got %s, want %s in\n%s", seed, got, m.want, text)
			continue
		}
		checkCursor(t, plain, c, c.Offset)
		if last := c.Levels[len(c.Levels)-1]; last.Kind == Mapping {
			var keys []string
			for _, e := range last.Entries {
				if e.Key != "z" {
					keys = append(keys, e.Key)
				}
			}
			if !slices.Equal(keys, m.keys) {
				t.Errorf("seed %d: entries %v, want %v in\n%s", seed, keys, m.keys, text)
			}
		}
	}
}
