package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// skip passes white space, and what JSON does not take for it: comments and stray characters.
func (r *jsonRepair) skip() {
	if len(r.errors) >= jsonMaxErrors {
		r.at, r.ended, r.more = len(r.text), true, true
	}
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
	own := strings.TrimRight(r.text[:start], " \t")
	r.comments = append(r.comments, Comment{
		Span: Span{start, r.at}, Text: r.text[start:r.at],
		Own: own == "" || own == bom || strings.HasSuffix(own, "\n") || strings.HasSuffix(own, "\r"),
	})
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
