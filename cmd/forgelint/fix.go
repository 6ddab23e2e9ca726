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
	fixed  map[int]*fixedFile // by index into files
	fixes  buffers            // the repaired documents by their absolute path, and standard input
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
	x := &fixing{linter: s.linter, files: s.files, unsafe: unsafe, fixed: map[int]*fixedFile{}, fixes: buffers{}}
	x.fixes.addInput(s.linter, s.files)
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
// come first. Files of one `behaviors/` folder are compared with each other, so that each has to see
// what became of those before it; all others are repaired at the same time.
func (x *fixing) pass() bool {
	var configs, alone []int
	for i, f := range x.files {
		if filepath.Base(f.path) == lint.ConfigName {
			configs = append(configs, i)
		} else {
			alone = append(alone, i)
		}
	}
	changed := false
	for _, i := range configs {
		changed = x.take(i, x.repair(i)) || changed
	}
	found := make([]attempt, len(alone))
	parallel(len(alone), func(n int) { found[n] = x.repair(alone[n]) })
	seen := false // something in the folders changed since found was made
	for n, i := range alone {
		if lint.InFolder(x.files[i].abs) && seen && found[n].repaired.Document != nil {
			found[n] = x.repair(i)
		}
		if x.take(i, found[n]) {
			changed = true
			seen = seen || lint.InFolder(x.files[i].abs)
		}
	}
	return changed
}

// attempt is what came of one file in one pass.
type attempt struct {
	raw      []byte
	repaired lint.Repaired // without a document if nothing was done
	fault    error
}

func (x *fixing) repair(i int) (a attempt) {
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
	}
	a.repaired, err = lint.Apply(doc, config, x.linter.workspace, x.choose)
	if a.fault = fault(err); err != nil || len(a.repaired.Applied)+len(a.repaired.Refused) == 0 {
		a.repaired = lint.Repaired{}
	}
	return a
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
	x.see(x.files[i].abs, known.document)
	return true
}

// see makes the linter see a document in the place of its file.
func (x *fixing) see(abs string, doc *lint.Document) {
	if abs == "" {
		return
	}
	// A workspace is one state of the world, so that it gets files of its own.
	if x.fixes = x.fixes.with(abs, doc); doc == nil {
		x.fixes.addInput(x.linter, x.files)
	}
	x.linter.workspace = x.linter.workspace.With(x.fixes)
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
				x.see(f.abs, nil)
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
	x.fixes = buffers{}
	x.fixes.addInput(x.linter, x.files)
	x.linter.workspace = x.linter.workspace.With(x.fixes)
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

// buffers are the texts that hide files of the disk, by absolute path.
type buffers map[string]*lint.Document

func (b buffers) Document(abs string) *lint.Document { return b[abs] }

func (b buffers) Paths() []string { return slices.Sorted(maps.Keys(b)) }

// with returns the buffers with another document for a file; nil takes it out.
func (b buffers) with(abs string, doc *lint.Document) buffers {
	next := maps.Clone(b)
	if doc == nil {
		delete(next, abs)
	} else {
		next[abs] = doc
	}
	return next
}

// addInput adds standard input, which hides the file of its name.
func (b buffers) addInput(l *linter, files []file) {
	for _, f := range files {
		if f.stdin && f.abs != "" && b[f.abs] == nil {
			// What is wrong with it is said when it is linted.
			if doc, _, err := l.open(f); err == nil && doc != nil {
				b[f.abs] = doc
			}
		}
	}
}

var errFixWatch = errors.New("--watch does not go with --fix, --unsafe-fixes and --diff: it would lint its own changes")
