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
func (r *jsonRepair) before(s *separator) {
	if s.entry && !s.lenient {
		_, size := utf8.DecodeRuneInString(r.text[r.at:])
		end := r.at + size
		if open, _ := jsonQuote(r.text[r.at:]); open == "" && !strings.ContainsAny(r.text[r.at:end], "{[") {
			end = r.word(false).End
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
}

// closed reads the bracket that ends a collection, or sees that it is missing.
func (r *jsonRepair) closed(s *separator, o jsonOpen) bool {
	for c := r.peek(); c == '}' || c == ']'; c = r.peek() {
		outer := r.lists > 0
		if c == '}' {
			outer = len(r.open) > r.lists
		}
		switch {
		case c == o.closing():
			if s.comma >= 0 && s.count > 0 {
				cut := Span{s.comma, s.comma + 1}
				r.fault(cut, fmt.Sprintf("a comma stands before the closing `%c`", c), "remove the comma", Edit{cut, ""}).FixTitle = "Remove the comma"
			}
			r.at++
			r.tokens = append(r.tokens, jsonToken{Span{r.at - 1, r.at}, s.broken})
			r.out = append(r.out, c)
			return true
		case outer:
			e := r.fault(Span{o.at, o.at + 1}, fmt.Sprintf("the `%c` is not closed before the `%c`", r.text[o.at], c), fmt.Sprintf("write `%c` where it ends", o.closing()))
			e.Related = []Related{{Span{r.at, r.at + 1}, fmt.Sprintf("a `%c` must stand before this", o.closing())}}
			r.guess(Span{r.at, r.at}, string(o.closing()))
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
func (r *jsonRepair) items(o jsonOpen) {
	r.push(o)
	defer r.pop()
	s := separator{comma: -1}
	for {
		r.skip()
		switch c := r.peek(); {
		case r.closed(&s, o):
			return
		case c == ',' || c == ';':
			r.comma(&s)
		case c == ':':
			r.fault(Span{r.at, r.at + 1}, "a list has no keys: `:` may not stand here", "write a list with commas, or an object in `{ }`")
			r.at++
			s.lenient = true
		case r.ellipsis():
			s.comma, s.entry, s.lenient, s.broken = -1, false, true, true
		case r.endsList(o):
			r.fault(Span{o.at, o.at + 1}, "the `[` is not closed before the next key", "write `]` where the list ends").
				Related = []Related{{Span{r.at, r.at + 1}, "a `]` must stand before this"}}
			r.guess(Span{max(s.end, o.at+1), max(s.end, o.at+1)}, "]")
			r.early = true
			return
		default:
			r.before(&s)
			r.value()
			s.after(r.at)
		}
	}
}

// endsList reports whether the key of an object further out stands here, so that the `]` is missing:
// the first text of a line, followed by a colon, indented no deeper than the line of the `[`.
func (r *jsonRepair) endsList(o jsonOpen) bool {
	if len(r.open) < 2 || r.open[len(r.open)-2].by == '[' || r.peek() != '"' {
		return false
	}
	line := r.file.LineSpan(r.file.Line(r.at)).Start
	first := r.file.LineSpan(r.file.Line(o.at)).Start
	blank := func(c byte) bool { return c == ' ' || c == '\t' }
	indent := prefixLen(r.text[line:], blank)
	if line == first || line+indent != r.at || indent > prefixLen(r.text[first:], blank) {
		return false
	}
	rest := strings.TrimLeft(r.text[r.stringEnd(r.at, false).end:], " \t")
	return strings.HasPrefix(rest, ":")
}

// members reads the entries of an object behind its `{`.
func (r *jsonRepair) members(o jsonOpen) {
	r.push(o)
	defer r.pop()
	s := separator{comma: -1}
	for {
		r.skip()
		switch c := r.peek(); {
		case r.closed(&s, o):
			return
		case c == ',' || c == ';':
			r.comma(&s)
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
		default:
			r.before(&s)
			r.member(&s)
		}
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
	r.value()
	s.after(r.at)
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
	if !r.onLaterLine(end) || r.peek() != '"' {
		return false
	}
	rest := strings.TrimLeft(r.text[r.stringEnd(r.at, false).end:], " \t")
	return strings.HasPrefix(rest, ":")
}
