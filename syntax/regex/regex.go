// Package regex reads patterns as the engines do that read them in policies: RE2, Python's re and
// JavaScript's RegExp without flags.
package regex

// Dialect is the engine that reads a pattern.
type Dialect uint8

const (
	RE2        Dialect = iota // with `.` matching newlines, as Kyvvu compiles
	Python                    // re, no flags
	JavaScript                // new RegExp(p), no flags
)

func (d Dialect) String() string { return [...]string{"RE2", "Python re", "JavaScript"}[d] }

// Error says why a pattern does not compile.
type Error struct {
	Start, End int    // bytes of the pattern: the construct
	Kind       string // "lookahead", "bad-escape" … as the recorded verdicts name them
	Message    string // `RE2 has no lookahead` …: one sentence, lower case, no full stop
	Help       string // what to write instead
}

func (e *Error) Error() string { return e.Message }
