package syntax

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// at reports whether c is the next character.
func (r *yamlReader) at(c byte) bool { return r.pos < len(r.text) && r.text[r.pos] == c }

// advance moves on to an offset, over line breaks too, never past the text.
func (r *yamlReader) advance(to int) {
	to = min(to, len(r.text))
	for i := r.pos; i < to; {
		i = lineEnd(r.text[:to], i)
		if n := breakLen(r.text, i); n > 0 && i < to {
			i += n
			r.line = i
		}
	}
	r.pos = to
}

// back returns to an offset on a line before.
func (r *yamlReader) back(to int) {
	if to >= r.line {
		r.pos = to
		return
	}
	r.pos, r.line = to, to
	for r.line > 0 && !endsWithBreak(r.text[:r.line]) {
		r.line--
	}
}

// endsWithBreak reports whether s ends in a YAML line break.
func endsWithBreak(s string) bool {
	for n := 1; n <= 3 && n <= len(s); n++ {
		if breakLen(s, len(s)-n) == n {
			return true
		}
	}
	return false
}

// take moves over an indicator if it is next.
func (r *yamlReader) take(c byte) {
	if r.at(c) {
		r.pos++
	}
}

// skip moves over white space, line breaks and comments to the next token.
func (r *yamlReader) skip() {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; c {
		case ' ':
			r.pos++
		case '\n':
			r.pos++
			r.line = r.pos
		case '#':
			end := lineEnd(r.text, r.pos)
			r.comment(Span{r.pos, end})
			r.pos = end
		case '\t':
			start := r.pos
			r.pos = skipTabs(r.text, start)
			r.tab(Span{start, r.pos})
		case '\r', 0xC2, 0xE2:
			n := breakLen(r.text, r.pos)
			if n == 0 {
				return
			}
			r.pos += n
			r.line = r.pos
		default:
			return
		}
	}
}

// comment notes a comment, once: the reader may pass it twice.
func (r *yamlReader) comment(span Span) {
	all := r.tree.Comments
	if r.src[span.Start] != '#' { // see hideDirectives
		return
	}
	if len(all) > 0 && all[len(all)-1].Span.Start >= span.Start {
		return
	}
	before := strings.TrimLeft(strings.TrimPrefix(r.src[r.line:span.Start], byteOrderMark), " \t")
	r.tree.Comments = append(all, Comment{Span: span, Text: r.src[span.Start:span.End], Own: before == ""})
}

const byteOrderMark = "\uFEFF"

// blockHeader passes over the header that starts with the `|` or `>` at start: notes its comment and
// reports what PyYAML refuses in it.
func (r *yamlReader) blockHeader(start int) {
	end := lineEnd(r.text, start)
	i := start + 1
	for i < end && strings.IndexByte("+-123456789", r.text[i]) >= 0 {
		i++
	}
	if r.text[i:end] != "" && r.text[i] == '#' {
		r.fault(Error{Span: Span{i, i + 1}, Code: SyntaxError,
			Message: "a comment needs a space before its `#`", Help: "insert a space",
			FixTitle: "Insert the space", Edits: []Edit{{Span: Span{i, i}, New: " "}}})
	}
	hash := strings.IndexByte(r.text[i:end], '#')
	space := r.text[i:end]
	if hash >= 0 {
		space = space[:hash]
		r.comment(Span{i + hash, end})
	}
	if tab := strings.IndexByte(space, '\t'); tab >= 0 {
		r.tab(Span{i + tab, skipTabs(r.text, i+tab)})
	}
}

// lose moves to where yaml.v3 saw y, because the source reads differently from what is expected.
func (r *yamlReader) lose(y *yaml.Node) {
	r.lost = true
	if r.lines == nil {
		r.lines = yamlLines(r.text)
	}
	if to := yamlOffset(r.text, r.lines, y.Line, y.Column); to > r.pos {
		r.pos = to
		r.line = r.lines[min(y.Line, len(r.lines))-1]
	}
}

// yamlLines returns the offsets at which the lines of a YAML text start, by YAML's line breaks.
func yamlLines(s string) []int {
	lines := []int{0}
	for i := 0; i < len(s); {
		i = lineEnd(s, i)
		if i < len(s) {
			i += breakLen(s, i)
			lines = append(lines, i)
		}
	}
	return lines
}

// yamlOffset returns the offset of a line and a column as yaml.v3 counts them: from 1, in code
// points, without a byte order mark.
func yamlOffset(s string, lines []int, line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(lines) {
		return len(s)
	}
	i := lines[line-1]
	if i == 0 && strings.HasPrefix(s, byteOrderMark) {
		i = len(byteOrderMark)
	}
	for range s[i:] {
		if column--; column < 1 {
			return i
		}
		i++
		for i < len(s) && s[i]&0xC0 == 0x80 {
			i++
		}
	}
	return i
}
