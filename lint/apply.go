package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

// maxRounds bounds the rounds of Apply: each fix can lay open the next, but not for ever.
const maxRounds = 10

// Applied is a repair that Apply made.
type Applied struct {
	Code  string // of the rule
	Title string // of the fix
}

// Apply repairs a document with the fixes that choose picks (nil: none for that diagnostic), in
// rounds to a fixed point: fixes whose edits overlap wait for the next round. After each round the
// text is parsed and linted again; a fix that brings a new error or loses a comment is not made.
// It returns the document as it is then, and what was done.
func Apply(doc *Document, cfg *Config, ws *Workspace, choose func(Diagnostic) *Fix) (*Document, []Applied, error) {
	var done []Applied
	refused := map[Applied]bool{}
	for range maxRounds {
		result, err := Run(doc, cfg, ws)
		if err != nil {
			return doc, done, err
		}
		round, edits := pick(result.Diagnostics, choose, refused)
		if len(edits) == 0 {
			break
		}
		next, err := attempt(doc, cfg, ws, result, edits)
		if err != nil {
			return doc, done, err
		}
		if next == nil {
			// One of them does harm: make them one by one, and never again those that do.
			next, round, err = oneByOne(doc, cfg, ws, result, choose, refused)
			if err != nil {
				return doc, done, err
			}
			if next == nil {
				continue
			}
		}
		doc, done = next, append(done, round...)
	}
	return doc, done, nil
}

// pick chooses the fixes of one round, none overlapping another, in the order of the diagnostics.
func pick(found []Diagnostic, choose func(Diagnostic) *Fix, refused map[Applied]bool) ([]Applied, []syntax.Edit) {
	var round []Applied
	var edits []syntax.Edit
	for _, d := range found {
		fix := choose(d)
		if fix == nil || len(fix.Edits) == 0 {
			continue
		}
		applied := Applied{Code: d.Code, Title: fix.Title}
		if refused[applied] || slices.ContainsFunc(fix.Edits, func(e syntax.Edit) bool { return overlapsAny(edits, e) }) {
			continue
		}
		round, edits = append(round, applied), append(edits, fix.Edits...)
	}
	return round, edits
}

// oneByOne makes the first fix of a round that does no harm, and remembers those that do.
func oneByOne(doc *Document, cfg *Config, ws *Workspace, result Result, choose func(Diagnostic) *Fix, refused map[Applied]bool) (*Document, []Applied, error) {
	for i := range result.Diagnostics {
		round, edits := pick(result.Diagnostics[i:i+1], choose, refused)
		if len(edits) == 0 {
			continue
		}
		next, err := attempt(doc, cfg, ws, result, edits)
		if next != nil || err != nil {
			return next, round, err
		}
		refused[round[0]] = true
	}
	return nil, nil, nil
}

// attempt returns the document with the edits made, nil if that would do harm.
func attempt(doc *Document, cfg *Config, ws *Workspace, before Result, edits []syntax.Edit) (*Document, error) {
	text := ApplyEdits(doc.Tree.File.Text, edits)
	if text == doc.Tree.File.Text {
		return nil, nil
	}
	next := Parse(doc.Path, doc.Abs, []byte(text), doc.Format)
	after, err := Run(next, cfg, ws)
	if err != nil {
		return nil, err
	}
	if countComments(next) < countComments(doc) || hasNewError(before.Diagnostics, after.Diagnostics) {
		return nil, nil
	}
	return next, nil
}

// hasNewError reports whether there are more errors than before. A repair may bring to light what the
// fault hid (a renamed key is now checked); as long as the sum does not grow that is no harm.
func hasNewError(before, after []Diagnostic) bool {
	return countErrors(after) > countErrors(before)
}

// countComments counts the comments that are not for us: those a repair may remove.
func countComments(doc *Document) int {
	n := 0
	for _, c := range doc.Tree.Comments {
		if !directive.MatchString(c.Text) {
			n++
		}
	}
	return n
}

func countErrors(found []Diagnostic) int {
	n := 0
	for _, d := range found {
		if d.Severity == Error {
			n++
		}
	}
	return n
}

func overlapsAny(edits []syntax.Edit, e syntax.Edit) bool {
	return slices.ContainsFunc(edits, func(other syntax.Edit) bool {
		// Two insertions at one place have no order, so they overlap too.
		return e.Span.Start < other.Span.End && other.Span.Start < e.Span.End || e.Span.Start == other.Span.Start
	})
}

// ApplyEdits returns the text with the edits made. They must not overlap.
func ApplyEdits(text string, edits []syntax.Edit) string {
	edits = slices.SortedFunc(slices.Values(edits), func(a, b syntax.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}
