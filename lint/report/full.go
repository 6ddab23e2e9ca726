package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// writeFull draws each finding with the source line that it is about: the exact span underlined, the
// places that explain it, what to do, and where to read more.
func writeFull(w io.Writer, r *Report, o Options) error {
	b := bufio.NewWriter(w)
	c := palette(o.Color)
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			f.drawFull(b, c, d)
			b.WriteByte('\n')
		}
	}
	for _, f := range r.Files {
		f.drawFixed(b, c)
	}
	return b.Flush()
}

// drawFixed draws a line for each kind of repair that was made.
func (f File) drawFixed(b *bufio.Writer, c palette) {
	type kind struct{ code, title string }
	counts := map[kind]int{}
	for _, a := range f.Fixed {
		counts[kind{a.Code, a.Title}]++
	}
	for _, a := range f.Fixed {
		k := kind{a.Code, a.Title}
		if counts[k] == 0 {
			continue // drawn with the first of its kind
		}
		times := ""
		if counts[k] > 1 {
			times = fmt.Sprintf(" (%d times)", counts[k])
		}
		put(b, c.bold("fixed["+a.Code+"]"), ": ", Printable(f.Path), ": ", Printable(a.Title), times, "\n")
		counts[k] = 0
	}
}

func (f File) drawFull(b *bufio.Writer, c palette, d lint.Diagnostic) {
	put(b, c.severity(d.Severity, d.Severity.String()+"["+d.Code+"]"), ": ", c.bold(Printable(d.Message)), "\n")
	frames := f.frames(d)
	gutter := 1
	for _, fr := range frames {
		gutter = max(gutter, len(strconv.Itoa(fr.lastLine())))
	}
	pad := strings.Repeat(" ", gutter+1)
	for i, fr := range frames {
		arrow := "-->"
		if i > 0 {
			arrow = ":::"
		}
		fr.draw(b, c, d.Severity, pad[1:], arrow)
	}
	note := func(label, text string) {
		put(b, pad, c.gutter("="), " ", c.bold(label+":"), " ", Printable(text), "\n")
	}
	if d.Help != "" {
		note("help", d.Help)
	}
	for _, fix := range d.Fixes {
		if fix.Safe {
			note("fix", fix.Title)
		} else {
			note("unsafe fix", fix.Title)
		}
	}
	note("see", lint.URL(d.Code))
}

// put writes the parts; errors stay in the writer until it is flushed.
func put(b *bufio.Writer, parts ...string) {
	for _, s := range parts {
		b.WriteString(s)
	}
}

// frame is an excerpt of one file with its marked spans.
type frame struct {
	path  string
	text  *syntax.File
	marks []mark // the one that the frame is about first
}

// mark is a span of one line. Spans of several lines are marked on their first.
type mark struct {
	line     int
	from, to int // byte offsets
	label    string
	primary  bool
}

// frames are the excerpts of a finding: its own file first, then those of related places.
func (f File) frames(d lint.Diagnostic) []frame {
	frames := []frame{{f.Path, f.Text, []mark{newMark(f.Text, d.Span, "", true)}}}
	for _, r := range d.Related {
		path, text := f.related(r)
		m := newMark(text, r.Span, r.Message, false)
		i := slices.IndexFunc(frames, func(fr frame) bool { return fr.path == path })
		if i < 0 {
			frames = append(frames, frame{path, text, []mark{m}})
			continue
		}
		if i == 0 && m.line == frames[0].marks[0].line && strings.HasPrefix(r.Message, "in ") {
			continue // the line that is shown says itself which entry it is in
		}
		frames[i].marks = append(frames[i].marks, m)
	}
	return frames
}

func newMark(text *syntax.File, s syntax.Span, label string, primary bool) mark {
	line := text.Position(s.Start).Line
	m := mark{line, s.Start, s.End, label, primary}
	if end := text.Position(s.End).Line; end > line {
		// A span that starts inside of CRLF starts behind the line that is shown.
		written := text.Text[s.Start:max(s.Start, text.LineSpan(line).End)]
		m.to = s.Start + len(strings.TrimRight(written, " \t"))
		m.label = strings.TrimLeft(fmt.Sprintf("%s (to line %d)", label, end), " ")
	}
	return m
}

func (fr frame) lastLine() int {
	last := 0
	for _, m := range fr.marks {
		last = max(last, m.line)
	}
	return last
}

// draw draws the frame; pad is as wide as its line numbers.
func (fr frame) draw(b *bufio.Writer, c palette, sev lint.Severity, pad, arrow string) {
	p := fr.text.Position(fr.marks[0].from)
	bar := c.gutter("|")
	put(b, pad, c.gutter(arrow), " ", Printable(fr.path), ":", strconv.Itoa(p.Line), ":", strconv.Itoa(p.Column), "\n", pad, " ", bar, "\n")
	slices.SortStableFunc(fr.marks, func(a, b mark) int { return cmp.Compare(a.line, b.line) })
	var shown excerpt
	for i, m := range fr.marks {
		if i > 0 && m.line > fr.marks[i-1].line+1 {
			put(b, c.gutter("..."), "\n")
		}
		if i == 0 || m.line != fr.marks[i-1].line || !shown.holds(m) {
			shown = newExcerpt(fr.text.Text, fr.text.LineSpan(m.line), m)
			number := strconv.Itoa(m.line)
			put(b, c.gutter(pad[len(number):]+number), " ", bar)
			if shown.text != "" {
				put(b, " ", shown.text)
			}
			b.WriteByte('\n')
		}
		column, width := shown.column(m.from), max(1, shown.column(m.to)-shown.column(m.from))
		under := "-"
		if m.primary {
			under = "^"
		}
		text := strings.Repeat(under, width)
		if m.label != "" {
			text += " " + Printable(m.label)
		}
		if m.primary {
			text = c.severity(sev, text)
		} else {
			text = c.gutter(text)
		}
		put(b, pad, " ", bar, " ", strings.Repeat(" ", column), text, "\n")
	}
	put(b, pad, " ", bar, "\n")
}
