// Package regex reads patterns as the engines do that read them in policies: RE2, Python's re and
// JavaScript's RegExp without flags. It parses a pattern to a tree with exact places, names the
// construct that an engine refuses, runs patterns while counting the steps of a backtracking engine,
// and says in words what a pattern matches.
package regex

import "sync"

// Dialect is the engine that reads a pattern.
type Dialect uint8

const (
	RE2        Dialect = iota // with `.` matching newlines, as Kyvvu compiles
	Python                    // re of Python 3.11, no flags
	JavaScript                // new RegExp(p) of Node 20, no flags
)

func (d Dialect) String() string { return [...]string{"RE2", "Python", "JavaScript"}[d] }

// Error says why a pattern does not compile.
type Error struct {
	Start, End int    // bytes of the pattern: the construct
	Kind       string // "lookahead", "bad-escape" … as the recorded verdicts name them
	Message    string // "RE2 has no lookahead `(?=`" …: one sentence, lower case, no full stop
	Help       string // what to write instead
	// Repair is what to put in the place of the construct so that it means what it means where its
	// author knows it from; nil where that is not certain.
	Repair *string
}

func (e *Error) Error() string { return e.Message }

// Regexp is a pattern that compiles in its dialect.
type Regexp struct {
	Pattern string
	Dialect Dialect
	Root    *Node
	Groups  []*Node // the capturing groups in order; Groups[0] is group 1

	compileOnce sync.Once
	compiled    *program
	flawsOnce   sync.Once
	flaws       flaws
	blowupOnce  sync.Once
	blowup      *Blowup
}

// Op says what a node is.
type Op uint8

const (
	Empty       Op = iota // matches the empty text: an empty branch or group
	Literal               // one character: Rune
	Any                   // `.`
	Class                 // `[…]`, `\d`, `\pL`: a character of Set
	AnyByte               // RE2's `\C`
	BeginText             // `^`, `\A`: the very start
	EndText               // `$` of RE2 and JavaScript, `\z`, Python's `\Z`: the very end
	EndOrLastNL           // Python's `$`: the end, or before a newline that ends the text
	BeginLine             // `^` under the flag m
	EndLine               // `$` under the flag m
	WordEdge              // `\b`
	NotWordEdge           // `\B`
	Concat                // Subs one after the other
	Alternate             // one of Subs, the first that leads to a match
	Repeat                // Subs[0], Min to Max times
	Group                 // Subs[0] in `(…)`; Index is 0 if it does not capture
	Look                  // `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`: Negated, Behind
	Atomic                // `(?>…)`
	Backref               // the text of group Index again
	Conditional           // `(?(1)yes|no)`: Subs[0] if group Index took part, else Subs[1]
)

// Unlimited is the Max of a Repeat without an upper bound.
const Unlimited = -1

// Node is a part of a pattern. Flags are resolved: a node says itself what it does.
type Node struct {
	Op         Op
	Start, End int  // bytes of the pattern, a quantifier included
	Rune       rune // Literal; a UTF-16 unit in JavaScript
	Fold       bool // Literal, Backref: without regard to case
	// ASCII: `\b` knows ASCII words only.
	ASCII bool
	Set   Set // Any, Class: what it matches, Negated and case folding applied
	// Items are the parts of a class in brackets in source order; nil for `\d` and the like.
	Items      []Item
	Negated    bool // Class in brackets with `^`; Look
	Behind     bool // Look
	Subs       []*Node
	Min, Max   int // Repeat
	Lazy       bool
	Possessive bool
	// Operator is where the quantifier of a Repeat starts; it ends at End.
	Operator int
	Index    int    // Group, Backref, Conditional: number of the capturing group
	Name     string // of the group, "" without one
}

// Item is one part of a class in brackets.
type Item struct {
	Start, End int
	Lo, Hi     rune // of a character (equal) or a range; 0 where Set is given
	Set        Set  // of `\d`, `[:alpha:]`, `\pL` inside the brackets; nil for characters and ranges
}

// Holds reports whether the item holds all characters of another.
func (it Item) Holds(other Item) bool { return it.chars().Includes(other.chars()) }

func (it Item) chars() Set {
	if it.Set != nil {
		return it.Set
	}
	return Set{{it.Lo, it.Hi}}
}

// Walk calls visit for n and all nodes below it, parents first, as long as visit returns true for
// the parent.
func (n *Node) Walk(visit func(*Node) bool) {
	if !visit(n) {
		return
	}
	for _, s := range n.Subs {
		s.Walk(visit)
	}
}

// Text returns what the pattern has where the node stands.
func (re *Regexp) Text(n *Node) string { return re.Pattern[n.Start:n.End] }
