package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonString is where a string of a broken JSON text ends.
type jsonString struct {
	content Span // between the quotes
	end     int  // behind the closing quote
	closed  bool
}

// stringEnd finds the end of the string whose quote stands at start. A string that its line does not
// close ends with the line, unless it plainly goes on in the next.
func (r *jsonRepair) stringEnd(start int, key bool) jsonString {
	open, closing := jsonQuote(r.text[start:])
	from := start + len(open)
	line := -1
	for at := from; at < len(r.text); {
		if c, size := utf8.DecodeRuneInString(r.text[at:]); strings.ContainsRune(closing, c) && size <= len(closing) {
			s := jsonString{Span{from, at}, at + size, true}
			if line >= 0 && !r.goesOn(line, s, key) {
				return r.unclosed(from, line, key)
			}
			if end := r.wrongClose(s, key); end >= 0 {
				return jsonString{Span{from, end}, end, false}
			}
			return s
		}
		e := nextJSONElement(r.text[at:])
		if e.fault == jsonLineBreak && e.value == "\n" && line < 0 && r.text[at] != '\\' {
			line = at
		}
		if line >= 0 && at-line > 2000 {
			break
		}
		at += e.size
	}
	if line < 0 {
		line = len(r.text)
	}
	return r.unclosed(from, line, key)
}

// goesOn reports whether a string that the line ending at line does not close is closed by s: its
// last line holds text, and what may follow a string follows.
func (r *jsonRepair) goesOn(line int, s jsonString, key bool) bool {
	last := strings.LastIndexAny(r.text[:s.content.End], "\r\n") + 1
	if key || strings.Trim(r.text[last:s.content.End], " \t{}[],:") == "" && last <= s.content.End && strings.Count(r.text[line:s.content.End], "\n") < 2 {
		return false
	}
	rest := strings.TrimLeft(r.text[s.end:], " \t")
	return rest == "" || strings.IndexByte(",]}\r\n", rest[0]) >= 0
}

// wrongClose returns where a string should have ended that runs on to the opening quote of the next
// one (`"id: "x"`, `"a, "b"`), or -1: what follows the quote cannot, and what is before it is the
// punctuation between two strings.
func (r *jsonRepair) wrongClose(s jsonString, key bool) int {
	content := r.text[s.content.Start:s.content.End]
	rest := strings.TrimLeft(r.text[s.end:], " \t\r\n")
	if rest == "" || rest[0] == ':' || !key && (strings.IndexByte(",]}\"", rest[0]) >= 0 || len(rest) < len(r.text)-s.end && strings.ContainsAny(r.text[s.end:len(r.text)-len(rest)], "\r\n")) {
		return -1
	}
	if colon := strings.IndexByte(content, ':'); key {
		if colon <= 0 || strings.ContainsAny(content[:colon], " \t\"',") {
			return -1
		}
		return s.content.Start + colon
	}
	word := strings.TrimRight(content, " \t,]}[{:")
	if tail := content[len(word):]; word == "" || !strings.ContainsAny(tail, ",]}:") {
		return -1
	}
	return s.content.Start + len(word)
}

// unclosed ends a string at the end of its line, before the punctuation there.
func (r *jsonRepair) unclosed(from, line int, key bool) jsonString {
	content := r.text[from:line]
	if colon := strings.IndexByte(content, ':'); key && colon >= 0 {
		content = content[:colon]
	} else {
		content = strings.TrimRight(content, " \t,]}")
	}
	end := from + len(content)
	return jsonString{Span{from, end}, end, false}
}

// string reads a string with any quotes and writes it as JSON.
func (r *jsonRepair) string(key bool) {
	r.extraQuote(r.at)
	start := r.at
	open, _ := jsonQuote(r.text[start:])
	s := r.stringEnd(start, key)
	r.at = s.end
	span := Span{start, s.end}
	text := r.text[span.Start:span.End]
	content := r.text[s.content.Start:s.content.End]
	switch {
	case !s.closed:
		if strings.HasSuffix(content, `\`) && !strings.HasSuffix(content, `\\`) {
			r.fault(span, fmt.Sprintf("the quote of `%s` is never closed", jsonExcerpt(text)), "write `"+closingFor(open)+"` where the text ends")
			break
		}
		r.fault(span, fmt.Sprintf("the quote of `%s` is never closed", jsonExcerpt(text)), "write `\"` where the text ends",
			Edit{Span{s.end, s.end}, closingFor(open)}).FixTitle = "Close the quote"
	case open != `"`:
		r.otherQuotes(span, s.content, open)
	}
	r.tokens = append(r.tokens, jsonToken{span, !s.closed})
	r.out = append(r.out, '"')
	for at := s.content.Start; at < s.content.End; {
		e := nextJSONElement(r.text[at:s.content.End])
		r.write(r.text[at:at+e.size], e)
		run := at + e.size
		for e.fault >= jsonControl && run < s.content.End { // a run of these is one fault
			next := nextJSONElement(r.text[run:s.content.End])
			if next.fault != e.fault {
				break
			}
			r.write(r.text[run:run+next.size], next)
			run += next.size
		}
		r.element(Span{at, run}, e, open)
		at = run
	}
	r.out = append(r.out, '"')
	if s.closed && open == `"` && strings.HasPrefix(r.text[r.at:], `"`) {
		if rest := strings.TrimLeft(r.text[r.at+1:], " \t"); rest == "" || strings.IndexByte(",:]}\r\n", rest[0]) >= 0 {
			r.extra(Span{r.at, r.at + 1})
		}
	}
}

// extraQuote passes a quote before the one that opens a text (`""id": …`).
func (r *jsonRepair) extraQuote(at int) {
	next := skipBlanks(r.text, at+1, len(r.text))
	if r.text[at] != '"' || next+1 >= len(r.text) || r.text[next] != '"' || strings.IndexByte(" \t\r\n,:]}\"/", r.text[next+1]) >= 0 {
		return
	}
	if end := quoteEnd(r.text, next, r.file.LineSpan(r.file.Line(at)).End); end >= 0 {
		r.extra(Span{at, at + 1})
		r.skip()
	}
}

func closingFor(open string) string {
	if open == "'" || open == "`" {
		return open
	}
	return `"`
}

// otherQuotes reports a string in quotes that JSON does not know.
func (r *jsonRepair) otherQuotes(span, content Span, open string) {
	what := "typographic"
	switch open {
	case "'":
		what = "single"
	case "`":
		what = "backward"
	}
	edits := []Edit{{Span{span.Start, content.Start}, `"`}}
	for at := content.Start; at < content.End; {
		e := nextJSONElement(r.text[at:content.End])
		switch r.text[at : at+e.size] {
		case `"`:
			edits = append(edits, Edit{Span{at, at}, `\`})
		case `\'`, "\\`":
			edits = append(edits, Edit{Span{at, at + 1}, ""})
		}
		at += e.size
	}
	edits = append(edits, Edit{Span{content.End, span.End}, `"`})
	r.fault(span, fmt.Sprintf("`%s` stands in %s quotes: JSON knows only double ones", jsonExcerpt(r.text[content.Start:content.End]), what),
		"write it between `\"` and `\"`", edits...).FixTitle = "Use double quotes"
}

// element reports the fault of an element, or of a run of control characters or of invalid bytes.
func (r *jsonRepair) element(span Span, e jsonElement, open string) {
	raw := r.text[span.Start:span.End]
	switch e.fault {
	case jsonBadEscape:
		if open != `"` && (raw == `\'` || raw == "\\`") {
			break // part of the other quotes' fault
		}
		switch {
		case raw == `\'`:
			r.fault(span, "`\\'` is no escape in JSON", "write `'` alone", Edit{Span{span.Start, span.Start + 1}, ""}).FixTitle = "Remove the backslash"
		case raw == `\`:
			// It ends an unclosed string, which is reported.
		default:
			r.fault(span, fmt.Sprintf("`%s` is no escape in JSON", jsonExcerpt(raw)), fmt.Sprintf("for a backslash write two: `\\%s`", jsonExcerpt(raw)),
				Edit{Span{span.Start, span.Start}, `\`}).FixTitle = "Double the backslash"
		}
	case jsonBadUnicode:
		r.fault(span, "four hexadecimal digits must follow `\\u`", "write `\\u00e9` for `é`, or two backslashes for a backslash")
	case jsonLineBreak:
		edit := Edit{span, `\n`}
		r.fault(span, "a text in JSON may not go on in the next line", "write `\\n` for the line break", edit).FixTitle = "Write `\\n`"
	case jsonControl:
		shown := jsonInner(e.value)
		r.fault(span, fmt.Sprintf("the character U+%04X may not stand in a text", e.value[0]), fmt.Sprintf("write `%s`", shown),
			Edit{span, jsonInner(raw)}).FixTitle = fmt.Sprintf("Write `%s`", shown)
	case jsonInvalid:
		r.fault(span, fmt.Sprintf("the byte 0x%02X is no UTF-8", raw[0]), "save the file as UTF-8").Code = InvalidCharacter
	}
}

// write writes an element: as it is if that is JSON.
func (r *jsonRepair) write(raw string, e jsonElement) {
	if e.fault == jsonGood && raw != `"` {
		r.out = append(r.out, raw...)
		return
	}
	r.out = append(r.out, jsonInner(e.value)...)
}

// jsonInner returns text as it stands between the quotes of a JSON string.
func jsonInner(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text)
	return string(quoted[1 : len(quoted)-1])
}

// word returns the span of text without quotes that stands here: up to punctuation, and in a key up
// to white space. It is never empty.
func (r *jsonRepair) word(key bool) Span {
	end, blanks := r.at, false
loop:
	for end < len(r.text) {
		rest := r.text[end:]
		switch c := rest[0]; c {
		case ',', ';', '{', '}', '[', ']', '"', '\r', '\n':
			break loop
		case ':':
			if key || len(rest) == 1 || strings.IndexByte(" \t\r\n", rest[1]) >= 0 {
				break loop
			}
		case '=':
			if key {
				break loop
			}
		case ' ', '\t':
			after := strings.TrimLeft(rest, " \t")
			if key || strings.HasPrefix(after, "//") || strings.HasPrefix(after, "/*") || strings.HasPrefix(after, "#") ||
				!blanks && jsontext.Value(r.text[r.at:end]).IsValid() {
				break loop
			}
			blanks = true
			end += len(rest) - len(after)
			continue
		}
		_, size := utf8.DecodeRuneInString(rest)
		end += size
	}
	end = r.at + len(strings.TrimRight(r.text[r.at:end], " \t"))
	if end == r.at {
		end++
	}
	return Span{r.at, end}
}

// bareKey reads a key that does not start with a quote.
func (r *jsonRepair) bareKey() {
	span := r.word(true)
	word := r.text[span.Start:span.End]
	if rest := r.text[span.End:]; strings.HasPrefix(rest, `"`) && strings.HasPrefix(strings.TrimLeft(rest[1:], " \t"), ":") {
		r.noOpeningQuote(span)
		return
	}
	r.fault(span, fmt.Sprintf("the key `%s` is not in double quotes", jsonExcerpt(word)), fmt.Sprintf("write `\"%s\"`", jsonExcerpt(word)), r.quoting(span)...).
		FixTitle = "Quote the key"
	r.quoted(span)
}

// noOpeningQuote reads a word with nothing but a closing quote.
func (r *jsonRepair) noOpeningQuote(span Span) {
	whole := Span{span.Start, span.End + 1}
	r.fault(whole, fmt.Sprintf("`%s` has no opening quote", jsonExcerpt(r.text[whole.Start:whole.End])), "write `\"` before it",
		Edit{Span{span.Start, span.Start}, `"`}).FixTitle = "Insert the quote"
	r.quoted(span)
	r.tokens[len(r.tokens)-1].span = whole
	r.at = whole.End
}

// quoted writes a word as a string.
func (r *jsonRepair) quoted(span Span) {
	r.token(span, `"`+jsonInner(strings.ToValidUTF8(r.text[span.Start:span.End], "\uFFFD"))+`"`)
	r.at = span.End
}

// quoting returns the edits that put a word in double quotes.
func (r *jsonRepair) quoting(span Span) []Edit {
	word := r.text[span.Start:span.End]
	if inner := jsonInner(word); inner != word {
		return []Edit{{span, `"` + inner + `"`}}
	}
	return []Edit{{Span{span.Start, span.Start}, `"`}, {Span{span.End, span.End}, `"`}}
}

// bare reads a value that is no collection and has no quotes.
func (r *jsonRepair) bare() {
	span := r.word(false)
	word := r.text[span.Start:span.End]
	if c := word[0]; (c < '0' || c > '9') && c != '-' && word != "true" && word != "false" && word != "null" {
		rest := r.text[span.End:]
		after := ""
		if strings.HasPrefix(rest, `"`) {
			after = strings.TrimLeft(rest[1:], " \t")
		}
		if strings.HasPrefix(rest, `"`) && (after == "" || strings.IndexByte(",]}\r\n", after[0]) >= 0) {
			r.noOpeningQuote(span)
			return
		}
	} else if jsontext.Value(word).IsValid() {
		r.at = span.End
		r.token(span, word)
		return
	}
	r.at = span.End
	if quote := skipBlanks(r.text, r.at, len(r.text)); strings.HasPrefix(r.text[quote:], `"`) {
		if end := r.stringEnd(quote, false); end.closed {
			if rest := strings.TrimLeft(r.text[end.end:], " \t"); rest == "" || strings.IndexByte(",]}\r\n", rest[0]) >= 0 {
				r.extra(span)
				r.skip()
				r.string(false)
				return
			}
		}
	}
	if literal, fix := otherLiteral(word); literal != "" {
		message := fmt.Sprintf("`%s` is no JSON", word)
		if !fix {
			r.fault(span, message+": it has no such number", "write a number or `null`")
			r.guess(span, literal)
			return
		}
		r.fault(span, message, fmt.Sprintf("write `%s`", literal), Edit{span, literal}).FixTitle = fmt.Sprintf("Write `%s`", literal)
		r.token(span, literal)
		return
	}
	if number, certain := otherNumber(word); number != "" {
		message := fmt.Sprintf("`%s` is no number in JSON", jsonExcerpt(word))
		if certain {
			r.fault(span, message, fmt.Sprintf("write `%s`", jsonExcerpt(number)), Edit{span, number}).FixTitle = fmt.Sprintf("Write `%s`", jsonExcerpt(number))
		} else {
			r.fault(span, message+": it starts with 0", fmt.Sprintf("write `%s`, or a text in double quotes", jsonExcerpt(number)))
		}
		r.token(span, number)
		return
	}
	r.fault(span, fmt.Sprintf("`%s` is not in double quotes", jsonExcerpt(word)), fmt.Sprintf("write `\"%s\"`", jsonExcerpt(word)), r.quoting(span)...).
		FixTitle = "Quote the value"
	r.quoted(span)
}

// otherLiteral returns what JSON calls a literal of another language, and whether it means the same.
func otherLiteral(word string) (literal string, same bool) {
	switch strings.ToLower(word) {
	case "true", "false", "null":
		return strings.ToLower(word), true
	case "none", "nil", "undefined":
		return "null", true
	case "nan", "infinity", "-infinity", "+infinity":
		return "null", false
	}
	return "", false
}

// otherNumber returns how JSON writes a number of another language, and whether that is certain.
func otherNumber(word string) (number string, certain bool) {
	s := strings.ReplaceAll(word, "_", "")
	s = strings.TrimPrefix(s, "+")
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	if n, err := strconv.ParseUint(s, 0, 64); err == nil && len(s) > 2 && s[0] == '0' && s[1] > '9' {
		return sign + strconv.FormatUint(n, 10), true
	}
	certain = true
	if trimmed := strings.TrimLeft(s, "0"); len(trimmed) < len(s) && trimmed != "" && isDigit(trimmed[0]) {
		s, certain = trimmed, false
	}
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	if mantissa, exponent, ok := strings.Cut(s, "e"); ok {
		s = strings.TrimSuffix(mantissa, ".") + "e" + exponent
	}
	s = sign + strings.TrimSuffix(s, ".")
	if s == "" || !isDigit(s[len(s)-1]) || !jsontext.Value(s).IsValid() {
		return "", false
	}
	return s, certain
}
