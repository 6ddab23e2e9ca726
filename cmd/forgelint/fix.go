package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/internal/parallel"
	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
)

// maxPasses bounds how often all files are gone through: a repair of one file can lay open another in
// a file that is compared with it.
const maxPasses = 10

// fixing repairs files. Nothing is written before all is decided.
type fixing struct {
	linter *linter
	files  []file
	unsafe bool
	fixed  map[int]*fixedFile        // by index into files
	fixes  map[string]*lint.Document // the repaired documents by absolute path, and standard input
	faults []error
}

// fixedFile is a file that was repaired.
type fixedFile struct {
	raw      []byte // what was read
	document *lint.Document
	lint.Repaired
}

// text returns the repaired file in the encoding that it has on disk.
func (f *fixedFile) text() []byte { return f.document.Tree.File.Encode(f.document.Tree.File.Text) }

// fix repairs the files as far as it can be done without asking. It changes nothing on disk.
func (s *session) fix(unsafe bool) *fixing {
	x := &fixing{linter: s.linter, files: s.files, unsafe: unsafe, fixed: map[int]*fixedFile{}, fixes: input(s.linter, s.files)}
	for range maxPasses {
		if !x.pass() || len(x.faults) > 0 {
			break
		}
	}
	return x
}

// choose picks what is repaired without asking.
func (x *fixing) choose(d lint.Diagnostic) *lint.Fix { return d.CertainFix(x.unsafe) }

// pass repairs each file as the others are now, and reports whether anything changed. Configurations
// come first. Then all others, at the same time, without comparing those of one `behaviors/` folder;
// and at last, one by one, those of them for which that says something.
func (x *fixing) pass() bool {
	changed := false
	var others []int
	for i, f := range x.files {
		if filepath.Base(f.path) != lint.ConfigName {
			others = append(others, i)
		} else if x.take(i, x.repair(i, lint.Apply)) {
			changed = true
			x.refresh()
		}
	}
	start := x.linter.workspace
	found := make([]attempt, len(others))
	parallel.Do(len(others), func(n int) {
		apply := lint.Apply
		if lint.InFolder(x.files[others[n]].abs) {
			apply = lint.ApplyAlone
		}
		found[n] = x.repair(others[n], apply)
	})
	took := make([]bool, len(others))
	for n, i := range others {
		took[n] = x.take(i, found[n])
		changed = changed || took[n]
	}
	x.refresh()
	for n, i := range others {
		if !lint.InFolder(x.files[i].abs) || found[n].before == nil || !x.linter.workspace.Concerns(x.files[i].abs) {
			continue
		}
		if took[n] && x.harms(i, found[n], start) {
			x.undo(i, found[n])
			x.refresh()
		}
		if x.take(i, x.repair(i, lint.Apply)) {
			changed = true
			x.refresh()
		}
	}
	return changed
}

// attempt is what came of one file in one pass.
type attempt struct {
	raw      []byte
	before   *lint.Document // nil if it is none of ours
	config   *lint.Config
	repaired lint.Repaired // without a document if nothing was done
	fault    error
}

// applier is lint.Apply or lint.ApplyAlone.
type applier func(*lint.Document, *lint.Config, *lint.Workspace, func(lint.Diagnostic) *lint.Fix) (lint.Repaired, error)

func (x *fixing) repair(i int, apply applier) (a attempt) {
	f := x.files[i]
	defer recovered(f, &a.fault)
	doc, config, err := x.linter.open(f)
	if err != nil || doc == nil {
		return attempt{} // what is wrong is said when the file is linted
	}
	if known := x.fixed[i]; known != nil {
		doc, a.raw = known.document, known.raw
	} else if a.raw, err = f.read(); err != nil || !bytes.Equal(doc.Tree.File.Encode(doc.Tree.File.Text), a.raw) {
		return attempt{} // it is no text in its encoding, and would not stay as it is outside the edits
	} else {
		x.linter.workspace.Add(doc)
	}
	a.before, a.config = doc, config
	a.repaired, err = apply(doc, config, x.linter.workspace, x.choose)
	if a.fault = fault(err); err != nil || len(a.repaired.Applied)+len(a.repaired.Refused) == 0 {
		a.repaired = lint.Repaired{}
	}
	return a
}

// harms reports whether a repair that looked at the file alone brought an error that only the others of
// its folder show. start is the workspace before the pass.
func (x *fixing) harms(i int, a attempt, start *lint.Workspace) bool {
	before, err := lint.Run(a.before, a.config, start)
	after, err2 := lint.Run(x.fixed[i].document, a.config, x.linter.workspace)
	return errors.Join(err, err2) != nil || countErrors(after) > countErrors(before)
}

func countErrors(r lint.Result) int {
	n := 0
	for _, d := range r.Diagnostics {
		if d.Severity == lint.Error {
			n++
		}
	}
	return n
}

// undo takes back what a pass did to a file.
func (x *fixing) undo(i int, a attempt) {
	known := x.fixed[i]
	known.document = a.before
	known.Applied = known.Applied[:len(known.Applied)-len(a.repaired.Applied)]
	x.fixes[x.files[i].abs] = a.before
}

// take notes what came of a file, and reports whether it changed.
func (x *fixing) take(i int, a attempt) bool {
	if a.fault != nil {
		x.faults = append(x.faults, a.fault)
	}
	if a.repaired.Document == nil {
		return false
	}
	known := x.fixed[i]
	if known == nil {
		known = &fixedFile{raw: a.raw}
		x.fixed[i] = known
	}
	known.document = a.repaired.Document
	known.Applied = append(known.Applied, a.repaired.Applied...)
	known.Refused, known.Unfinished = a.repaired.Refused, a.repaired.Unfinished
	if len(a.repaired.Applied) == 0 {
		return false
	}
	if abs := x.files[i].abs; abs != "" {
		x.fixes[abs] = known.document
	}
	return true
}

// refresh makes the linter see the repaired documents in the place of their files.
func (x *fixing) refresh() {
	x.linter.workspace = x.linter.workspace.With(newBuffers(x.fixes))
}

// changed returns the files that were changed, in their order.
func (x *fixing) changed() []int {
	var list []int
	for i, f := range x.fixed {
		if len(f.Applied) > 0 {
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return list
}

// write writes the files that were changed, standard input to stdout. What cannot be written stays as
// it was, and is a problem.
func (x *fixing) write(stdout io.Writer) (problems []error) {
	changed := x.changed()
	for _, i := range changed {
		f, fixed := &x.files[i], x.fixed[i]
		if !f.stdin {
			if err := rewrite(f.abs, fixed.raw, fixed.text()); err != nil {
				problems = append(problems, fmt.Errorf("%w; the file is left as it was", describe(f.path, err)))
				delete(x.fixed, i)
				delete(x.fixes, f.abs)
				x.refresh()
				continue
			}
		}
		f.fixed = fixed.text()
	}
	for i, f := range x.files {
		if !f.stdin {
			continue
		}
		text := f.text
		if fixed := x.fixed[i]; fixed != nil {
			text = fixed.text()
		}
		problems = append(problems, printTo(stdout, text)...)
	}
	return problems
}

// diff writes what would be changed as a patch.
func (x *fixing) diff(stdout io.Writer) []error {
	var out bytes.Buffer
	for _, i := range x.changed() {
		path := x.files[i].path
		if rel, err := filepath.Rel(x.linter.folder, x.files[i].abs); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
			path = filepath.ToSlash(rel)
		}
		out.Write(unifiedDiff(strings.TrimPrefix(path, "/"), x.fixed[i].raw, x.fixed[i].text()))
	}
	return printTo(stdout, out.Bytes())
}

// forget makes the linter see the files as they are on disk.
func (x *fixing) forget() {
	x.fixes = input(x.linter, x.files)
	x.refresh()
}

// maxWarnings is how many fixes of a file are said not to be made.
const maxWarnings = 10

// warnings say what was not repaired, and why.
func (x *fixing) warnings() []error {
	var all []error
	for i := range x.files {
		fixed := x.fixed[i]
		if fixed == nil {
			continue
		}
		path := x.files[i].path
		for n, r := range fixed.Refused {
			if n == maxWarnings {
				all = append(all, fmt.Errorf("%s: nor are %d others", path, len(fixed.Refused)-n))
				break
			}
			all = append(all, fmt.Errorf("%s: the fix %q of %s is not made: %s", path, r.Title, r.Code, r.Reason))
		}
		if fixed.Unfinished {
			all = append(all, fmt.Errorf("%s: more can be fixed; run it again", path))
		}
	}
	return all
}

// note adds to a report what was done to its files.
func (x *fixing) note(rep *report.Report) {
	rep.Fixing = true
	done := map[string][]lint.Applied{}
	for i, fixed := range x.fixed {
		done[x.files[i].path] = fixed.Applied
	}
	for i := range rep.Files {
		rep.Files[i].Fixed = done[rep.Files[i].Path]
	}
}

// summarize writes what was done, or would be, by file and rule.
func (x *fixing) summarize(w io.Writer, would bool) {
	done := "fixed"
	if would {
		done = "would fix"
	}
	total := 0
	changed := x.changed()
	for _, i := range changed {
		counts := map[string]int{}
		for _, a := range x.fixed[i].Applied {
			counts[a.Code]++
			total++
		}
		var parts []string
		for _, code := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
		}) {
			parts = append(parts, fmt.Sprintf("%d %s", counts[code], code))
		}
		fmt.Fprintf(w, "%s %s: %s\n", done, report.Printable(x.files[i].path), strings.Join(parts, ", "))
	}
	if total > 0 {
		fmt.Fprintf(w, "%s %s in %s\n", done, report.Plural(total, "finding"), report.Plural(len(changed), "file"))
	}
}

// buffers are the texts that hide files of the disk. They do not change.
type buffers struct {
	documents map[string]*lint.Document // by absolute path
	paths     []string
}

func newBuffers(documents map[string]*lint.Document) buffers {
	return buffers{maps.Clone(documents), slices.Sorted(maps.Keys(documents))}
}

func (b buffers) Document(abs string) *lint.Document { return b.documents[abs] }

func (b buffers) Paths() []string { return b.paths }

// input returns standard input, which hides the file of its name.
func input(l *linter, files []file) map[string]*lint.Document {
	documents := map[string]*lint.Document{}
	for _, f := range files {
		if f.stdin && f.abs != "" {
			// What is wrong with it is said when it is linted.
			if doc, _, err := l.open(f); err == nil && doc != nil {
				documents[f.abs] = doc
			}
		}
	}
	return documents
}

var errFixWatch = errors.New("--watch does not go with --fix, --unsafe-fixes and --diff: it would lint its own changes")
