package syntax

import (
	"fmt"
	"strings"
)

// unexpectedToken explains a token that fits none of the collections around it: wrong indentation,
// or text behind a value that is complete.
func (r *recovery) unexpectedToken() fault {
	l := r.line(r.mark)
	if r.mark > l.content && !l.blank() {
		return r.textInValue(l)
	}
	if l.blank() {
		return r.generic()
	}
	text := r.text[l.content:l.end]
	column := l.column(l.indent)
	if len(l.dashes) == 0 && dashNoSpace.MatchString(text) && r.hasLevel(l, column, true) {
		return r.missingDashSpace(l)
	}
	if above, ok := r.before(l); ok && above.colon == above.indent && above.column(above.indent) == column {
		l = above // a value without a key is refused at the entry behind it
	}
	if r.byteAt(l.indent) == ':' && l.colon == l.indent {
		e := Error{Span: Span{l.indent, l.indent + 1}, Code: SyntaxError, Message: "a key is missing before the `:`",
			Help: "write `key: value`"}
		return r.loseEntry(e, l, l.indent, -1, column)
	}
	if f, ok := r.blockText(l); ok {
		return f
	}
	if strings.Trim(text, "]},") == "" {
		e := Error{Span: Span{l.content, l.end}, Code: SyntaxError, Message: fmt.Sprintf("`%s` closes nothing", text),
			Help: "delete it", FixTitle: "Delete it", Edits: []Edit{{Span: Span{l.content, l.end}}}}
		return fault{Error: e, blank: e.Span, hole: hole{kind: gapHole, at: -1}}
	}
	if strings.Contains(r.problem, "document start") {
		if first, ok := r.firstLine(l); ok && first.column(first.indent) > column {
			return r.firstTooDeep(first)
		}
		if above, ok := r.before(l); ok && above.colon < 0 && len(above.dashes) == 0 {
			if lone.MatchString(r.text[above.content:above.end]) && above.column(above.indent) == column {
				return r.missingColon(above)
			}
			if c := r.byteAt(above.content); c == '{' || c == '[' {
				e := Error{Span: Span{above.content, above.end}, Code: SyntaxError,
					Message: fmt.Sprintf("%s stands before the first key", clip(r.text[above.content:above.end])),
					Help:    "delete the line; if it is a template, lint the text that comes out of it"}
				return fault{Error: e, blank: Span{above.content, above.stop}, hole: hole{kind: gapHole, at: above.content}}
			}
		}
		return r.afterEnd(Span{r.mark, l.end})
	}
	return r.badIndent(l)
}

// afterEnd explains text behind the end of the document.
func (r *recovery) afterEnd(span Span) fault {
	e := Error{Span: span, Code: SyntaxError, Message: "the document has ended before this text",
		Help: "write this as a part of it, or delete it"}
	l := r.line(span.Start)
	return r.loseEntry(e, l, span.Start, -1, l.column(l.indent)-1)
}

// firstLine returns the first line of the document that l is in.
func (r *recovery) firstLine(l textLine) (first textLine, ok bool) {
	for {
		above, found := r.before(l)
		if !found || isDocumentMarker(r.text[above.start:above.stop], 0) || r.byteAt(above.start) == '%' {
			return first, ok
		}
		first, ok, l = above, true, above
	}
}

func (r *recovery) firstTooDeep(l textLine) fault {
	e := Error{Span: Span{l.content, max(l.keyEnd, l.content+1)}, Code: SyntaxError,
		Message: "the first line is indented, and the lines below it are not", Help: "do not indent it",
		FixTitle: "Correct the indentation", Edits: []Edit{{Span: Span{l.start, l.indent}}}}
	return r.loseEntry(e, l, l.start, 0, l.column(l.indent)-1)
}

func abs(n int) int { return max(n, -n) }

// textInValue explains what is wrong in the value of line l, at the mark.
func (r *recovery) textInValue(l textLine) fault {
	if l.value >= l.end {
		return r.generic()
	}
	text := r.text
	value := Span{l.value, l.end}
	if len(l.dashes) == 0 && dashNoSpace.MatchString(text[l.content:l.end]) && r.hasLevel(l, l.column(l.content), true) {
		return r.missingDashSpace(l)
	}
	if m := keyAndBracket.FindStringSubmatchIndex(text[l.content:l.keyEnd]); m != nil {
		return r.insertColon(l, l.content+m[3])
	}
	if l.colon >= 0 && r.mark < l.colon {
		e := Error{Span: Span{r.mark, l.keyEnd}, Code: SyntaxError, Message: "the key ends before this text", Help: "put the whole key in quotes"}
		return r.loseEntry(e, l, l.content, l.column(l.content), l.column(l.content))
	}
	switch c := r.byteAt(l.value); c {
	case '\'', '"':
		return r.textAfterQuote(l)
	case '[', '{':
		return r.textAfterBracket(l)
	case '|', '>':
		return r.badHeader(l.value)
	case '&', '*', '!', '@', '`', '%':
		return r.badStart(l.value)
	}
	if strings.Contains(r.problem, "mapping values") {
		return r.loseValue(colonError(r.mark, value, text), l.value)
	}
	e := Error{Span: Span{min(r.mark, l.end), l.end}, Code: SyntaxError,
		Message: "the value ends before this text", Help: "put the whole value in quotes",
		FixTitle: "Quote the value", Edits: quoteEdits(text, value)}
	return r.loseValue(e, l.value)
}

// textAfterQuote explains text behind a closing quote.
func (r *recovery) textAfterQuote(l textLine) fault {
	text := r.text
	quote := text[l.value]
	end := quotedEnd(text[:l.stop], l.value)
	if end < 0 {
		return r.openQuote(l.value)
	}
	inner := text[l.value+1 : l.end-1]
	start := skipBlank(text, end, l.end, true)
	e := Error{Span: Span{start, l.end}, Code: SyntaxError, Message: "text follows after the closing quote",
		Help: "put the quotes around the whole value"}
	if text[l.end-1] == quote && l.end > end {
		// Quotes inside quotes.
		e.Span = Span{end - 1, end}
		e.Message = fmt.Sprintf("a `%c` inside %c…%c ends the value here", quote, quote, quote)
		e.FixTitle = "Escape the quote"
		if quote == '\'' {
			e.Help = "write `''` for a `'` inside single quotes"
			e.Edits = []Edit{{Span: Span{l.value, l.end}, New: "'" + doubleSingle(inner) + "'"}}
		} else {
			e.Help = "write `\\\"` for a `\"` inside double quotes, or use single quotes"
			if !strings.ContainsAny(inner, "'\\") {
				e.FixTitle = "Use single quotes"
				e.Edits = []Edit{{Span: Span{l.value, l.end}, New: "'" + inner + "'"}}
			}
		}
		if e.Edits == nil {
			e.FixTitle = ""
		}
	}
	return r.loseValue(e, l.value)
}

// doubleSingle doubles the single quotes of s that are not yet doubled.
func doubleSingle(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "''", "'"), "'", "''")
}

// textAfterBracket explains text behind a value that starts with a bracket.
func (r *recovery) textAfterBracket(l textLine) fault {
	text := r.text
	end := bracketEnd(text[:l.stop], l.value)
	if end < 0 {
		return r.openBracketAt(l.value)
	}
	rest := strings.TrimSpace(text[end:l.end])
	if rest != "" && strings.Trim(rest, "]}") == "" {
		start := skipBlank(text, end, l.end, true)
		e := Error{Span: Span{start, l.end}, Code: SyntaxError, Message: fmt.Sprintf("`%s` closes nothing", rest),
			Help: "delete it", FixTitle: "Delete it", Edits: []Edit{{Span: Span{end, l.end}}}}
		return fault{Error: e, blank: e.Span, hole: hole{kind: gapHole, at: -1}}
	}
	return r.loseValue(r.cannotStart(Span{l.value, l.end}), l.value)
}

// cannotStart says that an unquoted value starts with a character that means something else.
func (r *recovery) cannotStart(value Span) Error {
	return Error{Span: value, Code: SyntaxError,
		Message:  fmt.Sprintf("an unquoted value cannot start with `%c`", []rune(r.text[value.Start:value.End])[0]),
		Help:     "put it in single quotes",
		FixTitle: "Quote the value", Edits: quoteEdits(r.text, value)}
}
