package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonMaxDepth is how deep jsontext follows.
const jsonMaxDepth = 10_000

// jsonMaxErrors bounds the errors of a text that is all faults.
const jsonMaxErrors = 1000

// jsonRepair reads a text that is nearly JSON and writes JSON: what is there stays, what is missing
// is put in, what is not allowed is left out. Each fault is one error.
type jsonRepair struct {
	file   *File
	text   string
	at     int
	out    []byte // the JSON
	spans  []Span // the places in text of the tokens in out, commas and colons left out
	errors []Error

	open    []jsonOpen
	lists   int  // of them that are lists
	early   bool // a list has just ended without its bracket; a comma may have gone before
	ended   bool // the end of the text inside a bracket has been reported
	endless bool // no `*/` follows
}

// jsonOpen is a bracket that is not closed yet.
type jsonOpen struct {
	at int
	by byte // 0: an object whose bracket is missing
}

func (o jsonOpen) closing() byte {
	if o.by == '[' {
		return ']'
	}
	return '}'
}

func (r *jsonRepair) push(o jsonOpen) {
	r.open = append(r.open, o)
	if o.by == '[' {
		r.lists++
	}
}

func (r *jsonRepair) pop() {
	if r.open[len(r.open)-1].by == '[' {
		r.lists--
	}
	r.open = r.open[:len(r.open)-1]
}

func (r *jsonRepair) sorted() []Error {
	slices.SortStableFunc(r.errors, func(a, b Error) int { return a.Span.Start - b.Span.Start })
	return r.errors
}

func (r *jsonRepair) fault(span Span, message, help string, edits ...Edit) *Error {
	e := Error{Span: span, Code: SyntaxError, Message: message, Help: help, Edits: edits}
	if len(r.errors) >= jsonMaxErrors {
		return &e
	}
	r.errors = append(r.errors, e)
	return &r.errors[len(r.errors)-1]
}

// document reads the whole text.
func (r *jsonRepair) document() {
	r.skip()
	start := r.at
	switch c := r.peek(); {
	case r.at == len(r.text):
		r.fault(Span{start, start}, "the file holds no JSON value", "write an object: `{ … }`")
		r.token(Span{start, start}, "null")
	case c == '{' || c == '[':
		r.value()
	default:
		if r.startsMembers() {
			r.fault(Span{start, start + 1}, "the object has no opening `{`", "write the whole file between `{` and `}`")
			r.token(Span{start, start}, "{")
			r.members(jsonOpen{start, 0})
			break
		}
		word := r.word(false)
		r.at = start
		if open, _ := jsonQuote(r.text[start:]); open == "" && !isJSONWord(r.text[word.Start:word.End]) {
			r.fault(word, fmt.Sprintf("the file is no JSON: it starts with `%s`", jsonExcerpt(r.text[word.Start:word.End])), "JSON starts with `{`")
			r.token(Span{start, start}, "null")
			return
		}
		r.value()
	}
	for r.skip(); r.at < len(r.text); r.skip() {
		if c := r.peek(); c == '}' || c == ']' {
			r.stray()
			continue
		}
		line := strings.IndexAny(r.text[r.at:], "\r\n")
		if line < 0 {
			line = len(r.text) - r.at
		}
		span := Span{r.at, r.at + line}
		r.fault(span, fmt.Sprintf("text stands behind the end of the JSON value: `%s`", jsonExcerpt(r.text[span.Start:span.End])), "a JSON file holds one value: remove what follows it")
		return
	}
}

// startsMembers reports whether the root is a key with a colon, of an object without brackets.
func (r *jsonRepair) startsMembers() bool {
	saved := *r
	defer func() { *r = saved }()
	if open, _ := jsonQuote(r.text[r.at:]); open == "" {
		return false
	}
	r.string(true)
	r.skip()
	return r.peek() == ':'
}

func isJSONWord(word string) bool {
	return jsontext.Value(word).IsValid() || strings.ContainsAny(word[:min(1, len(word))], "0123456789+-.")
}

func (r *jsonRepair) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// token writes a token that stands at span.
func (r *jsonRepair) token(span Span, json string) {
	r.out = append(r.out, json...)
	r.spans = append(r.spans, span)
}

// skip passes white space, and what JSON does not take for it: comments and stray characters.
func (r *jsonRepair) skip() {
	for r.at < len(r.text) {
		rest := r.text[r.at:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			r.at++
		case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") || c == '#':
			r.comment()
		case c < ' ' || c == 0x7F || c >= utf8.RuneSelf:
			char, size := utf8.DecodeRuneInString(rest)
			if char != utf8.RuneError && !unicode.IsSpace(char) && !unicode.IsControl(char) && !unicode.Is(unicode.Cf, char) {
				return
			}
			r.character(char, size)
		default:
			return
		}
	}
}

// character reports a run of a character that may not stand between tokens, and passes it.
func (r *jsonRepair) character(char rune, size int) {
	start := r.at
	one := r.text[start : start+size]
	for strings.HasPrefix(r.text[r.at:], one) {
		r.at += size
	}
	span := Span{start, r.at}
	if char == utf8.RuneError && size == 1 {
		r.fault(span, fmt.Sprintf("the byte 0x%02X is no UTF-8", one[0]), "save the file as UTF-8").Code = InvalidCharacter
		return
	}
	e := r.fault(span, fmt.Sprintf("the character U+%04X may not stand here", char), "remove it", Edit{span, ""})
	e.FixTitle = "Remove the character"
	e.Code = InvalidCharacter
	if unicode.IsSpace(char) {
		e.Help, e.Edits, e.FixTitle = "write a space", []Edit{{span, strings.Repeat(" ", (r.at-start)/size)}}, "Replace it by a space"
	}
}

func (r *jsonRepair) comment() {
	start := r.at
	rest := r.text[start:]
	mark := rest[:1]
	end := strings.IndexAny(rest, "\r\n")
	if end < 0 {
		end = len(rest)
	}
	if mark == "/" {
		mark = rest[:2]
	}
	if mark == "/*" && !r.endless {
		if i := strings.Index(rest[2:], "*/"); i >= 0 {
			end = i + 4
		} else {
			r.endless = true
		}
	}
	r.at += end
	// With the blanks before it; with its line where it stands alone.
	cut := Span{start, r.at}
	for cut.Start > 0 && (r.text[cut.Start-1] == ' ' || r.text[cut.Start-1] == '\t') {
		cut.Start--
	}
	if own := cut.Start == 0 || r.text[cut.Start-1] == '\n' || r.text[cut.Start-1] == '\r'; own {
		if next := strings.TrimLeft(r.text[r.at:], " \t"); next != "" && (next[0] == '\n' || next[0] == '\r') {
			cut.End = len(r.text) - len(next) + 1
			if strings.HasPrefix(next, "\r\n") {
				cut.End++
			}
		} else {
			cut.Start = start
		}
	}
	r.fault(Span{start, r.at}, fmt.Sprintf("comments are not allowed in JSON: `%s`", mark), "remove the comment", Edit{cut, ""}).FixTitle = "Remove the comment"
}

// value reads a value, which is there.
func (r *jsonRepair) value() {
	start := r.at
	switch c := r.peek(); {
	case c == '{' || c == '[':
		if len(r.open) >= jsonMaxDepth {
			r.tooDeep()
			return
		}
		r.at++
		r.token(Span{start, r.at}, string(c))
		if c == '{' {
			r.members(jsonOpen{start, c})
		} else {
			r.items(jsonOpen{start, c})
		}
	case r.ellipsis():
		r.token(Span{start, start}, "null")
	default:
		if open, _ := jsonQuote(r.text[start:]); open != "" {
			r.string(false)
			return
		}
		r.bare()
	}
}

// tooDeep passes a bracket with all that is in it.
func (r *jsonRepair) tooDeep() {
	start := r.at
	for depth := 0; r.at < len(r.text); {
		c := r.text[r.at]
		r.at++
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			for r.at < len(r.text) && r.text[r.at] != '"' && r.text[r.at] != '\n' {
				if r.text[r.at] == '\\' {
					r.at++
				}
				r.at++
			}
			r.at = min(r.at+1, len(r.text))
		}
		if depth == 0 {
			break
		}
	}
	if !r.ended {
		r.ended = true
		r.fault(Span{start, start + 1}, fmt.Sprintf("the brackets are nested deeper than %d levels", jsonMaxDepth), "").Code = ExcessiveNesting
	}
	r.token(Span{start, r.at}, "null")
}

// ellipsis passes a `…` that stands for something left out, with the comma behind it.
func (r *jsonRepair) ellipsis() bool {
	n := 0
	for _, mark := range []string{"…", "..."} {
		if strings.HasPrefix(r.text[r.at:], mark) {
			n = len(mark)
		}
	}
	if n == 0 {
		return false
	}
	span := Span{r.at, r.at + n}
	r.fault(span, fmt.Sprintf("`%s` stands for something that was left out, and is no JSON", r.text[span.Start:span.End]), "write what belongs here, or remove it")
	r.at += n
	return true
}

// separator is where a list or an object stands between its entries.
type separator struct {
	comma   int  // offset of the comma that has just been read; -1 without one
	entry   bool // an entry has just been read, and a comma must follow
	lenient bool // a fault has been reported that explains a missing or extra comma
	end     int  // where the last entry ends
	count   int  // of the entries written
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
			r.token(Span{r.at - 1, r.at}, string(c))
			return true
		case outer:
			e := r.fault(Span{o.at, o.at + 1}, fmt.Sprintf("the `%c` is not closed before the `%c`", r.text[o.at], c), fmt.Sprintf("write `%c` where it ends", o.closing()))
			e.Related = []Related{{Span{r.at, r.at + 1}, fmt.Sprintf("a `%c` must stand before this", o.closing())}}
			r.token(Span{r.at, r.at}, string(o.closing()))
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
	r.token(Span{r.at, r.at}, string(o.closing()))
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
			s = separator{comma: -1, lenient: true, count: s.count, end: s.end}
		case r.endsList(o):
			r.fault(Span{o.at, o.at + 1}, "the `[` is not closed before the next key", "write `]` where the list ends").
				Related = []Related{{Span{r.at, r.at + 1}, "a `]` must stand before this"}}
			r.token(Span{max(s.end, o.at+1), max(s.end, o.at+1)}, "]")
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
			out, spans := len(r.out), len(r.spans)
			if !r.lacksValue() {
				r.value()
			}
			r.out, r.spans = r.out[:out], r.spans[:spans]
			s.after(r.at)
		case r.ellipsis():
			s = separator{comma: -1, lenient: true, count: s.count, end: s.end}
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
		r.token(Span{end, end}, "null")
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

// jsonExcerpt shortens text for a message.
func jsonExcerpt(text string) string {
	const most = 40
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	text = strings.Map(func(c rune) rune {
		if c == '`' {
			return '\''
		}
		if unicode.IsControl(c) || c == utf8.RuneError {
			return '?'
		}
		return c
	}, strings.TrimSpace(text[:min(len(text), 8*most)]))
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	return text
}
