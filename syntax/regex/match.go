package regex

import "unicode"

// Match is the outcome of a search. Start and End count code points, in JavaScript UTF-16 units.
type Match struct {
	Found      bool
	Start, End int
	Steps      int  // of a backtracking engine
	Exhausted  bool // the search ended because it took its budget of steps; Found says nothing then
}

// Search looks for the pattern anywhere in a text, as its engine does: the leftmost match, and of
// those the one that a backtracking engine finds first. It takes at most budget steps.
func (re *Regexp) Search(text string, budget int) Match {
	return re.search(units(text, re.Dialect), budget)
}

// Matches reports whether the pattern is found in a text; sure is false when that would take more
// than a few thousand steps.
func (re *Regexp) Matches(text string) (found, sure bool) {
	m := re.Search(text, 20_000)
	return m.Found, !m.Exhausted
}

// units splits a text as an engine sees it.
func units(text string, d Dialect) []rune {
	all := []rune(text)
	if d != JavaScript {
		return all
	}
	var out []rune
	for _, r := range all {
		if r > 0xFFFF {
			hi, lo := surrogates(r)
			out = append(out, hi, lo)
		} else {
			out = append(out, r)
		}
	}
	return out
}

func (re *Regexp) search(text []rune, budget int) Match {
	p := re.program()
	if p == nil {
		return Match{Exhausted: true}
	}
	m := &machine{program: p, text: text, limit: budget, caps: make([]int, 2*(p.groups+1)), regs: make([]loop, p.loops)}
	if p.memo {
		m.failed = make(map[state]bool)
	}
	for start := 0; start <= len(text); start++ {
		for i := range m.caps {
			m.caps[i] = -1
		}
		m.stack = m.stack[:0]
		m.steps++
		if end, ok := m.run(p.start, start); ok {
			return Match{Found: true, Start: start, End: end, Steps: m.steps}
		}
		if m.steps > m.limit {
			return Match{Steps: m.steps, Exhausted: true}
		}
	}
	return Match{Steps: m.steps}
}

type state struct {
	pc  int32
	pos int
}

// loop is a register: how often the body matched, and where its last run began.
type loop struct{ count, last int }

type machine struct {
	*program
	text         []rune
	caps         []int
	regs         []loop
	stack        []frame
	steps, limit int
	failed       map[state]bool
}

type frameKind uint8

const (
	fBranch  frameKind = iota // go on at pc and pos
	fGive                     // a greedy run of characters ends at pos: end it earlier, down to a
	fTake                     // a lazy run of characters ends at pos: take one more
	fEnter                    // run the body of the loop at pc once more from pos
	fCapture                  // undo: caps[a] = b
	fLoop                     // undo: regs[a] = {pos, b}
)

type frame struct {
	kind frameKind
	pc   int32
	pos  int
	a, b int
}

func (m *machine) push(f frame) { m.stack = append(m.stack, f) }

func (m *machine) setCapture(slot, value int) {
	m.push(frame{kind: fCapture, a: slot, b: m.caps[slot]})
	m.caps[slot] = value
}

func (m *machine) setLoop(reg int, l loop) {
	m.push(frame{kind: fLoop, a: reg, pos: m.regs[reg].count, b: m.regs[reg].last})
	m.regs[reg] = l
}

// run runs the program from pc at pos until it matches or fails. The frames that it leaves on the
// stack are what to undo.
func (m *machine) run(pc int32, pos int) (end int, ok bool) {
	base := len(m.stack)
	for {
		if m.steps++; m.steps > m.limit {
			return 0, false
		}
		i := &m.insts[pc]
		alive := true
		switch i.op {
		case opMatch:
			m.keepUndo(base)
			return pos, true
		case opFail:
			alive = false
		case opChar:
			switch {
			case i.back && pos > 0 && i.set.has(m.text[pos-1]):
				pos--
			case !i.back && pos < len(m.text) && i.set.has(m.text[pos]):
				pos++
			default:
				alive = false
			}
			pc = i.next
		case opCharLoop:
			pos, alive = m.charLoop(pc, i, pos)
			pc = i.next
		case opSplit:
			if m.failed != nil {
				if s := (state{pc, pos}); m.failed[s] {
					alive = false
					break
				} else {
					m.failed[s] = true
				}
			}
			m.push(frame{kind: fBranch, pc: i.alt, pos: pos})
			pc = i.next
		case opSave:
			m.setCapture(i.n, pos)
			pc = i.next
		case opAssert:
			alive = m.assert(i, pos)
			pc = i.next
		case opLoopInit:
			m.setLoop(i.n, loop{0, -1})
			pc = m.decide(pc, i, pos)
		case opLoopNext:
			l := m.regs[i.n]
			if m.dialect == JavaScript && l.count >= i.min && l.last == pos {
				alive = false // an empty repeat is no repeat
				break
			}
			m.setLoop(i.n, loop{l.count + 1, l.last})
			pc = m.decide(pc, i, pos)
		case opLook:
			alive = m.look(i, pos)
			pc = i.alt
		case opAtomic:
			pos, alive = m.run(i.next, pos)
			pc = i.alt
		case opBackref:
			pos, alive = m.backref(i, pos)
			pc = i.next
		case opCondition:
			if m.caps[2*i.n+1] < 0 {
				pc = i.alt
			} else {
				pc = i.next
			}
		}
		if alive {
			continue
		}
		if pc, pos, ok = m.backtrack(base); !ok {
			return 0, false
		}
	}
}

// backtrack undoes and finds the next thing to try.
func (m *machine) backtrack(base int) (pc int32, pos int, ok bool) {
	for len(m.stack) > base {
		top := len(m.stack) - 1
		f := &m.stack[top]
		switch f.kind {
		case fCapture:
			m.caps[f.a] = f.b
		case fLoop:
			m.regs[f.a] = loop{f.pos, f.b}
		case fBranch:
			pc, pos = f.pc, f.pos
			m.stack = m.stack[:top]
			return pc, pos, true
		case fGive:
			f.pos--
			pc, pos = m.insts[f.pc].next, f.pos
			if f.pos <= f.a {
				m.stack = m.stack[:top]
			}
			return pc, pos, true
		case fTake:
			i := &m.insts[f.pc]
			if f.a != 0 && f.pos < len(m.text) && i.set.has(m.text[f.pos]) {
				f.pos++
				if f.a > 0 {
					f.a--
				}
				return i.next, f.pos, true
			}
		case fEnter:
			pc, pos = f.pc, f.pos
			m.stack = m.stack[:top]
			return m.enter(&m.insts[pc], pos), pos, true
		}
		m.stack = m.stack[:top]
	}
	return 0, 0, false
}

// keepUndo forgets what could still be tried above base and keeps what is to be undone.
func (m *machine) keepUndo(base int) {
	kept := m.stack[:base]
	for _, f := range m.stack[base:] {
		if f.kind == fCapture || f.kind == fLoop {
			kept = append(kept, f)
		}
	}
	m.stack = kept
}

// charLoop takes characters for opCharLoop.
func (m *machine) charLoop(pc int32, i *inst, pos int) (int, bool) {
	most := len(m.text) - pos
	if i.max != Unlimited {
		most = min(most, i.max)
	}
	want := most
	if i.lazy {
		want = min(i.min, most)
	}
	n := 0
	for n < want && i.set.has(m.text[pos+n]) {
		n++
	}
	m.steps += n
	if n < i.min {
		return pos, false
	}
	end := pos + n
	if i.lazy {
		left := -1
		if i.max != Unlimited {
			left = i.max - n
		}
		if left != 0 {
			m.push(frame{kind: fTake, pc: pc, pos: end, a: left})
		}
	} else if n > i.min {
		m.push(frame{kind: fGive, pc: pc, pos: end, a: pos + i.min})
	}
	return end, true
}

// decide goes into the body of a loop once more, or past it.
func (m *machine) decide(pc int32, i *inst, pos int) int32 {
	l := m.regs[i.n]
	if l.count < i.min {
		return m.enter(i, pos)
	}
	more := (i.max == Unlimited || l.count < i.max) && (m.dialect == JavaScript || l.count == 0 || l.last != pos)
	switch {
	case !more:
		return i.alt
	case i.lazy:
		m.push(frame{kind: fEnter, pc: pc, pos: pos})
		return i.alt
	}
	m.push(frame{kind: fBranch, pc: i.alt, pos: pos})
	return m.enter(i, pos)
}

func (m *machine) enter(i *inst, pos int) int32 {
	m.setLoop(i.n, loop{m.regs[i.n].count, pos})
	if i.clearFirst > 0 {
		for slot := 2 * i.clearFirst; slot <= 2*i.clearLast+1; slot++ {
			if m.caps[slot] >= 0 {
				m.setCapture(slot, -1)
			}
		}
	}
	return i.next
}

func (m *machine) look(i *inst, pos int) bool {
	base := len(m.stack)
	if pos < i.width {
		return i.negated
	}
	_, ok := m.run(i.next, pos-i.width)
	if ok && i.negated {
		for len(m.stack) > base { // what a negative look captured is forgotten
			m.backtrack(base)
		}
	}
	return ok != i.negated && m.steps <= m.limit
}

func (m *machine) backref(i *inst, pos int) (int, bool) {
	start, end := m.caps[2*i.n], m.caps[2*i.n+1]
	if start < 0 || end < 0 {
		return pos, m.dialect == JavaScript
	}
	n := end - start
	from := pos
	if i.back {
		from -= n
	}
	if from < 0 || from+n > len(m.text) {
		return pos, false
	}
	m.steps += n
	for k := range n {
		if a, b := m.text[start+k], m.text[from+k]; a != b && !(i.fold && equalFold(a, b)) {
			return pos, false
		}
	}
	if i.back {
		return from, true
	}
	return from + n, true
}

func equalFold(a, b rune) bool {
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return false
}

func (m *machine) assert(i *inst, pos int) bool {
	n := len(m.text)
	switch i.kind {
	case BeginText:
		return pos == 0
	case EndText:
		return pos == n
	case EndOrLastNL:
		return pos == n || pos == n-1 && m.text[pos] == '\n'
	case BeginLine:
		return pos == 0 || m.text[pos-1] == '\n'
	case EndLine:
		return pos == n || m.text[pos] == '\n'
	}
	word := func(at int) bool {
		if at < 0 || at >= n {
			return false
		}
		if r := m.text[at]; r < 128 || i.ascii {
			return asciiWord.Contains(r)
		}
		return pythonWord().Contains(m.text[at])
	}
	edge := word(pos-1) != word(pos)
	if i.kind == NotWordEdge {
		// Python's \B does not hold in an empty text.
		return !edge && (n > 0 || m.dialect != Python)
	}
	return edge
}
