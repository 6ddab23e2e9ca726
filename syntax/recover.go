package syntax

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	yamlv4 "go.yaml.in/yaml/v4"
	"gopkg.in/yaml.v3"
)

// Recovery: where yaml.v3 refuses a text, the fault is explained, the smallest part that makes sense
// is replaced by a placeholder of the same length, and the text is read again. So one fault costs
// one entry, and no offset moves.

const (
	// maxFaults bounds the faults of one file.
	maxFaults = 300
	// maxReread bounds the bytes of whole texts that are read again for the sake of recovery. When
	// they are used up, the file is read up to the last fault.
	maxReread = 32 << 20
	// maxLines bounds how far recovery looks up for the collections around a line.
	maxLines = 400
)

type holeKind uint8

const (
	valueHole holeKind = iota // a scalar of unknown type
	entryHole                 // an entry of a block mapping, lost
	keyHole                   // a key that has to be read from the source
	gapHole                   // nothing is put there: entries of any collection around may be lost
)

// A hole is a place of the text that could not be read and that a placeholder fills.
type hole struct {
	kind  holeKind
	at    int  // where the node of the placeholder starts
	span  Span // what is written there
	colon int  // of a keyHole: where the placeholder ends
	sure  bool // of a keyHole: nothing is wrong with the key or its place
}

// A fault is what recovery knows of a refusal.
type fault struct {
	Error
	hole  hole
	blank Span // replaced by spaces before the placeholder is put in
	put   string
	putAt int
	known bool    // no fault, or a consequence of an earlier one: not to be reported
	more  []fault // what else has to be replaced for the same fault
}

// recovery is the state of reading a text that yaml.v3 refuses.
type recovery struct {
	src       string
	text      string // src with placeholders
	holes     []hole
	faults    []Error
	lines     []int
	blankTabs []int // see spaceBlankTabs
	// What the parser says of the next refusal: mark is where it stopped, context where the thing
	// starts that it was reading (-1 if it does not say), problem what it is.
	mark, context int
	problem       string
}

// readYAML reads a text as far as it can be read. The text that comes back is the one that the nodes
// belong to.
// blankTabs are the lines of spaceBlankTabs that the text still has.
func readYAML(src string) (text string, docs []*yaml.Node, holes []hole, blankTabs []int, faults []Error) {
	text, faults = checkCharacters(src)
	if text == "" && src != "" {
		return strings.Repeat(" ", len(src)), nil, []hole{{kind: gapHole}}, nil, faults
	}
	text = prepareYAML(text)
	docs, err := decodeYAML(text)
	if err == nil {
		return text, docs, nil, nil, faults
	}
	if text, blankTabs = spaceBlankTabs(text); len(blankTabs) > 0 {
		if docs, err = decodeYAML(text); err == nil {
			return text, docs, nil, blankTabs, faults
		}
	}
	r := &recovery{src: src, text: text, lines: yamlLines(text), faults: faults, blankTabs: blankTabs}
	r.sweep()
	for reread := 0; ; reread += len(text) {
		docs, err = decodeYAML(r.text)
		if err == nil {
			return r.text, docs, r.holes, r.blankTabs, r.faults
		}
		r.locate(0, err)
		if r.repair(); reread > maxReread {
			r.cut(r.lineStart(r.mark))
			r.holes = append(r.holes, hole{kind: gapHole, at: r.mark})
			reread = 0
			continue
		}
	}
}

// sweep repairs all faults that yaml.v4 finds. It goes on from an entry above the fault, not from the
// start, so that a file with many faults takes not much longer than one with few. What it overlooks
// is found when the whole text is read.
func (r *recovery) sweep() {
	start := 0
	for len(r.faults) <= maxFaults && r.locate(start, nil) {
		if next := r.lineStart(r.mark); start > 0 && next > start && r.leaves(start, next) {
			start = next // the collection of the first line ends here
			continue
		}
		at := r.repair()
		if at < 0 {
			return
		}
		start = r.restart(at)
	}
}

// leaves reports whether the refusal at the line of next only says that the text read from start on
// does not end where the collection that it starts in ends.
func (r *recovery) leaves(start, next int) bool {
	l := r.line(next)
	return r.mark == l.indent && strings.Contains(r.problem, "document start") &&
		l.column(l.indent) < r.line(start).column(r.line(start).indent)
}

// restart returns the start of a line above an offset from which the text can be read on its own: one
// with an entry that holds the offset.
func (r *recovery) restart(at int) int {
	if strings.Contains(r.text, "%TAG") {
		return 0
	}
	l := r.line(at)
	column := l.column(l.indent)
	for n := 0; n < maxLines; n++ {
		above, ok := r.before(l)
		if !ok {
			return 0
		}
		l = above
		if c := l.column(l.indent); c < column {
			column = c
			if len(l.dashes) > 0 && l.colon >= 0 || c == 0 {
				return r.lineStart(l.start)
			}
		}
	}
	return 0
}

// repair explains the refusal and replaces what is at fault. It returns where the first change is; -1
// if all that is left was given up.
func (r *recovery) repair() int {
	f := r.explain()
	r.clamp(&f)
	switch {
	case f.Code == ExcessiveNesting:
		r.faults = append(r.faults, f.Error)
		r.holes = append(r.holes, hole{kind: gapHole, at: f.Span.Start})
		if !r.cut(r.lineStart(f.Span.Start)) {
			r.cut(0)
		}
		return -1
	case r.dropPlaceholder(f.Span):
		// What was left out goes on to hurt; the fault is known.
		return r.mark
	case f.known && r.fill(f):
		r.addHoles(f)
		return f.hole.at
	case f.known || r.reported(f.Span):
		return r.loseMore(f.Span)
	}
	r.faults = append(r.faults, f.Error)
	if len(r.faults) > maxFaults {
		r.cut(r.lineStart(f.Span.Start))
		r.holes = append(r.holes, hole{kind: gapHole, at: f.Span.Start})
		return -1
	}
	if !r.fill(f) {
		return r.loseMore(f.Span)
	}
	r.addHoles(f)
	at := f.Span.Start
	if f.blank.Len() > 0 {
		at = min(at, f.blank.Start)
	}
	return at
}

func (r *recovery) addHoles(f fault) {
	r.holes = append(r.holes, f.hole)
	for _, m := range f.more {
		r.addHoles(m)
	}
}

// dropPlaceholder takes away a placeholder that lies in span or at the mark, if there is one.
func (r *recovery) dropPlaceholder(span Span) bool {
	for i, h := range r.holes {
		if h.kind != gapHole && (span.Contains(h.at) || h.at == r.mark) && r.fill(fault{blank: Span{h.at, h.at + 1}}) {
			r.holes[i].kind = gapHole
			return true
		}
	}
	return false
}

// reported reports whether a fault was found before: leaving out its part has not helped.
func (r *recovery) reported(span Span) bool {
	for _, e := range r.faults {
		if e.Span == span {
			return true
		}
	}
	return false
}

// loseMore leaves out the line of a fault with all that is nested under it; if that is no help
// either, everything from there on.
func (r *recovery) loseMore(span Span) int {
	l := r.line(min(span.Start, r.mark))
	r.holes = append(r.holes, hole{kind: gapHole, at: l.start})
	if !r.fill(fault{blank: Span{l.start, r.nested(l, l.column(l.indent))}}) && !r.cut(l.start) {
		r.cut(0)
		return -1
	}
	return l.start
}

// locate finds where and why the text from start on is refused, and returns false if yaml.v4 takes
// it. yaml.v4 has the better marks; yaml.v3 decides, and refused is its answer for the whole text.
func (r *recovery) locate(start int, refused error) bool {
	r.mark, r.context = 0, -1
	first, _ := slices.BinarySearch(r.lines, start)
	offset := func(m yamlv4.Mark) int { return yamlOffset(r.text, r.lines, first+m.Line, m.Column) }
	text := r.text[start:]
	dec := yamlv4.NewDecoder(strings.NewReader(text))
	for {
		var doc yamlv4.Node
		err := dec.Decode(&doc)
		if err == nil {
			continue
		}
		var at *yamlv4.LoadError
		if !errors.As(err, &at) {
			if refused != nil {
				r.problem = strings.TrimPrefix(refused.Error(), "yaml: ")
				r.locateByLine()
			}
			return false
		}
		r.problem, r.mark = at.Message, offset(at.Mark)
		if at.ContextMark.Line > 0 {
			r.context = offset(at.ContextMark)
		}
		switch {
		case strings.Contains(r.problem, "comment without preceding whitespace") && r.hideComment(r.mark):
			return r.locate(start, refused) // yaml.v4 alone minds it
		case start > 0 && strings.Contains(r.problem, "unknown anchor"):
			if hidden := hideAliases(text, anchorsIn(r.text[:start])); hidden != text {
				text = hidden
				dec = yamlv4.NewDecoder(strings.NewReader(text))
				continue
			}
		}
		return true
	}
}

// hideAliases makes texts, of the same length, of the aliases of some anchors.
func hideAliases(text string, names []string) string {
	for _, name := range names {
		text = strings.ReplaceAll(text, "*"+name, "_"+name)
	}
	return text
}

// hideComment blanks a comment.
func (r *recovery) hideComment(at int) bool {
	return at < len(r.text) && r.text[at] == '#' && r.fill(fault{blank: Span{at, r.lineStop(at)}})
}

// locateByLine takes the line of a message of yaml.v3's, which yaml.v4 does not share. The line is
// that of the fault or one above it, and missing on the first line.
func (r *recovery) locateByLine() {
	line := 1
	if rest, ok := strings.CutPrefix(r.problem, "line "); ok {
		if number, problem, ok := strings.Cut(rest, ": "); ok {
			r.problem = problem
			if n, err := strconv.Atoi(number); err == nil {
				line = n
			}
		}
	}
	for n := max(line, 1); n <= line+2 && n <= len(r.lines); n++ {
		l := r.line(r.lines[n-1])
		if l.blank() {
			continue
		}
		r.mark = l.indent
		text := r.text[l.content:l.end]
		if strings.Contains(r.problem, "',' or") {
			if i := strings.IndexByte(text, '?'); i >= 0 {
				r.mark = l.content + i
				if flow, ok := r.flowStart(r.mark); ok {
					r.context = flow
				}
				return
			}
			continue
		}
		for i := range text {
			if strings.IndexByte("&*!", text[i]) >= 0 && (i == 0 || strings.IndexByte(" [{,", text[i-1]) >= 0) {
				r.mark = l.content + i
				return
			}
		}
	}
}

// clamp keeps a fault inside the text, whatever the text is that it was made from.
func (r *recovery) clamp(f *fault) {
	inside := func(s *Span) {
		s.Start = min(max(s.Start, 0), len(r.text))
		s.End = min(max(s.End, s.Start), len(r.text))
	}
	inside(&f.Span)
	inside(&f.blank)
	inside(&f.hole.span)
	for i := range f.Edits {
		inside(&f.Edits[i].Span)
	}
	for i := range f.more {
		r.clamp(&f.more[i])
	}
	if f.putAt < 0 || f.putAt+len(f.put) > len(r.text) || strings.ContainsAny(r.text[f.putAt:f.putAt+len(f.put)], "\n\r") {
		f.put, f.putAt = "", 0
	}
}

// fill puts the placeholder of a fault into the text; false if that changes nothing.
func (r *recovery) fill(f fault) bool {
	text := []byte(r.text)
	fillText(text, f)
	if changed := string(text); changed != r.text {
		r.text = changed
		r.blankTabs = keepWithin(r.blankTabs, f)
		return true
	}
	return false
}

func fillText(text []byte, f fault) {
	for i := f.blank.Start; i < f.blank.End; i++ {
		if text[i] != '\n' && text[i] != '\r' {
			text[i] = ' '
		}
	}
	copy(text[f.putAt:], f.put)
	for _, m := range f.more {
		fillText(text, m)
	}
}

// cut blanks the text from an offset on; false if there was nothing.
func (r *recovery) cut(at int) bool {
	return r.fill(fault{blank: Span{at, len(r.text)}})
}
