package lint

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
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
	Hidden      []Diagnostic // suppressed
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
	if doc.Format == nil {
		return Result{}, nil
	}
	var found []Diagnostic
	var faults []error
	for _, rule := range Rules() {
		if !rule.LooksAt(doc.Format.ID) {
			continue
		}
		severity, set := cfg.severity(rule.Code)
		if set && severity == Off {
			continue
		}
		start := len(found)
		if fault := runRule(rule, doc, ws, &found); fault != nil {
			found = found[:start]
			faults = append(faults, fault)
		}
		if set {
			for i := range found[start:] {
				found[start+i].Severity = severity
			}
		}
	}
	sortDiagnostics(found)
	found = slices.CompactFunc(found, func(a, b Diagnostic) bool {
		return a.Span == b.Span && a.Code == b.Code && a.Message == b.Message
	})
	return Result{Diagnostics: found}, errors.Join(faults...)
}

func runRule(rule *Rule, doc *Document, ws *Workspace, found *[]Diagnostic) (fault error) {
	defer func() {
		if value := recover(); value != nil {
			fault = &Panic{Code: rule.Code, Path: doc.Path, Value: value, Stack: debug.Stack()}
		}
	}()
	rule.Check(&Pass{Document: doc, Workspace: ws, rule: rule, found: found})
	return nil
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
