// Package lint finds what is wrong with a policy file: rules over a bound document. It knows no
// editor and no terminal.
package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// Severity of a diagnostic. A higher value is worse.
type Severity uint8

const (
	Off     Severity = iota
	Info             // worth knowing
	Warning          // it loads, and almost certainly does not do what its author meant
	Error            // the loader refuses it, or it certainly does not do what it says
)

func (s Severity) String() string { return [...]string{"off", "info", "warning", "error"}[s] }

// Rule finds one kind of mistake. It is a value in a file of its own, rule_<code>.go.
type Rule struct {
	Code     string   // kebab-case, says the mistake, never changes once released
	Severity Severity // of its findings, unless Report gives another
	Optional bool     // off unless the configuration gives it a severity
	Formats  []string // format ids that it looks at; nil for all
	Doc      Doc
	Check    func(*Pass)

	// Concerns, of a rule that compares a behavior with the others of its folder (Pass.Folder),
	// reports whether Check may find something in it. nil for the other rules.
	Concerns func(*Folder, *Member) bool

	// late: the rule speaks of suppressions, and runs when it is known what they hide. They do not
	// hide its findings.
	late bool
}

// Doc is what a rule's page, `explain` and hover say. The page's output is made from Bad by running
// the rule.
type Doc struct {
	Summary string // one line, no full stop: what is wrong
	Why     string // Markdown: what happens at run time, and how we know
	Fix     string // Markdown: how to repair it
	Bad     string // a whole small file, or a txtar archive of several; the first format of the rule
	Good    string // the same file as it should be
	Options string // Markdown: how to configure it; "" for the usual `rules: {code: severity}`
}

// Diagnostic is one finding. Rules leave Code and Severity empty to get their rule's.
type Diagnostic struct {
	Span     syntax.Span
	Code     string
	Severity Severity
	Message  string // one sentence, lower case, no full stop, the concrete thing in backticks
	Help     string // what to do
	Path     string // the node's place; for a missing key the path that it would have
	Related  []Related
	Fixes    []Fix // best first
	Tags     []Tag
}

// Related is a second place that explains a diagnostic.
type Related struct {
	Doc     *Document // nil: the same document
	Span    syntax.Span
	Message string
}

// Tag tells an editor how to draw a diagnostic.
type Tag uint8

const (
	Unnecessary Tag = iota + 1
	Deprecated
)

// Fix is a repair. Edits are independent changes to the text that was linted.
type Fix struct {
	Title string // in words: "Change to `hard_block`", "Quote the value"
	// Safe: the file then does what it plainly says, and nothing that loaded and worked before does
	// anything else.
	Safe bool
	// Keeps: of several repairs, the one after which the file does what it did on the engine that it
	// was written for. Only a first fix can be that.
	Keeps bool
	// Choice: an author has to decide whether it is made, though there may be no other repair.
	Choice bool
	Edits  []Edit
	// Renames is the path that the entry has afterwards, of a fix that writes the new name of a key of
	// an older dialect. The value is read for the first time then: what is wrong with it is no harm that
	// the fix does, but the author's to decide.
	Renames string
}

// CertainFix returns the fix that may be made without asking, nil if there is none: a safe first one,
// or, if unsafe fixes may be made too, the only one or one that keeps what the file did. Of other
// repairs an author has to choose.
func (d Diagnostic) CertainFix(unsafe bool) *Fix {
	if len(d.Fixes) > 0 && (d.Fixes[0].Safe || unsafe && (len(d.Fixes) == 1 && !d.Fixes[0].Choice || d.Fixes[0].Keeps)) {
		return &d.Fixes[0]
	}
	return nil
}

// Edit replaces a span of the document.
type Edit = syntax.Edit

// Pass is one run of one rule over one document.
type Pass struct {
	*Document
	Workspace *Workspace // nil where there is only the document
	rule      *Rule
	found     *[]Diagnostic

	suppressed []*suppression // of late rules
	ran        func(code string) bool
}

// Folder returns the `behaviors/` folder of the document; nil if it is in none. A rule that asks for
// it in a behavior says by Concerns when.
func (p *Pass) Folder() *Folder {
	if p.Format.ID == "behavior" && p.rule.Concerns == nil {
		panic("a rule that asks for the folder of a behavior needs Concerns")
	}
	return p.Workspace.Folder(p.Document)
}

// Report adds a diagnostic.
func (p *Pass) Report(d Diagnostic) {
	if d.Code == "" {
		d.Code = p.rule.Code
	}
	if d.Severity == Off {
		d.Severity = p.rule.Severity
	}
	*p.found = append(*p.found, d)
}

// Reportf adds a diagnostic at a place's value.
func (p *Pass) Reportf(at *schema.Place, format string, args ...any) {
	p.Report(Diagnostic{Span: at.Node.Span, Path: at.Path(), Message: fmt.Sprintf(format, args...)})
}

var rules []*Rule

// register makes a rule known. Rules are in order of their codes once the program has started.
func register(r Rule) *Rule {
	rules = append(rules, &r)
	return &r
}
