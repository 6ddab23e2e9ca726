package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

const (
	// maxRounds bounds the rounds of Apply: each fix can lay open the next, but not for ever.
	maxRounds = 10
	// maxAttempts bounds how often a round is tried in parts to find the fixes that do harm.
	maxAttempts = 200
)

// Applied is a repair of one finding.
type Applied struct {
	Code    string // of the rule
	Message string // of the finding
	Path    string // of the finding, in the text of its round
	Title   string // of the fix
	Safe    bool
}

// Refused is a repair that was not made because it would do harm.
type Refused struct {
	Applied
	Reason string // "it would bring a new error: …"
}

// Repaired is what Apply made of a document.
type Repaired struct {
	Document *Document // the one that was given if nothing was done
	Applied  []Applied
	Refused  []Refused
	// Unfinished: after the last round there was still something to repair.
	Unfinished bool
}

// Apply repairs a document with the fixes that choose picks (nil: none for that diagnostic), in
// rounds to a fixed point: fixes whose edits overlap wait for the next round. After each round the
// text is parsed and linted again; a fix that brings a new error or brings one to light, or loses a
// comment, is not made. The rules see the repaired text in the place of the file. With an error
// nothing is repaired.
func Apply(doc *Document, cfg *Config, ws *Workspace, choose func(Diagnostic) *Fix) (Repaired, error) {
	return apply(repairing{doc: doc, cfg: cfg, ws: ws, choose: choose})
}

// ApplyAlone does what Apply does without the rules that compare a behavior with the others of its
// folder, as RunAlone does.
func ApplyAlone(doc *Document, cfg *Config, ws *Workspace, choose func(Diagnostic) *Fix) (Repaired, error) {
	return apply(repairing{doc: doc, cfg: cfg, ws: ws, choose: choose, alone: true})
}

// apply makes all rounds from a state in which nothing is done.
func apply(start repairing) (Repaired, error) {
	doc, r := start.doc, start
	first, err := r.run(doc)
	if err != nil {
		return Repaired{Document: doc}, err
	}
	last, err := r.all(&first)
	if err != nil {
		return Repaired{Document: doc}, err
	}
	if r.strict = true; r.newError(first.Diagnostics, last.Diagnostics, r.renamed) != nil {
		// An error that a later round was to repair is still there.
		r = start
		r.strict = true
		if last, err = r.all(&first); err != nil {
			return Repaired{Document: doc}, err
		}
	}
	r.out.Document = r.doc
	return r.out, nil
}

// repairing is the state of one Apply.
type repairing struct {
	doc      *Document // as of this round
	cfg      *Config
	ws       *Workspace
	choose   func(Diagnostic) *Fix
	refused  map[refusal]bool
	attempts int
	out      Repaired
	alone    bool     // without the rules that look at the whole folder
	strict   bool     // no round leaves a new error to a later one
	renamed  []string // the paths of the entries whose keys were renamed
}

// all makes all rounds, and returns what is found in the end.
func (r *repairing) all(found *Result) (*Result, error) {
	r.refused = map[refusal]bool{}
	for range maxRounds {
		after, err := r.round(found)
		if after == nil {
			return found, err
		}
		found = after
	}
	r.out.Unfinished = len(r.pick(found.Diagnostics)) > 0
	return found, nil
}

// run lints a document in the place of its file.
func (r *repairing) run(doc *Document) (Result, error) {
	if r.alone {
		return RunAlone(doc, r.cfg, r.ws)
	}
	return Run(doc, r.cfg, r.ws.seeing(doc))
}

// refusal tells the fixes that are not tried again in a round.
type refusal struct{ code, path, title string }

// candidate is a fix that a round makes, and the finding that it repairs.
type candidate struct {
	Applied
	edits   []syntax.Edit
	renames string // of the fix
}

func (c candidate) refusal() refusal { return refusal{c.Code, c.Path, c.Title} }

// round makes the fixes of one round. It returns what is found then, nil if there was nothing to do.
func (r *repairing) round(found *Result) (*Result, error) {
	// What did harm in another text may be right in this one.
	clear(r.refused)
	r.out.Refused = nil
	var made []candidate
	var next *Document
	var after *Result
	// try makes the fixes beside those made already, or the parts that do no harm.
	var try func(part []candidate) error
	try = func(part []candidate) error {
		all := slices.Concat(made, part)
		doc, result, reason, err := r.attempt(found, all)
		switch {
		case err != nil:
			return err
		case reason == "":
			made, next, after = all, doc, result
			return nil
		case len(part) == 1 || r.attempts > maxAttempts:
			for _, c := range part {
				r.refused[c.refusal()] = true
				r.out.Refused = append(r.out.Refused, Refused{c.Applied, reason})
			}
			return nil
		}
		half := len(part) / 2
		if err := try(part[:half]); err != nil {
			return err
		}
		return try(part[half:])
	}
	for {
		picked := r.pick(found.Diagnostics)
		if len(picked) == 0 {
			return nil, nil
		}
		if err := try(picked); err != nil {
			return nil, err
		}
		if next != nil {
			break
		}
		// All of them do harm; what they kept from being made may not.
	}
	for _, c := range made {
		r.out.Applied = append(r.out.Applied, c.Applied)
		if c.renames != "" {
			r.renamed = append(r.renamed, c.renames)
		}
	}
	r.doc = next
	return after, nil
}

// pick chooses the fixes of one round, none overlapping another, in the order of the diagnostics.
func (r *repairing) pick(found []Diagnostic) []candidate {
	var picked []candidate
	var taken spans
	removed := map[*schema.Place]int{}
	for _, d := range found {
		fix := r.choose(d)
		if fix == nil || len(fix.Edits) == 0 {
			continue
		}
		c := candidate{Applied{d.Code, d.Message, d.Path, fix.Title, fix.Safe}, fix.Edits, fix.Renames}
		if r.refused[c.refusal()] || slices.ContainsFunc(fix.Edits, func(e syntax.Edit) bool { return taken.overlap(e.Span) }) {
			continue
		}
		if parent := r.doc.emptied(fix.Edits); parent != nil {
			// The last entry of a collection is not taken out with the others: nothing would be left.
			if removed[parent]++; removed[parent] == entryCount(parent.Node) {
				continue
			}
		}
		for _, e := range fix.Edits {
			taken.add(e.Span)
		}
		picked = append(picked, c)
	}
	return picked
}

// emptied returns the collection that edits take an entry or item out of, nil if they do not.
func (d *Document) emptied(edits []syntax.Edit) *schema.Place {
	if len(edits) != 1 || edits[0].New != "" {
		return nil
	}
	span := edits[0].Span
	within := func(p *schema.Place) bool {
		x := placeExtent(p)
		return span.Start <= x.Start && x.End <= span.End
	}
	written := d.Text(span)
	at := d.At(span.Start + len(written) - len(strings.TrimLeft(written, " \t\r\n-")))
	for at != nil && at.Parent != nil && within(at.Parent) {
		at = at.Parent
	}
	if at == nil || at.Parent == nil || !within(at) {
		return nil
	}
	return at.Parent
}

// attempt makes fixes and lints what comes of it. reason says what harm they do, "" for none.
func (r *repairing) attempt(before *Result, fixes []candidate) (next *Document, after *Result, reason string, err error) {
	r.attempts++
	var edits []syntax.Edit
	renamed := slices.Clip(r.renamed)
	for _, c := range fixes {
		edits = append(edits, c.edits...)
		if c.renames != "" {
			renamed = append(renamed, c.renames)
		}
	}
	file := r.doc.Tree.File
	text := ApplyEdits(file.Text, edits)
	if text == file.Text {
		return nil, nil, "it changes nothing", nil
	}
	next = Parse(r.doc.Path, r.doc.Abs, file.Encode(text), r.doc.Format)
	linted, err := r.run(next)
	if err != nil {
		return nil, nil, "", err
	}
	after = &linted
	if n := len(r.doc.Tree.Errors); len(next.Tree.Errors) > n {
		return nil, nil, "it would bring a new error: " + newFault(r.doc.Tree.Errors, next.Tree.Errors), nil
	}
	if lost := lostComment(r.doc, next); lost != "" {
		return nil, nil, fmt.Sprintf("it would lose the comment `%s`", shortText(lost)), nil
	}
	if brought := r.newError(before.Diagnostics, after.Diagnostics, renamed); brought != nil {
		return nil, nil, "it would bring a new error: " + brought.Message, nil
	}
	return next, after, "", nil
}

// lostComment returns a comment that is not in the repaired document any more, "" if there is none.
// Those that are for us may go.
func lostComment(before, after *Document) string {
	left := map[string]int{}
	for _, c := range after.Tree.Comments {
		left[c.Text]++
	}
	for _, c := range before.Tree.Comments {
		if left[c.Text]--; left[c.Text] < 0 && !directive.MatchString(c.Text) {
			return c.Text
		}
	}
	return ""
}

// newError returns an error of a kind of which there were fewer before, nil if there is none. What a
// repair only brings to light is one too, but for the value of a renamed key, and for an error that a
// later round repairs.
func (r *repairing) newError(before, after []Diagnostic, renamed []string) *Diagnostic {
	type key struct{ code, message string }
	counts := func(d *Diagnostic) bool {
		return d.Severity == Error && (r.strict || r.choose(*d) == nil) && !slices.Contains(renamed, d.Path)
	}
	room, known := map[string]int{}, map[key]int{}
	for _, d := range before {
		if d.Severity == Error {
			room[d.Code]++
			known[key{d.Code, d.Message}]++
		}
	}
	for i := range after {
		if d := &after[i]; counts(d) {
			room[d.Code]--
		}
	}
	for i := range after {
		d := &after[i]
		if k := (key{d.Code, d.Message}); counts(d) && room[d.Code] < 0 {
			if known[k]--; known[k] < 0 {
				return d
			}
		}
	}
	return nil
}

// newFault returns the message of a fault of the text that was not there before.
func newFault(before, after []syntax.Error) string {
	for _, fault := range after {
		if !slices.ContainsFunc(before, func(e syntax.Error) bool { return e.Message == fault.Message }) {
			return fault.Message
		}
	}
	return after[len(after)-1].Message
}

// spans are spans of which none overlaps another, sorted.
type spans []syntax.Span

// place returns where a span belongs.
func (s spans) place(x syntax.Span) int {
	i, _ := slices.BinarySearchFunc(s, x.Start, func(y syntax.Span, start int) int { return cmp.Compare(y.Start, start) })
	return i
}

// overlap reports whether a span overlaps one of them. Two insertions at one place have no order, so
// they overlap too, and so do an insertion and the change that begins or ends there.
func (s spans) overlap(x syntax.Span) bool {
	i := s.place(x)
	return i > 0 && s[i-1].End >= x.Start && (s[i-1].End > x.Start || x.Len() == 0 || s[i-1].Len() == 0) ||
		i < len(s) && (s[i].Start < x.End || s[i].Start == x.Start || s[i].Start == x.End && (x.Len() == 0 || s[i].Len() == 0))
}

func (s *spans) add(x syntax.Span) { *s = slices.Insert(*s, s.place(x), x) }

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

// seeing returns the workspace with a document in the place of its file, for those rules that compare
// it with others.
func (w *Workspace) seeing(doc *Document) *Workspace {
	if w == nil || !InFolder(doc.Abs) || w.overlay != nil && w.overlay.Document(doc.Abs) == doc {
		return w
	}
	return w.With(instead{w.overlay, doc})
}

// instead is an overlay with one document more.
type instead struct {
	Overlay // may be nil
	doc     *Document
}

func (o instead) Document(abs string) *Document {
	switch {
	case abs == o.doc.Abs:
		return o.doc
	case o.Overlay != nil:
		return o.Overlay.Document(abs)
	}
	return nil
}

func (o instead) Paths() []string {
	if o.Overlay == nil {
		return []string{o.doc.Abs}
	}
	paths := o.Overlay.Paths()
	if slices.Contains(paths, o.doc.Abs) {
		return paths
	}
	return append(slices.Clip(paths), o.doc.Abs)
}
