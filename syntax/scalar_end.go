package syntax

import "strings"

// quotedEnd returns the offset behind the closing quote of the quoted scalar at s[start:], or -1 if
// it is not closed.
func quotedEnd(s string, start int) int {
	i := start + 1
	if s[start] == '\'' {
		for {
			j := strings.IndexByte(s[i:], '\'')
			if j < 0 {
				return -1
			}
			if i += j + 1; i >= len(s) || s[i] != '\'' {
				return i
			}
			i++
		}
	}
	for i < len(s) {
		switch s[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
		i++
	}
	return -1
}

// plainLineEnd returns the end of the text of a plain scalar on the line of s[i:], as PyYAML ends
// it: a tab ends it, in flow style `?` does too.
func plainLineEnd(s string, i int, flow bool) int {
	end := i
	for j := i; j < len(s); {
		switch c := s[j]; c {
		case ' ':
			for j++; j < len(s) && s[j] == ' '; j++ {
			}
			if j < len(s) && s[j] == '#' {
				return end
			}
			continue
		case '\t', '\n', '\r':
			return end
		case ':':
			if endsToken(s, j+1) || flow && strings.IndexByte(",[]{}", s[j+1]) >= 0 {
				return end
			}
		case ',', '?', '[', ']', '{', '}':
			if flow {
				return end
			}
		case 0xC2, 0xE2:
			if breakLen(s, j) > 0 {
				return end
			}
		}
		j++
		end = j
	}
	return end
}

// plainEnd returns the end of the plain scalar at s[start:] in a block of the given indentation
// (ignored in flow style).
func plainEnd(s string, start, indent int, flow bool) int {
	end := plainLineEnd(s, start, flow)
	for {
		i := skipBlank(s, end, len(s), false)
		if breakLen(s, i) == 0 {
			return end
		}
		lineStart := i
		for n := breakLen(s, i); n > 0; n = breakLen(s, i) {
			i += n
			lineStart = i
			if isDocumentMarker(s, i) {
				return end
			}
			i = skipBlank(s, i, len(s), false)
		}
		if i >= len(s) || s[i] == '#' || !flow && i-lineStart <= indent {
			return end
		}
		next := plainLineEnd(s, i, flow)
		if next == i {
			return end
		}
		end = next
	}
}

// lineEnd returns the offset of the line break that ends the line of s[i:], or the end of the text.
func lineEnd(s string, i int) int {
	for ; i < len(s); i++ {
		if c := s[i]; c == '\n' || c == '\r' || (c == 0xC2 || c == 0xE2) && breakLen(s, i) > 0 {
			break
		}
	}
	return i
}

// blockScalar is what the source of a literal or folded scalar says.
type blockScalar struct {
	end    int // of the last line of text, without its line break
	next   int // where reading goes on: the start of the first line that is not part of it
	indent int // of its text
}

// block reads the literal or folded scalar at src[start:]. parent is the indentation of the block
// that holds it (-1 at the top); if indent is not 0, it is the indentation of the text.
func (t *scalarText) block(start, parent, indent int) blockScalar {
	s := t.src
	folded := s[start] == '>'
	i := start + 1
	var chomp byte
	for ; i < len(s); i++ {
		if c := s[i]; c == '+' || c == '-' {
			chomp = c
		} else if '1' <= c && c <= '9' {
			if indent == 0 {
				indent = max(parent, 0) + int(c-'0')
			}
		} else {
			break
		}
	}
	b := blockScalar{end: i}
	i = lineEnd(s, i)
	i += breakLen(s, i)
	if indent == 0 {
		indent = blockIndent(s, i, max(parent+1, 1))
	}
	b.indent = indent

	line, empties := i, i // start of the line, and of the empty lines that are not yet written
	var lineBreak Span    // the line break that ends the text before
	breakText := ""       // what it reads as
	any := false          // some text is written
	leading := false      // the last text begins with no white space
	for {
		// Empty lines, and the indentation of the next text.
		for {
			i = line
			for i < len(s) && i-line < indent && s[i] == ' ' {
				i++
			}
			n := breakLen(s, i)
			if n == 0 && i < len(s) && i-line < indent && s[i] == '\t' {
				// Refused, and read as spaces (see spaceBlankTabs).
				if blank := skipBlank(s, i, len(s), true); breakLen(s, blank) > 0 {
					i, n = blank, breakLen(s, blank)
				}
			}
			if n == 0 {
				break
			}
			line = i + n
		}
		if i-line != indent || i >= len(s) {
			break
		}
		text := i
		spaced := s[text] == ' ' || s[text] == '\t'
		if any {
			if folded && breakText == "\n" && leading && !spaced {
				if empties == line {
					t.replaced(" ", lineBreak.Start, text)
				}
			} else {
				t.replaced(breakText, lineBreak.Start, lineBreak.End)
			}
		}
		t.emptyLines(empties, line)
		i = lineEnd(s, i)
		t.literal(text, i)
		b.end = i
		any, leading = true, !spaced
		n := breakLen(s, i)
		lineBreak = Span{i, i + n}
		breakText = ""
		if n > 0 {
			breakText = breakValue(s, i, n)
		}
		line = i + n
		empties = line
	}
	if chomp != '-' {
		t.replaced(breakText, lineBreak.Start, lineBreak.End)
	}
	if chomp == '+' {
		t.emptyLines(empties, line)
	}
	b.next = line
	return b
}

// emptyLines writes the line breaks of src[from:to], which holds nothing else but spaces.
func (t *scalarText) emptyLines(from, to int) {
	for i := from; i < to; {
		if n := breakLen(t.src, i); n > 0 {
			t.replaced(breakValue(t.src, i, n), from, i+n)
			i += n
			from = i
		} else {
			i++
		}
	}
}

// blockIndent returns the indentation of a block scalar whose lines start at s[i:] and that has no
// indentation indicator: the deepest of its leading lines, at least least.
func blockIndent(s string, i, least int) int {
	line := i
	for {
		for i < len(s) && s[i] == ' ' {
			i++
		}
		least = max(least, i-line)
		n := breakLen(s, i)
		if n == 0 {
			return least
		}
		i += n
		line = i
	}
}
