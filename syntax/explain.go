package syntax

import (
	"fmt"
	"regexp"
	"strings"
)

// explain works out what is wrong where the text is refused, says it in our own words, and chooses
// what to leave out.
func (r *recovery) explain() fault {
	p := r.problem
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(p, part) {
				return true
			}
		}
		return false
	}
	if r.mark > len(r.text) {
		r.mark = len(r.text)
	}
	if f, ok := r.openBefore(r.mark); ok && !has("max depth") {
		return f
	}
	switch {
	case has("max depth"):
		return fault{Error: Error{Span: Span{r.mark, r.mark}, Code: ExcessiveNesting,
			Message: "the file nests collections more than 10,000 deep", Help: "no policy needs more than a few levels"}}
	case has("tab character") || r.mark < len(r.text) && r.byteAt(r.mark) == '\t':
		return r.tabFault(r.mark)
	case r.directiveAbove(r.mark) && (has("document start", "mapping values", "expected ':'", "expected key") || r.lineAt(r.mark) == '%'):
		return r.badDirective()
	case has("could not find expected ':'") && r.context >= 0:
		return r.missingColon(r.line(r.context))
	case has("mapping values are not allowed"):
		return r.unexpectedColon()
	case has("expected ',' or"):
		return r.openBracket()
	case has("node content"):
		return r.noContent()
	case has("end of stream", "document indicator") && r.context >= 0:
		return r.openQuote(r.context)
	case has("escape", "hexadecimal") && r.context >= 0:
		return r.badEscape()
	case has("cannot start any token"):
		return r.badStart(r.mark)
	case has("comment or line break", "indentation indicator") && r.context >= 0 && strings.IndexByte("|>", r.byteAt(r.context)) >= 0:
		return r.badHeader(r.context)
	case has("entries are not allowed", "keys are not allowed"):
		return r.entryInLine()
	case has("unknown anchor"):
		return r.unknownAlias()
	case has("alphabetic or numeric", "tag", "'!'", "'>'", "URI") && r.valueIndicator() >= 0:
		return r.badStart(r.valueIndicator())
	case has("document-end marker"):
		return r.afterEnd(Span{r.mark, r.line(r.mark).end})
	case has("expected key", "'-' indicator", "document start"):
		return r.unexpectedToken()
	}
	return r.generic()
}

// byteAt returns the byte at an offset, 0 outside of the text.
func (r *recovery) byteAt(offset int) byte {
	if offset < 0 || offset >= len(r.text) {
		return 0
	}
	return r.text[offset]
}

func (r *recovery) lineAt(offset int) byte {
	if start := r.lineStart(offset); start < len(r.text) {
		return r.byteAt(start)
	}
	return 0
}

// directiveAbove reports whether an offset is in a directive, or behind one that no `---` follows, and
// moves the mark to it.
func (r *recovery) directiveAbove(at int) bool {
	l := r.line(at)
	if at <= l.stop && l.start < len(r.text) && r.byteAt(l.start) == '%' {
		return true
	}
	above, ok := r.before(l)
	if ok && r.byteAt(above.start) == '%' && (l.blank() || !isDocumentMarker(r.text[l.start:l.stop], 0)) {
		r.mark = above.start
		return true
	}
	return false
}

// valueIndicator returns where the `*`, `&` or `!` stands that the parser was reading, or -1.
func (r *recovery) valueIndicator() int {
	for _, at := range []int{r.context, r.mark, r.mark - 1} {
		if at >= 0 && at < len(r.text) && strings.IndexByte("*&!", r.byteAt(at)) >= 0 {
			return at
		}
	}
	return -1
}

// The parts that a fault may leave out.

// loseValue leaves out the value at offset at, which the error marks, with what is nested under it.
func (r *recovery) loseValue(e Error, at int) fault {
	l := r.line(at)
	f := fault{Error: e}
	if flow, ok := r.flowStart(at); ok {
		at, l = flow, r.line(flow)
	}
	end := l.end
	if at >= end {
		end = l.stop
	}
	if closed := bracketEnd(r.text, at); closed > l.stop {
		end = r.line(closed - 1).end
	}
	column := l.column(l.content)
	if l.colon < 0 && len(l.dashes) > 0 {
		column = l.column(l.dashes[len(l.dashes)-1])
	} else if l.colon < 0 && at == l.content && !l.blank() {
		column = -1 // a scalar at the root, or a value on a line of its own
		if above, ok := r.before(l); ok {
			column = max(above.column(above.content), l.column(l.indent)-1)
		}
	}
	f.hole = hole{kind: valueHole, at: at, span: Span{at, max(end, at)}}
	f.blank = Span{at, max(end, r.nested(l, column))}
	f.put = "_"
	if f.hole.span.Len() == 0 {
		f.put = ""
	}
	f.putAt = at
	return f
}

// loseEntry leaves out the entry that starts on line l, with all lines under it that are indented
// deeper than deeper. column is where the other entries of its collection start; -1 if that is
// not known.
func (r *recovery) loseEntry(e Error, l textLine, from, column, deeper int) fault {
	f := fault{Error: e, blank: Span{from, r.nested(l, deeper)}}
	f.hole = hole{kind: gapHole, at: from, span: Span{from, l.end}}
	if at := l.start + column; column >= 0 && at < l.stop && (at >= from || len(strings.TrimSpace(r.text[at:from])) == 0) {
		f.hole.kind, f.hole.at = entryHole, at
		f.put, f.putAt = "?", at
	}
	return f
}

func (r *recovery) tabFault(at int) fault {
	l := r.line(at)
	span := Span{at, skipBlank(r.text, at, len(r.text), true)}
	for i := at; i > l.start && (r.byteAt(i-1) == '\t' || r.byteAt(i-1) == ' '); i-- {
		if r.byteAt(i-1) == '\t' {
			span.Start = i - 1
		}
	}
	for span.End > span.Start+1 && r.byteAt(span.End-1) == ' ' {
		span.End--
	}
	e := tabError(r.text, l.start, span)
	if strings.TrimSpace(r.text[l.start:at]) != "" {
		// Between tokens: it reads as white space.
		return fault{Error: e, blank: span, hole: hole{kind: gapHole, at: -1}}
	}
	if span.End == l.stop || span.End >= l.end {
		return fault{Error: e, blank: span, hole: hole{kind: gapHole, at: -1}}
	}
	// A run of lines indented with tabs is one fault.
	end := l.stop
	for at := r.next(l); at < len(r.text); {
		n := r.line(at)
		lead := r.text[n.start:n.stop]
		lead = lead[:len(lead)-len(strings.TrimLeft(lead, " \t"))]
		if !strings.Contains(lead, "\t") && strings.TrimSpace(r.text[n.start:n.stop]) != "" {
			break
		}
		if strings.Contains(lead, "\t") {
			end = n.stop
		}
		if next := r.next(n); next > at {
			at = next
			continue
		}
		break
	}
	// The tabs may be worth as many columns as one of the collections around has.
	column := -1
	lead := r.text[l.start:skipBlank(r.text, l.start, len(r.text), true)]
	for _, width := range []int{8, 4, 2} {
		for _, lv := range r.levels(l) {
			if lv.column == tabColumns(lead, width) && column < 0 {
				column = lv.column
			}
		}
	}
	f := r.loseEntry(e, l, l.start, column, 1<<30)
	f.blank.End = end
	return f
}

func tabColumns(lead string, width int) int {
	n := 0
	for _, c := range lead {
		if c == '\t' {
			n += width - n%width
		} else {
			n++
		}
	}
	return n
}

var (
	colonNoSpace = regexp.MustCompile(`^("[^"]*"|'[^']*'|[A-Za-z_][\w.-]*):[^\s:/]`)
	lone         = regexp.MustCompile("^[\\pL\\d_][^\\s\"'#\\[\\]{},&*!|>%@`:]*$")
	keyAndValue  = regexp.MustCompile(`^([a-z_][\w.-]+)[ \t]+(["'\[{|>].*|\S+)$`)
	// keyAndBracket is a key without its colon before a flow collection that holds one.
	keyAndBracket = regexp.MustCompile(`^([a-z_][\w.-]+)[ \t]+[\[{]`)
	equalsSign    = regexp.MustCompile(`^[A-Za-z_][\w.-]*\s*(=)`)
	dashNoSpace   = regexp.MustCompile(`^-[^\s\d-]`)
)

// missingColon explains a line that holds no entry although one is expected.
func (r *recovery) missingColon(l textLine) fault {
	text := r.text[l.content:l.end]
	if f, ok := r.blockText(l); ok {
		return f
	}
	if above, ok := r.before(l); ok && above.colon >= 0 && r.isProse(above) && r.isProse(l) {
		r.mark = above.colon
		if f, ok := r.colonInText(above); ok {
			return f
		}
	}
	switch {
	case dashNoSpace.MatchString(text) && len(l.dashes) == 0 && r.hasLevel(l, l.column(l.content), true):
		return r.missingDashSpace(l)
	case colonNoSpace.MatchString(text):
		colon := l.content + colonNoSpace.FindStringSubmatchIndex(text)[3]
		e := Error{Span: Span{colon, colon + 1}, Code: SyntaxError,
			Message: fmt.Sprintf("a space is missing after `%s:`", r.text[l.content:colon]),
			Help:    "a key ends at a colon with a space behind it", FixTitle: "Insert the space",
			Edits: []Edit{{Span: Span{colon + 1, colon + 1}, New: " "}}}
		return r.loseBehind(e, l, colon+1, l.end)
	case equalsSign.MatchString(text):
		at := l.content + equalsSign.FindStringSubmatchIndex(text)[2]
		key := len(strings.TrimRight(r.text[l.content:at], " \t"))
		value := skipBlank(r.text, at+1, l.end, true)
		e := Error{Span: Span{at, at + 1}, Code: SyntaxError,
			Message:  fmt.Sprintf("`%s` is followed by `=`: YAML writes `key: value`", text[:key]),
			Help:     "write a colon and a space in place of the `=`",
			FixTitle: "Replace `=` by `:`", Edits: []Edit{{Span: Span{l.content + key, value}, New: ": "}}}
		f := r.loseBehind(e, l, at+1, l.end)
		f.put, f.putAt = ":", at
		return f
	case keyAndValue.MatchString(text):
		end := l.content + keyAndValue.FindStringSubmatchIndex(text)[3]
		return r.insertColon(l, end)
	}
	e := Error{Span: Span{l.content, l.end}, Code: SyntaxError,
		Message: fmt.Sprintf("%s is no entry: a key needs a `:` behind it", clip(text)),
		Help:    "write `key: value`"}
	if at := strings.IndexAny(text, "\u0085\u2028\u2029"); at >= 0 {
		char := []rune(text[at:])[0]
		e.Span = Span{l.content + at, l.content + at + len(string(char))}
		e.Message = fmt.Sprintf("the invisible character U+%04X ends the line for the loader, and what follows is no entry", char)
		e.Help = "write a space in its place"
		e.FixTitle, e.Edits = "Replace the character by a space", []Edit{{Span: e.Span, New: " "}}
	}
	if len(text) > 1024 {
		e.Message = "a key is longer than 1,024 characters"
	}
	column := l.column(l.content)
	if r.nested(l, column) > l.stop && len(text) > 1 && text[len(text)-1] < 0x80 && lone.MatchString(text) {
		f := r.insertColon(l, l.end)
		if n, ok := r.after(l); ok && r.isProse(n) {
			// Text, of a block scalar most likely: it may not do without its `|`.
			f.Edits, f.FixTitle = nil, ""
			f.more = []fault{{blank: Span{n.indent, r.nested(l, column)}, put: "_", putAt: n.indent,
				hole: hole{kind: valueHole, at: n.indent, span: Span{n.indent, n.end}}}}
		}
		return f
	}
	return r.loseText(e, l, column)
}

// insertColon reads the text of l up to end as a key. The placeholder has the colon in place of the
// key's last character.
func (r *recovery) insertColon(l textLine, end int) fault {
	key := r.text[l.content:end]
	e := Error{Span: Span{l.content, end}, Code: SyntaxError, Message: fmt.Sprintf("a `:` is missing after `%s`", key),
		Help: fmt.Sprintf("write `%s:`", key), FixTitle: "Insert the colon", Edits: []Edit{{Span: Span{end, end}, New: ":"}}}
	return fault{Error: e, put: ":", putAt: end - 1,
		hole: hole{kind: keyHole, at: l.content, span: Span{l.content, end}, colon: end - 1}}
}

// isProse reports whether a line reads as text rather than as an entry.
func (r *recovery) isProse(l textLine) bool {
	key := r.text[l.content:l.end]
	if l.colon >= 0 {
		key = r.text[l.content:l.keyEnd]
	}
	return len(l.dashes) == 0 && strings.Contains(key, " ") && strings.IndexByte("\"'[{", key[0]) < 0
}

// textStart goes up from a line without a colon to the first of the lines without one that stand
// above it and no deeper.
func (r *recovery) textStart(l textLine) textLine {
	for {
		above, ok := r.before(l)
		if !ok || above.colon >= 0 || len(l.dashes) > 0 || len(above.dashes) > 0 || above.column(above.indent) > l.column(l.indent) ||
			isDocumentMarker(r.text[above.start:above.stop], 0) {
			return l
		}
		l = above
	}
}

// loseText leaves out a line of text and those below it that look no more like entries.
func (r *recovery) loseText(e Error, l textLine, column int) fault {
	f := r.loseEntry(e, l, l.content, column, column)
	for at := r.next(l); at < len(r.text); {
		n := r.line(at)
		if !n.blank() && (n.colon >= 0 || len(n.dashes) > 0 || strings.IndexByte("[]{}\"'?", r.byteAt(n.content)) >= 0 ||
			isDocumentMarker(r.text[n.start:n.stop], 0) || equalsSign.MatchString(r.text[n.content:n.end]) || n.column(n.indent) < column) {
			break
		}
		if !n.blank() {
			f.blank.End = max(f.blank.End, r.nested(n, column))
		}
		next := r.next(n)
		if next <= at {
			break
		}
		at = next
	}
	return f
}

// blockText explains a line of text that stands too far left to belong to the block text above it.
func (r *recovery) blockText(l textLine) (fault, bool) {
	column := l.column(l.indent)
	var first textLine // of the text
	for above, ok := r.before(l); ok; above, ok = r.before(above) {
		key := above.column(above.content)
		if above.column(above.indent) > column && key > column {
			first = above
			continue
		}
		if !isBlockHeader(r.text[above.value:above.end]) || key >= column && (l.colon >= 0 || len(l.dashes) > 0) {
			break
		}
		e := Error{Span: Span{l.indent, l.end}, Code: SyntaxError}
		if key < column && first.end > 0 {
			e.Message = fmt.Sprintf("the text of the `%c` block is indented less here than in its first line", r.byteAt(above.value))
			e.Help = fmt.Sprintf("indent all of it by at least %s", spaces(first.column(first.indent)))
		} else {
			e.Message = fmt.Sprintf("the text of a `%c` block has to be indented deeper than its key", r.byteAt(above.value))
			e.Help = fmt.Sprintf("indent it by at least %s", spaces(key+1))
		}
		if key >= column {
			return r.loseText(e, l, column), true
		}
		f := r.loseEntry(e, l, l.indent, -1, key)
		f.hole = hole{kind: gapHole, at: -1} // only text is lost
		return f, true
	}
	return fault{}, false
}

// spaces says how many spaces.
func spaces(n int) string {
	switch n {
	case 0:
		return "no space"
	case 1:
		return "1 space"
	}
	return fmt.Sprintf("%d spaces", n)
}

// loseBehind leaves out what stands from at to the end of line l, as a value that is not there.
func (r *recovery) loseBehind(e Error, l textLine, at, end int) fault {
	column := l.column(l.content)
	return fault{Error: e, blank: Span{at, r.nested(l, column)}, hole: hole{kind: valueHole, at: at, span: Span{at, end}}}
}

func (r *recovery) missingDashSpace(l textLine) fault {
	at := l.content
	e := Error{Span: Span{at, at + 1}, Code: SyntaxError,
		Message: "a space is missing after `-`", Help: "an item of a list starts with a dash and a space",
		FixTitle: "Insert the space", Edits: []Edit{{Span: Span{at + 1, at + 1}, New: " "}}}
	f := r.loseBehind(e, l, at+1, l.end)
	f.blank.End = r.nested(l, l.column(at))
	return f
}

func (r *recovery) hasLevel(l textLine, column int, dash bool) bool {
	for _, lv := range r.levels(l) {
		if lv.column == column && lv.dash == dash {
			return true
		}
	}
	// The first item of the list.
	for at := r.next(l); dash && at < len(r.text); {
		n := r.line(at)
		if !n.blank() {
			return len(n.dashes) > 0 && n.column(n.dashes[0]) == column
		}
		next := r.next(n)
		if next <= at {
			break
		}
		at = next
	}
	return false
}

// unexpectedColon explains a colon that ends no key.
func (r *recovery) unexpectedColon() fault {
	l := r.line(r.mark)
	if l.colon >= 0 && l.colon < r.mark {
		return r.textInValue(l)
	}
	p, ok := r.before(l)
	if !ok {
		return r.generic()
	}
	if p.colon < 0 && p.end > p.content {
		if f, ok := r.colonInText(p); ok {
			return f
		}
		return r.missingColon(r.textStart(p))
	}
	if text := r.text[p.content:p.end]; len(p.dashes) == 0 && dashNoSpace.MatchString(text) {
		return r.missingDashSpace(p)
	}
	return r.tooDeep(l, p)
}

// colonInText explains a colon in a later line of an unquoted text, of which p is a line.
func (r *recovery) colonInText(p textLine) (fault, bool) {
	for key, ok := r.before(p); ok && len(p.dashes) == 0; key, ok = r.before(p) {
		if key.column(key.content) >= p.column(p.indent) {
			if key.colon >= 0 || len(key.dashes) > 0 {
				break
			}
			p = key // another line of the text
			continue
		}
		at := key.value
		if key.colon < 0 && len(key.dashes) == 0 || at >= key.end && !strings.Contains(r.text[p.content:p.end], " ") {
			break // a lone word is a key without its colon
		}
		if text := r.text[p.content:p.end]; at >= key.end && keyAndValue.MatchString(text) {
			break
		}
		if at >= key.end {
			at = p.content
		}
		e := colonError(r.mark, Span{}, "")
		e.Help = "put the value in quotes, or write it as a block text (`|`)"
		f := fault{Error: e, blank: Span{at, r.nested(key, key.column(key.content))}, put: "_", putAt: at}
		f.hole = hole{kind: valueHole, at: at, span: Span{at, r.line(at).end}}
		return f, true
	}
	return fault{}, false
}

func colonError(at int, value Span, src string) Error {
	e := Error{Span: Span{at, at + 1}, Code: SyntaxError,
		Message: "an unquoted value cannot hold `: `", Help: "put the value in quotes"}
	if value.Len() > 0 {
		e.FixTitle, e.Edits = "Quote the value", quoteEdits(src, value)
	}
	return e
}
