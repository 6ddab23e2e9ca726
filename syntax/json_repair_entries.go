package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// separator is where a list or an object stands between its entries.
type separator struct {
	comma   int  // offset of the comma that has just been read; -1 without one
	entry   bool // an entry has just been read, and a comma must follow
	lenient bool // a fault has been reported that explains a missing or extra comma
	end     int  // where the last entry ends
	count   int  // of the entries written
	broken  bool // an entry has been left out
	// value and token are where the last entry's value begins in the JSON and its tokens; 0 if unknown.
	value, token int
}

// comma reads a comma, or what stands for one.
func (r *jsonRepair) comma(s *separator) {
	start, c := r.at, r.peek()
	r.at++
	if c == ';' {
		r.fault(Span{start, r.at}, "a `;` stands where JSON has a comma", "write `,`", Edit{Span{start, r.at}, ","}).FixTitle = "Write a comma"
	}
	if !s.entry && !s.lenient {
		for n := start + 1; n < len(r.text) && strings.IndexByte(", \t\r\n", r.text[n]) >= 0; n++ {
			if r.text[n] == ',' {
				r.at = n + 1
			}
		}
		what := "nothing stands between two commas"
		if s.comma < 0 {
			what = "nothing stands before the comma"
		}
		r.fault(Span{start, start + 1}, what, "remove the comma", Edit{Span{start, r.at}, ""}).FixTitle = "Remove the comma"
	}
	if s.comma < 0 || s.entry {
		s.comma = start
	}
	s.entry, s.lenient = false, false
}

// before writes the comma before an entry and reports it if it is missing.
func (r *jsonRepair) before(s *separator, key bool) {
	if s.entry && !s.lenient {
		_, size := utf8.DecodeRuneInString(r.text[r.at:])
		end := r.at + size
		if open, _ := jsonQuote(r.text[r.at:]); open == "" && !strings.ContainsAny(r.text[r.at:end], "{[") {
			end = r.word(key).End
		} else if open != "" {
			end = r.stringEnd(r.at, false).end
		}
		end = max(end, r.at+1)
		r.fault(Span{r.at, end}, fmt.Sprintf("a comma is missing before `%s`", jsonExcerpt(r.text[r.at:end])), "write a comma behind the entry before it",
			Edit{Span{s.end, s.end}, ","}).FixTitle = "Insert the comma"
	}
	if s.count > 0 {
		r.out = append(r.out, ',')
	}
	s.count++
}

func (s *separator) after(end int) {
	s.comma, s.entry, s.lenient, s.end = -1, true, false, end
	s.value = 0
}

// closed reads the bracket that ends a collection, or sees that it is missing.
func (r *jsonRepair) closed(s *separator, o jsonOpen) bool {
	for c := r.peek(); c == '}' || c == ']'; c = r.peek() {
		outer := r.lists > 0
		if c == '}' {
			outer = len(r.open) > r.lists
		}
		switch {
		case c == o.closing() && s.comma >= 0 && s.count > 0 && r.balanced(0, "", r.at+1) && !r.balanced(1, "", r.at+1):
			r.extra(Span{r.at, r.at + 1})
			r.skip()
			continue
		case c == o.closing():
			if s.comma >= 0 && s.count > 0 {
				cut := Span{s.comma, s.comma + 1}
				r.fault(cut, fmt.Sprintf("a comma stands before the closing `%c`", c), "remove the comma", Edit{cut, ""}).FixTitle = "Remove the comma"
			}
			r.at++
			r.tokens = append(r.tokens, jsonToken{Span{r.at - 1, r.at}, s.broken})
			r.out = append(r.out, c)
			return true
		case outer && (r.balanced(1, "", r.at) || !r.balanced(0, "", r.at+1)):
			r.notClosed(o, fmt.Sprintf("the `%c`", c), r.at)
			return true
		}
		r.stray()
	}
	if r.at < len(r.text) {
		return false
	}
	if !r.ended && o.by != 0 {
		r.ended = true
		missing := ""
		for _, o := range slices.Backward(r.open) {
			missing += string(o.closing())
		}
		r.fault(Span{o.at, o.at + 1}, fmt.Sprintf("the `%c` is never closed", o.by), fmt.Sprintf("the file lacks `%s`", jsonExcerpt(missing)))
	}
	r.guess(Span{r.at, r.at}, string(o.closing()))
	return true
}

// notClosed writes the missing bracket of o at end.
func (r *jsonRepair) notClosed(o jsonOpen, before string, end int) {
	e := r.fault(Span{o.at, o.at + 1}, fmt.Sprintf("the `%c` is not closed before %s", r.text[o.at], before), fmt.Sprintf("write `%c` where it ends", o.closing()))
	e.Related = []Related{{Span{r.at, r.at + 1}, fmt.Sprintf("a `%c` must stand before this", o.closing())}}
	r.guess(Span{end, end}, string(o.closing()))
}

// stray reports closing brackets without an opening one.
func (r *jsonRepair) stray() {
	start, c := r.at, r.peek()
	for r.peek() == c {
		r.at++
	}
	span := Span{start, r.at}
	r.fault(span, fmt.Sprintf("the `%c` closes nothing", c), "remove it", Edit{span, ""}).FixTitle = "Remove the bracket"
	r.skip()
}

// items reads a list behind its `[`.
func (r *jsonRepair) items(o jsonOpen, s separator) {
	r.push(o)
	defer r.pop()
	for {
		if r.skip(); r.closed(&s, o) {
			return
		}
		switch c := r.peek(); {
		case c == ',' || c == ';':
			r.comma(&s)
		case c == ':':
			r.fault(Span{r.at, r.at + 1}, "a list has no keys: `:` may not stand here", "write a list with commas, or an object in `{ }`")
			r.at++
			s.lenient = true
		case r.ellipsis():
			s.comma, s.entry, s.lenient, s.broken = -1, false, true, true
		case r.startsMember() && (r.outdented(o) || !r.balanced(0, "{", r.at) && len(r.open) > 1 && r.open[len(r.open)-2].by != '['):
			r.notClosed(o, "the next key", max(s.end, o.at+1))
			r.early = true
			return
		case r.startsMember() && r.balanced(0, "{", r.at):
			r.before(&s, false)
			r.unopened(r.at)
			s.after(r.at)
		default:
			r.before(&s, false)
			r.value()
			s.after(r.at)
			s.lenient, r.early = r.early, false
		}
	}
}

// startsMember reports whether a key with its colon stands here.
func (r *jsonRepair) startsMember() bool {
	if r.peek() != '"' {
		return false
	}
	rest := strings.TrimLeft(r.text[r.stringEnd(r.at, false).end:], " \t")
	return strings.HasPrefix(rest, ":")
}

// outdented reports whether what stands here begins a line, indented no deeper than the line of o.
func (r *jsonRepair) outdented(o jsonOpen) bool {
	line := r.file.LineSpan(r.file.Line(r.at)).Start
	first := r.file.LineSpan(r.file.Line(o.at)).Start
	indent := prefixLen(r.text[line:], isBlank)
	return line != first && line+indent == r.at && indent <= prefixLen(r.text[first:], isBlank) && len(r.open) > 1 && r.open[len(r.open)-2].by != '['
}

// balanced reports whether the brackets from at on close exactly those that are open, less the drop
// innermost ones, with those of more.
func (r *jsonRepair) balanced(drop int, more string, at int) bool {
	const most = 20 // looks ahead, in a text that may be long
	if r.looks++; r.looks > most {
		return false
	}
	var stack []byte
	for _, o := range r.open[:len(r.open)-drop] {
		if o.by != 0 {
			stack = append(stack, o.by)
		}
	}
	stack = append(stack, more...)
	for at < len(r.text) {
		switch c := r.text[at]; c {
		case '"':
			at = r.stringEnd(at, false).end
			continue
		case '{', '[':
			stack = append(stack, c)
		case '}', ']':
			if len(stack) == 0 || stack[len(stack)-1] != c-2 { // `[` and `{` stand two before their partners
				return false
			}
			stack = stack[:len(stack)-1]
		}
		at++
	}
	return len(stack) == 0
}

// unopened reads an object whose `{` is missing.
func (r *jsonRepair) unopened(start int) {
	r.fault(Span{start, start + 1}, "an object has no opening `{`", "write `{` before its first key", Edit{Span{start, start}, "{"}).FixTitle = "Insert the bracket"
	r.token(Span{start, start}, "{")
	r.members(jsonOpen{start, 0})
}

// members reads the entries of an object behind its `{`.
func (r *jsonRepair) members(o jsonOpen) {
	r.push(o)
	defer r.pop()
	s := separator{comma: -1}
	for {
		if r.skip(); r.closed(&s, o) {
			return
		}
		switch c := r.peek(); {
		case c == ',' || c == ';':
			r.comma(&s)
		case c == '{' && s.count > 0 && len(r.open) > 1 && r.open[len(r.open)-2].by == '[' && r.balanced(1, "", r.at):
			r.notClosed(o, "the next `{`", s.end)
			r.early = true
			return
		case c == '{' && s.count > 0 && !s.entry && s.value > 0 && r.out[s.value] == '{' && r.balanced(0, "[", r.at):
			r.unopenedList(&s)
		case (c == '{' || c == '[') && r.balanced(0, "", r.at+1):
			r.extra(Span{r.at, r.at + 1})
		case c == ':' || c == '{' || c == '[':
			r.fault(Span{r.at, r.at + 1}, fmt.Sprintf("a key is missing before the `%c`", c), "write a key in double quotes and a colon before the value")
			if c == ':' {
				r.at++
				r.skip()
			}
			out, tokens := len(r.out), len(r.tokens)
			if !r.lacksValue() {
				r.value()
			}
			r.out, r.tokens = r.out[:out], r.tokens[:tokens]
			s.after(r.at)
			s.broken = true
		case r.ellipsis():
			s.comma, s.entry, s.lenient, s.broken = -1, false, true, true
			s.value = 0
		case r.extraWord(&s):
		case s.count > 0 && r.lacksBracket(&s):
			r.unopenedList(&s)
		default:
			r.before(&s, true)
			r.member(&s)
		}
	}
}

// lacksBracket reports whether an item of a list stands here, whose `[` is missing before the last
// value.
func (r *jsonRepair) lacksBracket(s *separator) bool {
	if s.entry || s.value == 0 {
		return false
	}
	end := r.word(false).End
	if open, _ := jsonQuote(r.text[r.at:]); open != "" {
		end = r.stringEnd(r.at, true).end
	}
	rest := strings.TrimLeft(r.text[end:], " \t\r\n")
	return rest != "" && (rest[0] == ',' || rest[0] == ']') && r.balanced(0, "[", r.at)
}

// unopenedList makes the last value, and what follows it, a list.
func (r *jsonRepair) unopenedList(s *separator) {
	start := r.tokens[s.token].span.Start
	r.fault(Span{start, start + 1}, "a list has no opening `[`", "write `[` before its first item", Edit{Span{start, start}, "["}).FixTitle = "Insert the bracket"
	r.out = slices.Insert(r.out, s.value, '[')
	r.tokens = slices.Insert(r.tokens, s.token, jsonToken{span: Span{start, start}})
	r.items(jsonOpen{start, '['}, separator{comma: -1, lenient: true, count: 1, end: s.end})
	s.after(r.at)
}

// extra reports text that may not stand here, and passes it.
func (r *jsonRepair) extra(span Span) {
	r.fault(span, fmt.Sprintf("`%s` may not stand here", jsonExcerpt(r.text[span.Start:span.End])), "remove it", Edit{span, ""}).FixTitle = "Remove it"
	r.at = span.End
}

// extraWord passes a word that stands before a key, or behind a value.
func (r *jsonRepair) extraWord(s *separator) bool {
	if open, _ := jsonQuote(r.text[r.at:]); open == `"` {
		return false
	} else if open != "" {
		if !s.entry || !strings.HasPrefix(r.text[r.at+len(open):], ",") {
			return false
		}
		r.extra(Span{r.at, r.at + len(open)})
		return true
	}
	word := r.word(true)
	saved := r.at
	r.at = word.End
	r.at = skipBlanks(r.text, r.at, len(r.text))
	extra := r.startsMember()
	if s.entry && !s.lenient {
		extra = extra || r.at < len(r.text) && strings.IndexByte(",}\r\n", r.text[r.at]) >= 0 && !r.beginsLine(word.Start)
	}
	if r.at = saved; extra {
		r.extra(word)
	}
	return extra
}

func (r *jsonRepair) beginsLine(at int) bool {
	line := r.file.LineSpan(r.file.Line(at))
	return skipBlanks(r.text, line.Start, line.End) == at
}

// extraBeforeColon passes what stands between a key and its colon.
func (r *jsonRepair) extraBeforeColon() {
	if r.at == len(r.text) || strings.IndexByte(":=\"", r.peek()) >= 0 {
		return
	}
	span := Span{r.at, r.at + 1}
	if strings.IndexByte("{}[],'", r.peek()) < 0 {
		span = r.word(true)
	}
	if rest := skipBlanks(r.text, span.End, len(r.text)); rest < len(r.text) && r.text[rest] == ':' {
		r.extra(span)
		r.skip()
	}
}

// extraBracket passes a closing bracket that belongs to nothing before a value.
func (r *jsonRepair) extraBracket() {
	if c := r.peek(); (c == ']' || c == '}') && r.balanced(0, "", r.at+1) {
		r.extra(Span{r.at, r.at + 1})
		r.skip()
	}
}

// member reads a key and its value.
func (r *jsonRepair) member(s *separator) {
	start := r.at
	if open, _ := jsonQuote(r.text[start:]); open != "" {
		r.string(true)
	} else {
		r.bareKey()
	}
	key := Span{start, r.at}
	r.out = append(r.out, ':')
	r.skip()
	r.extraBeforeColon()
	colon := strings.HasPrefix(r.text[r.at:], ":")
	switch {
	case colon:
		r.at++
	case r.peek() == '=':
		mark := Span{r.at, r.at + 1}
		if strings.HasPrefix(r.text[r.at:], "=>") {
			mark.End++
		}
		r.fault(mark, fmt.Sprintf("`%s` stands where JSON has a colon", r.text[mark.Start:mark.End]), "write `:`", Edit{mark, ":"}).FixTitle = "Write a colon"
		r.at, colon = mark.End, true
	}
	end := r.at
	r.skip()
	if colon {
		r.extraBracket()
	}
	name := jsonExcerpt(r.text[key.Start:key.End])
	switch {
	case r.lacksValue() || r.startsNextMember(end) || !colon && r.onLaterLine(key.End):
		r.fault(key, fmt.Sprintf("the key `%s` has no value", name), "write a colon and a value behind it")
		if !colon {
			end = key.End
		}
		r.guess(Span{end, end}, "null")
		s.after(end)
		s.lenient = r.onLaterLine(end)
		return
	case !colon:
		r.fault(key, fmt.Sprintf("a colon is missing behind the key `%s`", name), "write `:` behind the key", Edit{Span{key.End, key.End}, ":"}).FixTitle = "Insert the colon"
	}
	value, token := len(r.out), len(r.tokens)
	if colon && r.startsMember() && r.balanced(0, "{", r.at) {
		r.unopened(r.at)
	} else {
		r.value()
	}
	s.after(r.at)
	s.value, s.token = value, token
	s.lenient, r.early = r.early, false
}

// lacksValue reports whether no value stands here.
func (r *jsonRepair) lacksValue() bool {
	return r.at >= len(r.text) || strings.IndexByte(",;:}]", r.peek()) >= 0
}

// onLaterLine reports whether a line break stands between end and here.
func (r *jsonRepair) onLaterLine(end int) bool {
	return end < r.at && strings.ContainsAny(r.text[end:r.at], "\r\n")
}

// startsNextMember reports whether what stands here, on a later line than end, is a key already.
func (r *jsonRepair) startsNextMember(end int) bool {
	return r.onLaterLine(end) && r.startsMember()
}
