package regex

import "strings"

// construct is a kind of group `(?…`.
type construct struct {
	prefix string
	kind   string // of the error where an engine does not have it
	name   string
	in     [3]bool // RE2, Python, JavaScript
	help   [3]string
	repair [3]string // what certainly means the same
}

const (
	noLookaround = "RE2 cannot look around: match the text itself, and ask for what must not be there in a condition of its own"
	noRecursion  = "write the nesting out as deep as it is needed"
)

// constructs are tried in order; the first whose prefix stands there is meant.
var constructs = []construct{
	{prefix: "(?:", name: "group", in: [3]bool{true, true, true}},
	{prefix: "(?=", kind: "lookahead", name: "lookahead", in: [3]bool{false, true, true}, help: [3]string{RE2: noLookaround}},
	{prefix: "(?!", kind: "lookahead", name: "lookahead", in: [3]bool{false, true, true}, help: [3]string{RE2: noLookaround}},
	{prefix: "(?<=", kind: "lookbehind", name: "lookbehind", in: [3]bool{false, true, true}, help: [3]string{RE2: noLookaround}},
	{prefix: "(?<!", kind: "lookbehind", name: "lookbehind", in: [3]bool{false, true, true}, help: [3]string{RE2: noLookaround}},
	{prefix: "(?P<", kind: "named-group-syntax", name: "group name of the form `(?P<name>…)`", in: [3]bool{true, true, false},
		help: [3]string{JavaScript: "write `(?<name>…)`"}, repair: [3]string{JavaScript: "(?<"}},
	{prefix: "(?P=", kind: "backreference", name: "backreference", in: [3]bool{false, true, false},
		help: [3]string{RE2: "write out the texts that may repeat", JavaScript: "write `\\k<name>`"}},
	{prefix: "(?P>", kind: "other", name: "recursion", help: [3]string{noRecursion, noRecursion, noRecursion}},
	{prefix: "(?<", kind: "named-group-syntax", name: "group name of the form `(?<name>…)`", in: [3]bool{true, false, true},
		help: [3]string{Python: "write `(?P<name>…)`"}, repair: [3]string{Python: "(?P<"}},
	{prefix: "(?#", kind: "comment-group", name: "comment", in: [3]bool{false, true, false},
		help: [3]string{RE2: "take the comment out of the pattern", JavaScript: "take the comment out of the pattern"}},
	{prefix: "(?>", kind: "atomic-group", name: "atomic group", in: [3]bool{false, true, false},
		help: [3]string{RE2: "write `(?:…)`: RE2 never backtracks", JavaScript: "write `(?:…)`"}, repair: [3]string{RE2: "(?:"}},
	{prefix: "(?(", kind: "conditional", name: "conditional", in: [3]bool{false, true, false},
		help: [3]string{RE2: "write the two cases as alternatives", JavaScript: "write the two cases as alternatives"}},
	{prefix: "(?|", kind: "other", name: "branch reset", help: [3]string{"write `(?:…)`", "write `(?:…)`", "write `(?:…)`"}},
	{prefix: "(?R", kind: "other", name: "recursion", help: [3]string{noRecursion, noRecursion, noRecursion}},
	{prefix: "(?&", kind: "other", name: "recursion", help: [3]string{noRecursion, noRecursion, noRecursion}},
	{prefix: "(?{", kind: "other", name: "code block", help: [3]string{"take it out", "take it out", "take it out"}},
	{prefix: "(?'", kind: "named-group-syntax", name: "group name in quotes", help: [3]string{"write `(?P<name>…)`", "write `(?P<name>…)`", "write `(?<name>…)`"}},
}

// group reads `(…)` in any form. Flags and comments give no node. first says that nothing that
// matches stands before it.
func (p *parser) group(first bool) (*Node, error) {
	start := p.pos
	if !p.at("(?") {
		p.pos++
		return p.capture(start, "")
	}
	if rest := p.src[p.pos:]; rest == "(?<" && p.dialect != JavaScript || rest == "(?P" {
		return nil, p.unterminated(start)
	}
	for _, c := range constructs {
		if !p.at(c.prefix) {
			continue
		}
		if !c.in[p.dialect] {
			err := p.errorf(start, start+len(c.prefix), c.kind, c.help[p.dialect], "%s has no %s%s", p.dialect, c.name, quoteUnless(c.name, c.prefix))
			return nil, repaired(err, c.repair[p.dialect])
		}
		p.pos += len(c.prefix)
		switch c.prefix {
		case "(?:":
			return p.body(start, &Node{Op: Group})
		case "(?=", "(?!":
			return p.body(start, &Node{Op: Look, Negated: c.prefix == "(?!"})
		case "(?<=", "(?<!":
			return p.lookbehind(start, c.prefix == "(?<!")
		case "(?>":
			return p.body(start, &Node{Op: Atomic})
		case "(?#":
			end := strings.IndexByte(p.src[p.pos:], ')')
			if end < 0 {
				return nil, p.unterminated(start)
			}
			p.pos += end + 1
			return nil, nil
		case "(?P<", "(?<":
			return p.namedGroup(start)
		case "(?P=":
			return p.namedReference(start)
		case "(?(":
			return p.conditional(start)
		}
	}
	return p.flagGroup(start, first)
}

// repaired adds a repair to an error; "" is none.
func repaired(err error, with string) error {
	if with != "" {
		err.(*Error).Repair = &with
	}
	return err
}

// quoteUnless adds the construct's text to its name if the name does not hold it.
func quoteUnless(name, text string) string {
	if strings.Contains(name, "`") {
		return ""
	}
	return " `" + text + "`"
}

// unterminated is the error of a group without its `)`.
func (p *parser) unterminated(start int) error {
	return p.errorf(start, start+1, "unterminated-group", "close it, or write `\\(` for a parenthesis in the text", "the group that `(` opens has no `)`")
}

// enter goes one group deeper; frames are levels of recursion in Python's compiler.
func (p *parser) enter(start, frames int) error {
	p.depth++
	p.frames += frames
	if p.dialect == Python && p.frames > pythonFrames {
		return p.errorf(start, start+1, "too-big", "flatten the groups", "Python's compiler gives up on groups that are nested %d deep: RecursionError", p.depth)
	}
	if p.depth > maxDepth {
		return p.errorf(start, start+1, "too-big", "flatten the groups", "the groups are nested more than %d deep", maxDepth)
	}
	return nil
}

func (p *parser) leave(frames int) {
	p.depth--
	p.frames -= frames
}

// body reads what n holds up to the `)`. The flags that are set inside end with it.
func (p *parser) body(start int, n *Node) (*Node, error) {
	if err := p.enter(start, 2); err != nil {
		return nil, err
	}
	outer := p.flags
	sub, err := p.alternate()
	if err != nil {
		return nil, err
	}
	if p.pos >= len(p.src) {
		return nil, p.unterminated(start)
	}
	p.pos++
	p.flags = outer
	p.leave(2)
	n.Start, n.End, n.Subs = start, p.pos, []*Node{sub}
	return n, nil
}

// maxCaptures is V8's limit of groups.
const maxCaptures = 1<<15 - 1

// capture reads the body of a capturing group.
func (p *parser) capture(start int, name string) (*Node, error) {
	n := &Node{Op: Group, Index: len(p.groups) + 1, Name: name, Start: start, End: start}
	if p.dialect == JavaScript && n.Index > maxCaptures {
		return nil, p.errorf(start, start+1, "too-big", "write `(?:…)` where no group is needed", "JavaScript takes at most %d groups", maxCaptures)
	}
	p.groups = append(p.groups, n)
	return p.body(start, n)
}

// open reports whether a group has begun and has not ended yet.
func (p *parser) open(index int) bool { return p.groups[index-1].End == p.groups[index-1].Start }

// lookbehind reads `(?<=…)` or `(?<!…)`.
func (p *parser) lookbehind(start int, negated bool) (*Node, error) {
	outermost := p.behindGroups < 0
	if outermost {
		p.behindGroups = len(p.groups)
	}
	n, err := p.body(start, &Node{Op: Look, Behind: true, Negated: negated})
	if outermost {
		p.behindGroups = -1
	}
	if err == nil && p.dialect == Python {
		p.behinds = append(p.behinds, n)
	}
	return n, err
}

// conditional reads Python's `(?(1)yes|no)` behind its second `(`.
func (p *parser) conditional(start int) (*Node, error) {
	end := strings.IndexByte(p.src[p.pos:], ')')
	if end < 0 {
		return nil, p.unterminated(start)
	}
	name := p.src[p.pos : p.pos+end]
	p.pos += end + 1
	n := &Node{Op: Conditional, Start: start, End: start, Name: name}
	bad := func(help, format string, args ...any) error {
		return p.errorf(start, p.pos, "conditional", help, format, args...)
	}
	if isIdentifier(name, Python) {
		index, ok := p.names[name]
		if !ok {
			return nil, bad("name a group that stands before it", "the condition asks for a group `%s` that does not exist before it", name)
		}
		n.Index = index
	} else {
		index, ok := pythonInt(name)
		if !ok {
			return nil, bad("write the number or the name of a group", "`%s` is neither the number nor the name of a group", name)
		}
		if index == 0 {
			return nil, bad("number the groups from 1 in the order of their `(`", "a condition cannot ask for group 0")
		}
		n.Index = index
		p.conditions = append(p.conditions, n)
	}
	if err := p.checkBehind(n.Index, start, p.pos); err != nil {
		return nil, err
	}
	if err := p.enter(start, 1); err != nil {
		return nil, err
	}
	outer := p.flags
	for {
		sub, err := p.concat(false)
		if err != nil {
			return nil, err
		}
		n.Subs = append(n.Subs, sub)
		if p.pos >= len(p.src) {
			return nil, p.unterminated(start)
		}
		p.pos++
		if p.src[p.pos-1] == ')' {
			break
		}
		if len(n.Subs) == 2 {
			return nil, p.errorf(p.pos-1, p.pos, "conditional", "put further alternatives into `(?:…)`", "a conditional has two branches at most")
		}
	}
	p.flags = outer
	p.leave(1)
	n.End = p.pos
	if len(n.Subs) == 1 {
		n.Subs = append(n.Subs, &Node{Op: Empty, Start: n.End - 1, End: n.End - 1})
	}
	return n, nil
}
