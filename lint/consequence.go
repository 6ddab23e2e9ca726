package lint

import (
	"slices"

	"github.com/forgelint/forgelint/syntax"
)

// dropConsequences takes the findings from start on, of one rule, that only follow from a fault of
// the syntax: those in the text that the fault marks, and what a rule says of the effect of a policy,
// trigger or the like of which a part could not be read. One fault is to give one diagnostic.
func (d *Document) dropConsequences(found []Diagnostic, start int) []Diagnostic {
	faults := d.Tree.Errors
	if len(faults) == 0 || d.Tree.JSON {
		return found
	}
	kept := found[:start]
	for _, f := range found[start:] {
		if slices.ContainsFunc(faults, func(e syntax.Error) bool { return string(e.Code) == f.Code }) {
			kept = append(kept, f)
			continue
		}
		marked := slices.ContainsFunc(faults, func(e syntax.Error) bool {
			return e.Span.Start < f.Span.End && f.Span.Start < e.Span.End
		})
		if !marked && !(f.Severity != Error && d.partlyRead(f.Span.Start)) {
			kept = append(kept, f)
		}
	}
	return kept
}

// partlyRead reports whether a part is lost of the innermost item of a list, else of the document,
// that holds an offset.
func (d *Document) partlyRead(offset int) bool {
	item := d.Tree.Docs[0]
	for n := item; n != nil; {
		var inner *syntax.Node
		for _, i := range n.Items {
			if i.Span.Start <= offset && offset <= i.Span.End {
				inner = i
				if i.Kind == syntax.Mapping {
					item = i
				}
			}
		}
		for _, p := range n.Pairs {
			if s := p.Span(); s.Start <= offset && offset <= s.End {
				inner = p.Value
			}
		}
		n = inner
	}
	return hasBroken(item)
}

// hasBroken reports whether a part of a node could not be read.
func hasBroken(n *syntax.Node) bool {
	return n.Broken || slices.ContainsFunc(n.Items, hasBroken) ||
		slices.ContainsFunc(n.Pairs, func(p syntax.Pair) bool { return hasBroken(p.Key) || hasBroken(p.Value) })
}
