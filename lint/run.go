package lint

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/forgelint/forgelint/internal/parallel"
)

var sortRules = sync.OnceFunc(func() {
	slices.SortFunc(rules, func(a, b *Rule) int { return strings.Compare(a.Code, b.Code) })
})

// Rules returns all rules, sorted by code.
func Rules() []*Rule {
	sortRules()
	return rules
}

// LookupRule returns the rule with that code, or nil.
func LookupRule(code string) *Rule {
	all := Rules()
	i, found := slices.BinarySearchFunc(all, code, func(r *Rule, code string) int { return strings.Compare(r.Code, code) })
	if !found {
		return nil
	}
	return all[i]
}

// LooksAt reports whether the rule is run on documents of that format.
func (r *Rule) LooksAt(format string) bool {
	return r.Formats == nil || slices.Contains(r.Formats, format)
}

// Result is what a run found.
type Result struct {
	Diagnostics []Diagnostic
	Hidden      []Diagnostic // by comments
	Baselined   []Baselined  // by the baseline
}

// Panic is a fault of a rule. Its findings in that document are lost, those of the others are not.
type Panic struct {
	Code  string // of the rule
	Path  string // of the document
	Value any    // what it panicked with
	Stack []byte
}

func (p *Panic) Error() string {
	return fmt.Sprintf("rule %s failed on %s: %v", p.Code, p.Path, p.Value)
}

// Run runs the rules over a document and returns the diagnostics sorted by place, then code, with
// severities as cfg sets them. A rule that panics costs its own findings only; err then joins one
// *Panic a rule. A document of no format has no findings. cfg and ws may be nil.
func Run(doc *Document, cfg *Config, ws *Workspace) (Result, error) {
	r := &run{doc: doc, cfg: cfg, ws: ws}
	return r.all()
}

// RunAlone does what Run does, but for the rules that compare a behavior with the others of its
// folder: where Workspace.Concerns is false for it, they find nothing, and the result is the same.
// Thousands of files are linted so without keeping them all in memory.
func RunAlone(doc *Document, cfg *Config, ws *Workspace) (Result, error) {
	r := &run{doc: doc, cfg: cfg, ws: ws, alone: true}
	return r.all()
}

func (r *run) all() (Result, error) {
	doc := r.doc
	if doc.Format == nil {
		return Result{}, nil
	}
	r.pass = Pass{Document: doc, Workspace: r.ws, found: &r.found}
	r.pass.ran = func(code string) bool { return r.runs(LookupRule(code)) }
	if len(doc.Places) < manyPlaces {
		for _, rule := range Rules() {
			if !rule.late {
				r.rule(rule)
			}
		}
	} else {
		r.concurrently()
	}
	hidden := r.suppress()
	for _, rule := range Rules() {
		if rule.late {
			r.rule(rule)
		}
	}
	result := Result{Diagnostics: tidy(r.found), Hidden: tidy(hidden)}
	// A baseline that is broken hides nothing; whoever asked for the run says so.
	if baseline, _ := r.ws.Baseline(doc.Abs); baseline != nil {
		result.Diagnostics, result.Baselined = baseline.hide(r.ws, doc, result.Diagnostics)
	}
	addContext := func(i int) { doc.addContext(&result.Diagnostics[i]) }
	if len(doc.Places) < manyPlaces {
		for i := range result.Diagnostics {
			addContext(i)
		}
	} else {
		parallel.Do(len(result.Diagnostics), addContext)
	}
	return result, errors.Join(r.faults...)
}

// manyPlaces is the size of a document from which on its rules run side by side: with 6,000 policies
// (70,000 places) that takes a fifth off the whole.
const manyPlaces = 20_000

// concurrently runs the rules that are not late, on so many processors as there are. The result is
// that of running them one by one. What many rules ask for is made first, side by side too: the first
// that asks would have the others wait.
func (r *run) concurrently() {
	asked := []func(){
		func() { r.doc.manifest() }, func() { r.doc.keys() }, func() { r.doc.patterns() },
	}
	parts := make([]run, len(Rules()))
	parallel.Do(len(asked)+len(parts), func(i int) {
		if i < len(asked) {
			defer func() { recover() }() // whoever asks next meets it again
			asked[i]()
		} else if rule := Rules()[i-len(asked)]; !rule.late {
			part := &parts[i-len(asked)]
			*part = run{doc: r.doc, cfg: r.cfg, ws: r.ws, alone: r.alone}
			part.pass = Pass{Document: r.doc, Workspace: r.ws, found: &part.found}
			part.rule(rule)
		}
	})
	for i := range parts {
		r.found = append(r.found, parts[i].found...)
		r.faults = append(r.faults, parts[i].faults...)
	}
}

// run is the state of one Run.
type run struct {
	doc        *Document
	cfg        *Config
	ws         *Workspace
	found      []Diagnostic
	faults     []error
	suppressed []*suppression
	pass       Pass
	alone      bool // without the rules that have Concerns
}

// runs reports whether a rule looks at the document and is not off.
func (r *run) runs(rule *Rule) bool {
	if rule == nil || !rule.LooksAt(r.doc.Format.ID) {
		return false
	}
	severity, set := r.cfg.severity(rule.Code)
	if !set {
		return !rule.Optional
	}
	return severity != Off
}

func (r *run) rule(rule *Rule) {
	if !r.runs(rule) || r.alone && rule.Concerns != nil {
		return
	}
	start := len(r.found)
	if fault := r.check(rule); fault != nil {
		r.found = r.found[:start]
		r.faults = append(r.faults, fault)
	}
	r.found = r.doc.dropConsequences(r.found, start)
	if severity, set := r.cfg.severity(rule.Code); set {
		for i := range r.found[start:] {
			r.found[start+i].Severity = severity
		}
	}
}

func (r *run) check(rule *Rule) (fault error) {
	defer func() {
		if value := recover(); value != nil {
			fault = &Panic{Code: rule.Code, Path: r.doc.Path, Value: value, Stack: debug.Stack()}
		}
	}()
	// One Pass serves all rules, one after the other.
	r.pass.rule, r.pass.suppressed = rule, r.suppressed
	rule.Check(&r.pass)
	return nil
}

// suppress takes out of the findings what comments hide, and returns it. A finding whose suppression
// has ended says so.
func (r *run) suppress() (hidden []Diagnostic) {
	if r.ws != nil && r.ws.ShowSuppressed {
		return nil
	}
	r.suppressed = r.doc.suppressions(r.ws.today())
	if len(r.suppressed) == 0 {
		return nil
	}
	byCode := map[string][]*suppression{}
	for _, s := range r.suppressed {
		for _, code := range s.codes {
			byCode[code.code] = append(byCode[code.code], s)
		}
	}
	kept := r.found[:0]
	for _, d := range r.found {
		hide := false
		for _, s := range byCode[d.Code] {
			if !s.hides(&d) {
				continue
			}
			if !s.expired {
				hide = true
				continue
			}
			d.Related = append(slices.Clip(d.Related), Related{Span: s.comment.Span, Message: "was hidden until " + s.until})
		}
		if hide {
			hidden = append(hidden, d)
		} else {
			kept = append(kept, d)
		}
	}
	r.found = kept
	return hidden
}

// tidy sorts findings and drops those that an alias shows twice.
func tidy(found []Diagnostic) []Diagnostic {
	sortDiagnostics(found)
	return slices.CompactFunc(found, func(a, b Diagnostic) bool {
		return a.Span == b.Span && a.Code == b.Code && a.Message == b.Message
	})
}

func sortDiagnostics(found []Diagnostic) {
	slices.SortStableFunc(found, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Span.Start, b.Span.Start),
			strings.Compare(a.Code, b.Code),
			cmp.Compare(a.Span.End, b.Span.End),
			strings.Compare(a.Message, b.Message),
		)
	})
}
