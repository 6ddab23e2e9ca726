package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// openBefore looks above an offset for a quote or bracket that is not closed on its line, swallows
// lines that look like entries of their own, and so brings the parser down later.
func (r *recovery) openBefore(at int) (fault, bool) {
	text := r.text[:min(len(r.text), at+1)]
	l := r.line(at)
	for n := 0; n < 60; n++ {
		above, found := r.before(l)
		if !found {
			break
		}
		l = above
		if l.value >= l.end || l.stop > len(text) {
			continue
		}
		start := l.value
		switch r.byteAt(start) {
		case '"', '\'':
			if end := quotedEnd(text[:l.end], start); end > 0 {
				start = skipBlank(text, end, l.end, true) // a second quote behind it
			}
		case '[', '{':
			end := bracketEnd(text[:l.stop], start)
			if end < 0 && bracketEnd(text, start) < 0 && r.swallows(l, at, false) {
				return r.openBracketAt(start), true
			}
			if end > 0 {
				start = skipBlank(text, end, l.end, true)
			}
		}
		if start >= l.end || r.byteAt(start) != '"' && r.byteAt(start) != '\'' {
			continue
		}
		end := quotedEnd(text, start)
		if end < 0 && strings.Contains(r.problem, "escape") && r.context == start {
			end = at
		}
		if end <= l.stop {
			continue
		}
		// Behind the end of a value that runs over lines nothing follows on the last of them.
		rest := r.line(end)
		follows := end < rest.end && strings.IndexByte(",]}:#", r.byteAt(skipBlank(r.text, end, rest.end, true))) < 0
		if follows || end >= at || r.swallows(l, end, true) {
			if r.swallows(l, end, false) {
				if start != l.value {
					r.mark = start
					return r.textInValue(l), true
				}
				return r.openQuote(start), true
			}
		}
	}
	return fault{}, false
}

// swallows reports whether lines below l, up to an offset, look like entries of their own, or with
// shallow: stand no deeper than the key of l.
func (r *recovery) swallows(l textLine, to int, shallow bool) bool {
	for next := r.next(l); next < to; {
		n := r.line(next)
		if !n.blank() && (n.column(n.indent) <= l.column(l.content) || !shallow && (n.colon >= 0 || len(n.dashes) > 0)) {
			return true
		}
		if next = r.next(n); next <= n.start {
			break
		}
	}
	return false
}

// openQuote explains a quote that is not closed.
func (r *recovery) openQuote(start int) fault {
	l := r.line(start)
	quote := r.byteAt(start)
	stop := max(start+1, len(strings.TrimRight(r.text[:l.stop], " \t")))
	e := Error{Span: Span{start, stop}, Code: SyntaxError,
		Message: fmt.Sprintf("the quote `%c` is not closed", quote), Help: "write the closing quote"}
	f := fault{Error: e, hole: hole{kind: valueHole, at: start, span: e.Span}, blank: Span{start, l.stop}, put: "_", putAt: start}
	if start == l.content && l.colon < 0 && len(l.dashes) == 0 {
		return r.loseEntry(e, l, start, l.column(start), l.column(start))
	}
	column := l.column(l.content)
	if l.colon < 0 && len(l.dashes) > 0 {
		column = l.column(l.dashes[len(l.dashes)-1])
	}
	if flow, ok := r.flowStart(start); ok {
		f.hole.at, f.hole.span.Start, f.blank.Start, f.putAt = flow, flow, flow, flow
	}
	f.blank.End = r.nested(l, column)
	return f
}

// flowStart returns the start of the outermost flow collection that an offset stands in.
func (r *recovery) flowStart(at int) (start int, ok bool) {
	l := r.line(at)
	for n := 0; n < 100; n++ {
		if l.value < l.end && l.value < at && (r.byteAt(l.value) == '[' || r.byteAt(l.value) == '{') {
			if end := bracketEnd(r.text[:at], l.value); end < 0 {
				return l.value, true
			}
			return 0, false
		}
		if n > 0 && l.colon >= 0 && l.value < l.end {
			return 0, false
		}
		above, found := r.before(l)
		if !found {
			return 0, false
		}
		l = above
	}
	return 0, false
}

// bracketEnd returns the offset behind the bracket that closes the one at s[start], or -1.
func bracketEnd(s string, start int) int {
	if start >= len(s) || s[start] != '[' && s[start] != '{' {
		return -1
	}
	depth := 0
	for i := start; i < len(s); i++ {
		switch s[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\'', '"':
			if c := s[i-1]; c == ' ' || c == ',' || c == '[' || c == '{' || c == ':' || c == '\n' {
				end := quotedEnd(s, i)
				if end < 0 {
					return -1
				}
				i = end - 1
			}
		case '#':
			if s[i-1] == ' ' || s[i-1] == '\n' {
				i = lineEnd(s, i)
			}
		}
	}
	return -1
}

// openBracket explains a flow collection that goes wrong at the mark.
func (r *recovery) openBracket() fault {
	text := r.text
	if r.context < 0 {
		return r.generic()
	}
	if f, ok := r.tightColon(); ok {
		return f
	}
	l := r.line(r.context)
	if r.mark < len(text) && r.byteAt(r.mark) == '?' {
		return r.loseValue(questionError(text, Span{r.mark, r.mark + 1}, Span{}), r.context)
	}
	end := bracketEnd(text[:l.stop], r.context)
	if end < 0 && r.line(r.mark).start != l.start {
		// Over several lines: is it closed on a line that belongs to it?
		if all := bracketEnd(text, r.context); all > 0 && all <= r.nested(l, l.column(l.content)) {
			end = all
		}
	}
	if end < 0 {
		return r.openBracketAt(r.context)
	}
	if l.value == r.context && end < l.end && r.line(r.mark).start == l.start {
		return r.textAfterBracket(l)
	}
	at := min(r.mark, len(text)-1)
	_, size := utf8.DecodeRuneInString(text[at:])
	e := Error{Span: Span{at, at + size}, Code: SyntaxError,
		Message: fmt.Sprintf("a `,` is missing before this in the `%c`", r.byteAt(r.context)),
		Help:    "separate the items with commas; put a value in quotes if it holds brackets, commas or quotes"}
	return r.loseValue(e, r.context)
}

// tightColon finds a plain key in braces that its value follows without a space, `{a:{b: c}}`. PyYAML
// reads it: it is no fault, and only hidden from yaml.v3.
func (r *recovery) tightColon() (fault, bool) {
	for at := r.mark; at >= r.mark-1 && at > 1; at-- {
		if at >= len(r.text) || r.byteAt(at) != '{' && r.byteAt(at) != '[' || r.byteAt(at-1) != ':' {
			continue
		}
		start := at - 1
		for start > r.context+1 && strings.IndexByte(" ,[]{}\"'\n\r\t:", r.byteAt(start-1)) < 0 {
			start--
		}
		switch {
		case start == at-1:
		case start == at-2 || r.byteAt(at-2) >= 0x80:
			// No room for a placeholder: the collection is left out, if it is right but for this.
			end := bracketEnd(r.text, r.context)
			if end < 0 {
				continue
			}
			spaced := strings.NewReplacer(":{", ": {", ":[", ": [").Replace(r.text[r.context:end])
			if _, err := decodeYAML(spaced); err == nil {
				f := r.loseValue(Error{}, r.context)
				f.known = true
				return f, true
			}
		default:
			return fault{known: true, hole: hole{kind: keyHole, at: start, span: Span{start, at - 1}, colon: at - 2, sure: true}, put: ": ", putAt: at - 2}, true
		}
	}
	return fault{}, false
}

func questionError(text string, at, value Span) Error {
	return Error{Span: at, Code: SyntaxError, Message: "`?` cannot stand in an unquoted value inside brackets",
		Help: "put the value in quotes", FixTitle: "Quote the value", Edits: quoteEdits(text, value)}
}

func (r *recovery) openBracketAt(at int) fault {
	e := Error{Span: Span{at, at + 1}, Code: SyntaxError, Message: fmt.Sprintf("`%c` is not closed", r.byteAt(at)),
		Help: "write the closing bracket; put the value in quotes if it is text"}
	return r.loseValue(e, at)
}

// noContent explains an indicator where a value is expected.
func (r *recovery) noContent() fault {
	if flow, ok := r.flowStart(r.mark); ok && bracketEnd(r.text, flow) < 0 {
		return r.openBracketAt(flow)
	}
	if r.mark >= len(r.text) {
		if flow, ok := r.flowStart(len(r.text)); ok {
			return r.openBracketAt(flow)
		}
		return r.generic()
	}
	l := r.line(r.mark)
	c := r.byteAt(r.mark)
	if flow, ok := r.flowStart(r.mark); ok {
		e := Error{Span: Span{r.mark, r.mark + 1}, Code: SyntaxError, Message: fmt.Sprintf("a value is missing before `%c`", c),
			Help: "write a value, or delete what is too much"}
		return r.loseValue(e, flow)
	}
	if r.mark == l.content && l.colon < 0 && len(l.dashes) == 0 && strings.Trim(r.text[l.content:l.end], "]},") == "" {
		return r.unexpectedToken()
	}
	return r.badStart(r.mark)
}

// badStart explains an unquoted value, at offset at, that starts with a character it cannot start with.
func (r *recovery) badStart(at int) fault {
	l := r.line(at)
	text := r.text
	if at >= l.end {
		return r.generic()
	}
	if at == l.content && l.column(at) == 0 && strings.HasPrefix(text[at:], "```") {
		e := Error{Span: Span{at, l.end}, Code: SyntaxError, Message: "a Markdown code fence is no YAML",
			Help: "delete the line", FixTitle: "Delete the line", Edits: []Edit{{Span: Span{l.start, min(r.next(l), len(text))}}}}
		return fault{Error: e, blank: Span{at, l.stop}, hole: hole{kind: gapHole, at: -1}}
	}
	if at < l.value && l.colon >= 0 { // a key
		e := Error{Span: Span{at, l.keyEnd}, Code: SyntaxError,
			Message:  fmt.Sprintf("a key cannot start with `%c`", []rune(text[at:])[0]),
			Help:     "put it in quotes",
			FixTitle: "Quote the key", Edits: quoteEdits(text, Span{at, l.keyEnd})}
		return r.loseEntry(e, l, l.content, l.column(l.content), l.column(l.content))
	}
	if at == l.content && len(l.dashes) == 0 {
		e := Error{Span: Span{at, l.end}, Code: SyntaxError,
			Message: fmt.Sprintf("an entry cannot start with `%c`", []rune(text[at:])[0]), Help: "write `key: value`"}
		if r.byteAt(at) == '*' && r.hasLevel(l, l.column(at), true) {
			e.Span.End = at + 1
			e.Message, e.Help = "an item of a list starts with `-`, not with `*`", "write a dash"
			e.FixTitle, e.Edits = "Replace `*` by `-`", []Edit{{Span: Span{at, at + 1}, New: "-"}}
			f := r.loseBehind(e, l, at+1, l.end)
			f.put, f.putAt = "-", at
			return f
		}
		return r.loseEntry(e, l, at, l.column(at), l.column(at))
	}
	end := l.end
	if flow, ok := r.flowStart(at); ok {
		end = plainLineEnd(text[:l.end], at, true)
		f := r.loseValue(r.cannotStart(Span{at, max(end, at+1)}), flow)
		return f
	}
	if at > l.value {
		e := Error{Span: Span{at, end}, Code: SyntaxError, Message: "the value ends before this text",
			Help: "put the whole value in quotes", FixTitle: "Quote the value", Edits: quoteEdits(text, Span{l.value, end})}
		return r.loseValue(e, l.value)
	}
	return r.loseValue(r.cannotStart(Span{at, end}), at)
}

// badHeader explains text behind the `|` or `>` at offset at.
func (r *recovery) badHeader(at int) fault {
	l := r.line(at)
	text := r.text
	rest := text[at+1 : l.end]
	body := strings.TrimLeft(rest, "+-0123456789")
	e := r.cannotStart(Span{at, l.end})
	switch {
	case strings.HasPrefix(rest, "0"):
		e = Error{Span: Span{at + 1, at + 2}, Code: SyntaxError, Message: "the indentation of a block text is 1 to 9",
			Help: "delete the digit"}
	case strings.Trim(rest, "|>") == "" && rest != "":
		e = Error{Span: Span{at + 1, l.end}, Code: SyntaxError, Message: fmt.Sprintf("`%s` is too much: one `%c` starts a block text", rest, r.byteAt(at)),
			Help: "delete it", FixTitle: "Delete it", Edits: []Edit{{Span: Span{at + 1, l.end}}}}
		return fault{Error: e, blank: e.Span, hole: hole{kind: gapHole, at: -1}}
	case strings.HasPrefix(body, " ") || strings.HasPrefix(body, "\t"):
		start := l.end - len(strings.TrimLeft(body, " \t"))
		e = Error{Span: Span{start, l.end}, Code: SyntaxError,
			Message: fmt.Sprintf("the text of a `%c` block starts on the next line", r.byteAt(at)),
			Help:    "write it on the next line, indented; or put the value in quotes"}
	}
	return r.loseValue(e, at)
}

// entryInLine explains a `- ` or `? ` behind a key on the same line.
func (r *recovery) entryInLine() fault {
	l := r.line(r.mark)
	if r.mark >= l.end || l.colon < 0 || r.mark < l.colon {
		return r.unexpectedToken()
	}
	e := Error{Span: Span{r.mark, l.end}, Code: SyntaxError,
		Message:  fmt.Sprintf("a value on the line of its key cannot start with `%c `", r.byteAt(r.mark)),
		Help:     "put it in quotes if it is text, or start the list on the next line",
		FixTitle: "", Edits: nil}
	return r.loseValue(e, r.mark)
}

// unknownAlias explains an alias without an anchor.
func (r *recovery) unknownAlias() fault {
	l := r.line(r.mark)
	at := r.mark
	if at >= len(r.text) || r.byteAt(at) != '*' {
		return r.generic()
	}
	end := anchorEnd(r.text, at)
	if l.value != at || end < l.end {
		if flow, ok := r.flowStart(at); !ok && l.colon >= 0 && at == l.value || ok && flow < at && !endsToken(r.text, end) && strings.IndexByte(",]}", r.byteAt(end)) < 0 {
			return r.badStart(at)
		}
	}
	n := &Node{Kind: AliasNode, Anchor: r.text[at+1 : end], Span: Span{at, end}}
	known := anchorsIn(r.text[:at])
	f := fault{Error: undefinedAlias(n, known), hole: hole{kind: valueHole, at: at, span: n.Span}, blank: n.Span, put: "_", putAt: at,
		known: !slices.Contains(known, n.Anchor) && slices.Contains(anchorsIn(r.src[:at]), n.Anchor)}
	// The same alias further down misses the same anchor.
	text := r.text
	for i := end; ; {
		next := strings.Index(text[i:], text[at:end])
		if next < 0 || strings.Contains(text[end:i+next], "&"+n.Anchor) {
			break
		}
		i += next + end - at
		if endsToken(text, i) || strings.IndexByte(",]}", text[i]) >= 0 {
			span := Span{i - (end - at), i}
			f.more = append(f.more, fault{blank: span, put: "_", putAt: span.Start, hole: hole{kind: valueHole, at: span.Start, span: span}})
		}
	}
	return f
}

// anchorsIn returns the names of what looks like anchors in a text.
func anchorsIn(text string) []string {
	var names []string
	for i := strings.IndexByte(text, '&'); i >= 0; {
		end := anchorEnd(text, i)
		if end > i+1 && endsToken(text, end) && (i == 0 || strings.IndexByte(" \n\r[{,", text[i-1]) >= 0) {
			names = append(names, text[i+1:end])
		}
		next := strings.IndexByte(text[end:], '&')
		if next < 0 {
			break
		}
		i = end + next
	}
	return names
}

// escapeError says that a double-quoted scalar holds a backslash that starts no escape.
func escapeError(text string, scalar, escape Span) Error {
	e := Error{Span: escape, Code: SyntaxError,
		Message: fmt.Sprintf("`%s` is no escape of double quotes", text[escape.Start:escape.End]),
		Help:    "use single quotes, in which a backslash is a backslash (or write `\\\\`)"}
	if escape.Len() > 1 {
		if n := escapeDigits[text[escape.Start+1]]; n > 0 {
			e.Message = fmt.Sprintf("`%s` needs %d hexadecimal digits behind it", text[escape.Start:escape.End], n)
		}
	}
	if scalar.Len() < 2 || text[scalar.End-1] != '"' {
		return e
	}
	// With `\\` among the escapes it is not clear which of the backslashes are meant.
	if inner := text[scalar.Start+1 : scalar.End-1]; !strings.ContainsAny(inner, "'\n\r") && !strings.Contains(inner, `\\`) {
		e.FixTitle = "Use single quotes"
		e.Edits = []Edit{{Span: scalar, New: "'" + strings.ReplaceAll(inner, `\"`, `"`) + "'"}}
	}
	return e
}

// badEscape explains a backslash in double quotes.
func (r *recovery) badEscape() fault {
	text := r.text
	start, at := r.context, r.mark
	if start >= len(text) || r.byteAt(start) != '"' {
		return r.generic()
	}
	for at > start && r.byteAt(at) != '\\' {
		at--
	}
	_, size := utf8.DecodeRuneInString(text[min(at+1, len(text)):])
	escape := Span{at, max(at, min(at+1+size, len(text)))}
	l := r.line(start)
	end := quotedEnd(text, start)
	if end < 0 || end > l.stop {
		end = l.end
	}
	e := escapeError(text, Span{start, end}, escape)
	if start < l.value && start == l.content {
		return r.loseEntry(e, l, l.content, l.column(l.content), l.column(l.content))
	}
	f := r.loseValue(e, start)
	if f.hole.at == start {
		f.hole.span = Span{start, end}
		f.blank.End = max(f.blank.End, end)
	}
	return f
}

// badDirective explains a line that starts with `%`.
func (r *recovery) badDirective() fault {
	start := r.lineStart(r.mark)
	l := r.line(start)
	text := r.text[start:l.end]
	e := Error{Span: Span{start, l.end}, Code: SyntaxError, Message: "a line that starts with `%` is a directive, and this is none",
		Help: "put the text in quotes, or delete the line"}
	if fields := strings.Fields(text); len(fields) > 1 && fields[0] == "%YAML" {
		if major, _, _ := strings.Cut(fields[1], "."); major != "1" {
			e.Code, e.Message = UnsupportedVersion, fmt.Sprintf("the loader reads YAML 1, not `%s`", fields[1])
			e.Help = "delete the line"
		} else {
			e.Message, e.Help = "a directive needs a line `---` below it", "delete the line, or write `---` below it"
		}
	}
	return fault{Error: e, blank: Span{start, l.stop}, hole: hole{kind: gapHole, at: start}}
}

// generic says what the parser says, where nothing better is known.
func (r *recovery) generic() fault {
	l := r.line(min(r.mark, len(r.text)))
	span := Span{min(r.mark, l.end), l.end}
	e := Error{Span: span, Code: SyntaxError, Message: "the text is no valid YAML here: " + r.problem,
		Help: "check quotes, brackets and indentation"}
	return r.loseEntry(e, l, l.indent, -1, l.column(l.indent))
}
