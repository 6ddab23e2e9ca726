package syntax

import (
	"bytes"
	"errors"
	"io"
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
	// maxReread bounds the bytes that are read again for the sake of recovery. When they are used
	// up, the file is read up to the last fault.
	maxReread = 24 << 20
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
	src   string
	text  []byte // src with placeholders
	holes []hole
	// mark is where the parser stopped, context where the thing starts that it was reading
	// (-1 if it does not say), problem what it says of it.
	mark, context int
	problem       string
	lines         []int
}

// readYAML reads a text as far as it can be read. The text that comes back is the one that the nodes
// belong to.
func readYAML(src string) (text string, docs []*yaml.Node, holes []hole, faults []Error) {
	text, faults = checkCharacters(src)
	text = prepareYAML(text)
	docs, err := decodeYAML(text)
	if err == nil {
		return text, docs, nil, faults
	}
	r := &recovery{src: src, text: []byte(text), lines: yamlLines(text)}
	for reread := 0; err != nil; {
		r.locate(err)
		f := r.explain()
		r.clamp(&f)
		switch {
		case f.Code == ExcessiveNesting:
			r.cut(0)
			faults = append(faults, f.Error)
		case r.dropPlaceholder(f.Span):
			// What was left out goes on to hurt; the fault is known.
		case f.known && r.fill(f):
			r.addHoles(f)
		case r.reported(faults, f.Span):
			r.loseMore(f.Span)
		default:
			faults = append(faults, f.Error)
			if len(faults) > maxFaults || reread > maxReread || !r.fill(f) {
				r.loseMore(f.Span)
			} else {
				r.addHoles(f)
			}
		}
		reread += min(len(text), r.mark+4096)
		docs, err = decodeYAML(string(r.text))
	}
	return string(r.text), docs, r.holes, faults
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
func (r *recovery) reported(faults []Error, span Span) bool {
	for _, e := range faults {
		if e.Span == span {
			return true
		}
	}
	return false
}

// loseMore leaves out the line of a fault with all that is nested under it; if that is no help
// either, everything from there on.
func (r *recovery) loseMore(span Span) {
	l := r.line(min(span.Start, max(r.mark, 0)))
	if !r.fill(fault{blank: Span{l.start, r.nested(l, l.column(l.indent))}}) && !r.cut(l.start) {
		r.cut(0)
	}
	r.holes = append(r.holes, hole{kind: gapHole, at: l.start})
}

// locate finds where and why the text is refused. yaml.v4 has the better marks; yaml.v3 decides.
func (r *recovery) locate(err error) {
	r.mark, r.context, r.problem = 0, -1, strings.TrimPrefix(err.Error(), "yaml: ")
	dec := yamlv4.NewDecoder(strings.NewReader(string(r.text)))
	for {
		var doc yamlv4.Node
		switch e := dec.Decode(&doc); e {
		case nil:
			continue
		case io.EOF:
			r.locateByLine()
			return
		default:
			var at *yamlv4.LoadError
			if errors.As(e, &at) {
				r.problem = at.Message
				if strings.Contains(r.problem, "comment without preceding whitespace") && r.hideComment(at.Mark) {
					r.locate(err) // yaml.v4 alone minds it
					return
				}
				r.mark = yamlOffset(string(r.text), r.lines, at.Mark.Line, at.Mark.Column)
				if at.ContextMark.Line > 0 {
					r.context = yamlOffset(string(r.text), r.lines, at.ContextMark.Line, at.ContextMark.Column)
				}
			}
			return
		}
	}
}

// hideComment blanks a comment.
func (r *recovery) hideComment(mark yamlv4.Mark) bool {
	at := yamlOffset(string(r.text), r.lines, mark.Line, mark.Column)
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
		text := string(r.text[l.content:l.end])
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
	if f.putAt < 0 || f.putAt+len(f.put) > len(r.text) || bytes.ContainsAny(r.text[f.putAt:f.putAt+len(f.put)], "\n\r") {
		f.put = ""
	}
}

// fill puts the placeholder of a fault into the text; false if that changes nothing.
func (r *recovery) fill(f fault) bool {
	changed := false
	for i := f.blank.Start; i < f.blank.End; i++ {
		if c := r.text[i]; c != ' ' && c != '\n' && c != '\r' {
			r.text[i] = ' '
			changed = true
		}
	}
	if f.put != "" {
		before := string(r.text[f.putAt : f.putAt+len(f.put)])
		copy(r.text[f.putAt:], f.put)
		changed = changed || before != f.put
	}
	for _, m := range f.more {
		changed = r.fill(m) || changed
	}
	return changed
}

// cut blanks the text from an offset on; false if there was nothing.
func (r *recovery) cut(at int) bool {
	return r.fill(fault{blank: Span{at, len(r.text)}})
}
