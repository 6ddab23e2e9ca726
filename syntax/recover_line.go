package syntax

import "strings"

// A textLine is what a line of a block collection looks like, seen alone: `- - key: value # comment`.
type textLine struct {
	start   int
	indent  int   // offset of the first character that is no space
	dashes  []int // offsets of `- `
	content int   // offset behind the dashes
	colon   int   // offset of the colon behind the key, -1 without one
	keyEnd  int   // end of the key's text
	value   int   // offset of the value, behind `- ` or `key: `; end if there is none
	end     int   // end of the text, without a comment and the white space before it
	stop    int   // end of the line, without its line break
}

func (l textLine) column(offset int) int { return offset - l.start }
func (l textLine) blank() bool           { return l.indent >= l.end }

// lineStart returns where the line of an offset starts.
func (r *recovery) lineStart(offset int) int {
	text := r.text[:min(offset, len(r.text))]
	start := strings.LastIndexByte(text, '\n') + 1
	return start + strings.LastIndexByte(text[start:], '\r') + 1
}

// next returns where the line behind l starts; the end of the text if there is none.
func (r *recovery) next(l textLine) int {
	return l.stop + breakLen(r.text[l.stop:min(len(r.text), l.stop+3)], 0)
}

// line reads the line of an offset.
func (r *recovery) line(offset int) textLine {
	return readLine(r.text[r.lineStart(offset):r.lineStop(offset)], r.lineStart(offset))
}

func (r *recovery) lineStop(offset int) int {
	text := r.text[offset:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if i := strings.IndexByte(text, '\r'); i >= 0 {
		text = text[:i]
	}
	return offset + len(text)
}

// readLine reads the line s, which starts at offset base.
func readLine(s string, base int) textLine {
	i := 0
	if base == 0 && strings.HasPrefix(s, byteOrderMark) {
		base, s = len(byteOrderMark), s[len(byteOrderMark):]
	}
	l := textLine{start: base, colon: -1, stop: base + len(s)}
	i = skipBlank(s, i, len(s), false)
	l.indent = base + i
	for i < len(s) && s[i] == '-' && endsToken(s, i+1) {
		l.dashes = append(l.dashes, base+i)
		i = skipBlank(s, i+1, len(s), true)
	}
	l.content = base + i
	l.keyEnd, l.value = base+i, base+i
	colon, end := scanLine(s, i)
	l.end = base + end
	if colon >= 0 {
		l.colon = base + colon
		l.keyEnd = max(l.content, base+len(strings.TrimRight(s[:colon], " \t")))
		l.value = min(base+skipBlank(s, colon+1, len(s), true), l.end)
	}
	l.content, l.value = min(l.content, l.end), min(l.value, l.end)
	l.indent = min(l.indent, max(l.end, l.start))
	return l
}

// scanLine finds the colon behind a key at s[i:] (-1 without one) and the end of the text of the
// line, before a comment.
func scanLine(s string, i int) (colon, end int) {
	colon = -1
	start := i
	for i < len(s) {
		switch c := s[i]; {
		case (c == '"' || c == '\'') && (i == start || colon >= 0 && strings.Trim(s[colon+1:i], " \t") == ""):
			if q := quotedEnd(s, i); q >= 0 {
				i = q
				continue
			}
		case c == ':' && colon < 0 && endsToken(s, i+1):
			colon = i
		case c == '#' && (i == start || s[i-1] == ' ' || s[i-1] == '\t'):
			return colon, len(strings.TrimRight(s[:i], " \t"))
		}
		i++
	}
	return colon, len(strings.TrimRight(s, " \t"))
}

// before returns the last line above l that holds text; ok is false if there is none.
func (r *recovery) before(l textLine) (above textLine, ok bool) {
	for start := r.lineStart(l.start); start > 0; {
		start--
		if r.text[start] == '\n' && start > 0 && r.text[start-1] == '\r' {
			start--
		}
		above := r.line(start)
		if !above.blank() {
			return above, true
		}
		start = r.lineStart(start)
	}
	return textLine{}, false
}

// nested returns the end of the lines under l whose text stands deeper than column, without the last
// line break; the end of l if there are none.
func (r *recovery) nested(l textLine, column int) int {
	end := l.stop
	for at := r.next(l); at < len(r.text); {
		n := r.line(at)
		if !n.blank() {
			if n.column(n.indent) <= column {
				break
			}
			end = n.stop
		}
		next := r.next(n)
		if next <= at {
			break
		}
		at = next
	}
	return end
}

// A level is a block collection that is open above a line.
type level struct {
	column int
	dash   bool
}

// levels returns the block collections that are open above l, the innermost first.
func (r *recovery) levels(l textLine) []level {
	var all []level
	least := 1 << 30
	for n := 0; ; n++ {
		above, ok := r.before(l)
		if !ok || least == 0 || n > maxLines {
			return all
		}
		l = above
		if l.column(l.indent) >= least {
			continue
		}
		if isBlockHeader(r.text[l.value:l.end]) {
			all = all[:0] // what stands deeper is its text
		}
		if l.colon >= 0 && l.column(l.content) < least {
			all = append(all, level{l.column(l.content), false})
		}
		for i := len(l.dashes) - 1; i >= 0; i-- {
			if c := l.column(l.dashes[i]); c < least {
				all = append(all, level{c, true})
			}
		}
		least = l.column(l.indent)
	}
}

// isBlockHeader reports whether a value is `|`, `>-` and the like.
func isBlockHeader(value string) bool {
	if value == "" || value[0] != '|' && value[0] != '>' {
		return false
	}
	return strings.Trim(value[1:], "+-0123456789") == ""
}
