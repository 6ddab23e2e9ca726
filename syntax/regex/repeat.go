package regex

import (
	"math"
	"strings"
)

// quantifier reads `*`, `+`, `?` or a count with its suffix, if one stands here, and returns a
// Repeat node without its operand. err is about the counts; there is a node then too.
func (p *parser) quantifier() (n *Node, err error) {
	next := p.peek()
	if next != '*' && next != '+' && next != '?' && next != '{' {
		return nil, nil
	}
	n = &Node{Op: Repeat, Operator: p.pos}
	switch next {
	case '*':
		n.Min, n.Max = 0, Unlimited
	case '+':
		n.Min, n.Max = 1, Unlimited
	case '?':
		n.Min, n.Max = 0, 1
	case '{':
		var ok bool
		if ok, err = p.counts(n); !ok {
			return nil, nil
		}
		p.pos-- // the closing brace
	}
	p.pos++
	switch {
	case p.peek() == '?':
		p.pos++
		n.Lazy = true
	case p.peek() == '+' && p.dialect == Python:
		p.pos++
		n.Possessive = true
	}
	if p.flags.ungreedy {
		n.Lazy = !n.Lazy
	}
	n.End = p.pos
	return n, err
}

// counts reads `{n}`, `{n,}` or `{n,m}` (Python: `{,m}` too). ok is false where the engine takes the
// brace as text.
func (p *parser) counts(n *Node) (ok bool, err error) {
	rest := p.src[p.pos+1:]
	lo := digits(rest)
	rest = rest[len(lo):]
	hi, comma := lo, false
	if strings.HasPrefix(rest, ",") {
		comma = true
		hi = digits(rest[1:])
		rest = rest[1+len(hi):]
	}
	if !strings.HasPrefix(rest, "}") || lo == "" && (p.dialect != Python || !comma) {
		return false, nil
	}
	if p.dialect == RE2 && (!plainNumber(lo) || hi != "" && !plainNumber(hi)) {
		return false, nil
	}
	start := p.pos
	p.pos = len(p.src) - len(rest) + 1
	text := p.src[start:p.pos]
	n.Min = number(lo)
	n.Max = number(hi)
	if hi == "" {
		n.Max = Unlimited
	}
	switch {
	case p.dialect == RE2 && (n.Min > 1000 || n.Max > 1000):
		return true, p.errorf(start, p.pos, "repeat-too-large", "write two repeats after one another, or `*` or `+` if the count does not matter",
			"RE2 repeats at most 1000 times, not `%s`", text)
	case p.dialect == Python && (n.Min >= math.MaxUint32 || n.Max >= math.MaxUint32):
		return true, p.errorf(start, p.pos, "repeat-too-large", "write `*` or `+` if the count does not matter",
			"Python cannot count to `%s`", text)
	case n.Max != Unlimited && n.Min > n.Max:
		return true, p.errorf(start, p.pos, "bad-repeat", "write the smaller count first",
			"`%s` asks for at least %s and at most %s", text, lo, hi)
	}
	return true, nil
}

// digits returns the ASCII digits that s starts with.
func digits(s string) string {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return s[:i]
		}
	}
	return s
}

// plainNumber reports whether RE2 reads a count as such: no leading zero, nine digits at most.
func plainNumber(s string) bool { return len(s) <= 9 && (s == "0" || s != "" && s[0] != '0') }

// number reads digits, clamped.
func number(s string) int {
	n := 0
	for i := range len(s) {
		n = min(n*10+int(s[i]-'0'), math.MaxInt32*4)
	}
	return n
}

// checkRepeat checks that there is something that the quantifier q may repeat.
func (p *parser) checkRepeat(q *Node, items []*Node, quantified, fixed bool) error {
	text := p.src[q.Operator:q.End]
	var last *Node
	if len(items) > 0 {
		last = items[len(items)-1]
	}
	repeated := last != nil && last.Op == Repeat && (quantified || p.dialect == Python)
	switch {
	case repeated:
		both := p.src[last.Operator:q.End]
		if text[0] == '+' && p.dialect != Python && last.End-last.Operator == len(strings.TrimSuffix(p.src[last.Operator:last.End], "?")) {
			help := "drop the second `+`: RE2 never backtracks"
			if p.dialect == JavaScript {
				help = "drop the second `+`"
			}
			repair := strings.TrimSuffix(both, "+")
			if p.dialect == JavaScript {
				repair = ""
			}
			return repaired(p.errorf(last.Operator, q.End, "possessive", help, "%s has no possessive quantifier `%s`", p.dialect, both), repair)
		}
		return p.errorf(last.Operator, q.End, "bad-repeat", "keep one quantifier, or put the first repeat into `(?:…)`",
			"`%s` repeats a repeat", both)
	case last == nil || p.dialect == JavaScript && fixed || p.dialect == Python && isAnchor(last):
		help := "write `\\" + text[:1] + "` for the character itself"
		if text[0] == '*' && p.looksLikeGlob() {
			help = "this looks like a glob: in a pattern `.*` is any text, and a dot of the text is `\\.`"
		}
		if last == nil {
			return p.errorf(q.Operator, q.End, "nothing-to-repeat", help, "`%s` has nothing before it to repeat", text)
		}
		return p.errorf(last.Start, q.End, "nothing-to-repeat", "drop the `"+text+"`: a place in the text cannot be repeated",
			"%s cannot repeat `%s`", p.dialect, p.src[last.Start:last.End])
	}
	return nil
}

// looksLikeGlob reports whether the pattern as a whole reads like a file name pattern.
func (p *parser) looksLikeGlob() bool { return LooksLikeGlob(p.src) }

// LooksLikeGlob reports whether a pattern reads like a glob of a shell: a star that begins a path
// segment, and nothing that only a regular expression has.
func LooksLikeGlob(s string) bool {
	if strings.ContainsAny(s, `\^$()+|`) || strings.Contains(s, ".*") {
		return false
	}
	return strings.HasPrefix(s, "*") || strings.Contains(s, "/*")
}

func isAnchor(n *Node) bool {
	switch n.Op {
	case BeginText, EndText, EndOrLastNL, BeginLine, EndLine, WordEdge, NotWordEdge:
		return true
	}
	return false
}

// nestedCounts reports whether the counts of nested repeats multiply to at most limit. RE2's rule:
// the upper count, or the lower one where there is no upper.
func nestedCounts(n *Node, limit int) bool {
	if n.Op == Repeat {
		m := n.Max
		if m == 0 {
			return true
		}
		if m == Unlimited {
			m = n.Min
		}
		if m > limit {
			return false
		}
		if m > 0 {
			limit /= m
		}
	}
	for _, s := range n.Subs {
		if !nestedCounts(s, limit) {
			return false
		}
	}
	return true
}
