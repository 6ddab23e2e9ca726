package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"unicode/utf8"

	"github.com/forgelint/forgelint/internal/parallel"
	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
	"github.com/forgelint/forgelint/schema"
)

// linter lints files, several at a time. What it returns does not depend on that.
type linter struct {
	workspace *lint.Workspace
	folder    string // the current folder
	heap      *heap
	// record, if not nil, is called with what was found in each file, several at a time; with a file that
	// is linted twice, the last time counts.
	record func(*lint.Document, lint.Result)
}

// newLinter returns a linter for the files. Standard input among them hides the file of its name.
func newLinter(o *lintOptions, folder string, files []file) (*linter, error) {
	shown := map[string]string{}
	for _, f := range files {
		shown[f.abs] = f.path
	}
	display := func(abs string) string {
		if path, ok := shown[abs]; ok {
			return path
		}
		if rel, err := filepath.Rel(folder, abs); folder != "" && err == nil {
			return filepath.ToSlash(rel)
		}
		return filepath.ToSlash(abs)
	}
	l := &linter{workspace: lint.NewWorkspace(display), folder: folder, heap: newHeap()}
	if o.noConfig {
		l.workspace.UseNoConfig()
	}
	if o.config != "" {
		abs, err := filepath.Abs(o.config)
		if err != nil {
			return nil, fmt.Errorf("--config %s: %w", o.config, err)
		}
		if err := l.workspace.UseConfig(abs); err != nil {
			return nil, err
		}
	}
	if o.noBaseline {
		l.workspace.UseNoBaseline()
	}
	if o.baseline != "" {
		abs, err := filepath.Abs(o.baseline)
		if err != nil {
			return nil, fmt.Errorf("--baseline %s: %w", o.baseline, err)
		}
		if err := l.workspace.UseBaseline(abs); err != nil {
			return nil, err
		}
	}
	if documents := input(l, files); len(documents) > 0 {
		l.workspace = l.workspace.With(newBuffers(documents))
	}
	return l, nil
}

// lintResult is what came of the files, in their order.
type lintResult struct {
	files    []report.File // those that are policy files
	problems []error       // what could not be done, each once
	faults   []error       // forgelint's own
}

func (l *linter) lint(files []file) lintResult {
	outcomes := make([]outcome, len(files))
	parallel.Do(len(files), func(i int) { outcomes[i] = l.lintFile(files[i]) })
	// What is said of a behavior can depend on the others of its folder, which are known by now. That
	// is rare: reading those files again costs less than to keep all in memory.
	parallel.Do(len(files), func(i int) {
		if outcomes[i].alone && l.workspace.Concerns(files[i].abs) {
			outcomes[i] = l.lintWhole(files[i])
		}
	})
	var r lintResult
	said := map[string]bool{}
	for _, o := range outcomes {
		// A broken configuration concerns many files.
		if o.problem != nil && !said[o.problem.Error()] {
			said[o.problem.Error()] = true
			r.problems = append(r.problems, o.problem)
		}
		if o.fault != nil {
			r.faults = append(r.faults, o.fault)
		}
		if o.file != nil {
			r.files = append(r.files, *o.file)
		}
	}
	l.shareEntries(r.files)
	return r
}

// shareEntries brings back what the baseline hides too often: the findings of a file that is not there
// any more are looked for in all files, and may be hidden only as often as it had them.
func (l *linter) shareEntries(files []report.File) {
	type entry struct {
		baseline string
		index    int
	}
	used := map[entry]int{}
	for i := range files {
		f := &files[i]
		if !slices.ContainsFunc(f.Baselined, func(b lint.Baselined) bool { return b.Moved }) {
			continue
		}
		baseline, _ := l.workspace.Baseline(f.Abs) // it hides something, so that it is not broken
		f.Baselined = slices.DeleteFunc(f.Baselined, func(b lint.Baselined) bool {
			e := entry{baseline.Abs(), b.Entry}
			if !b.Moved {
				return false
			}
			if used[e]++; used[e] <= baseline.Entries[b.Entry].Count {
				return false
			}
			f.Diagnostics = append(f.Diagnostics, b.Diagnostic)
			f.Hidden--
			return true
		})
		slices.SortStableFunc(f.Diagnostics, func(a, b lint.Diagnostic) int {
			return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Code, b.Code))
		})
	}
}

// outcome is what came of one file.
type outcome struct {
	file    *report.File // nil if it is none of ours
	problem error        // what could not be done
	fault   error        // forgelint's own
	alone   bool         // it was linted without the others of its folder
}

// lintFile lints a file; one that others are compared with, without these.
func (l *linter) lintFile(f file) (o outcome) {
	defer recovered(f, &o.fault)
	doc, config, err := l.open(f)
	if doc == nil {
		return outcome{problem: err}
	}
	if lint.InFolder(f.abs) {
		l.workspace.Add(doc)
		if doc.Format.ID == "behavior-index" {
			return outcome{alone: true}
		}
		result, err := lint.RunAlone(doc, config, l.workspace)
		return outcome{file: l.newFile(doc, result), fault: fault(err), alone: true}
	}
	result, err := lint.Run(doc, config, l.workspace)
	return outcome{file: l.newFile(doc, result), fault: fault(err)}
}

// lintWhole lints a file with all rules.
func (l *linter) lintWhole(f file) (o outcome) {
	defer recovered(f, &o.fault)
	doc, config, err := l.open(f)
	if doc == nil {
		return outcome{problem: err}
	}
	result, err := lint.Run(doc, config, l.workspace)
	return outcome{file: l.newFile(doc, result), fault: fault(err)}
}

func (l *linter) newFile(doc *lint.Document, result lint.Result) *report.File {
	if l.record != nil {
		l.record(doc, result)
	}
	return newFile(doc, result)
}

func newFile(doc *lint.Document, result lint.Result) *report.File {
	return &report.File{
		Path:        doc.Path,
		Abs:         doc.Abs,
		Format:      doc.Format.ID,
		Text:        doc.Tree.File,
		Diagnostics: result.Diagnostics,
		Hidden:      len(result.Hidden) + len(result.Baselined),
		Baselined:   result.Baselined,
	}
}

// open reads and parses a file as its configuration says. It returns nil if the file is none of ours
// or ignored, and was not named.
func (l *linter) open(f file) (*lint.Document, *lint.Config, error) {
	config, err := l.config(f)
	if err != nil {
		return nil, nil, err
	}
	if config.Ignored() && !f.named {
		return nil, nil, nil
	}
	raw, err := f.read()
	if err != nil {
		return nil, nil, describe(f.path, err)
	}
	if !f.named && !config.Claims() && !schema.MayDetect(f.path, raw) {
		return nil, nil, nil
	}
	l.heap.forFile(len(raw))
	doc := config.Parse(f.path, f.abs, raw)
	switch {
	case doc.Format == nil && f.named:
		return nil, nil, unrecognised(f, doc.Tree.File.WideEncoding(), schema.Detect(f.path, doc.Tree).Unknown)
	case doc.Format == nil:
		return nil, nil, nil
	}
	if _, err := l.workspace.Baseline(f.abs); err != nil {
		return nil, nil, err
	}
	switch {
	case !utf8.ValidString(f.path):
		return nil, nil, fmt.Errorf("%s: the path is not UTF-8, so that no report can name it; rename the file", f.path)
	}
	return doc, config, nil
}

// unrecognised says what to do with a named file that is none of ours. wide is the encoding that it seems
// to be in, if not UTF-8; unknown is the format that its first line names, if it names one that does not
// exist.
func unrecognised(f file, wide, unknown string) error {
	switch {
	case wide != "":
		return fmt.Errorf("%s: no policy file that can be read: it seems to be %s; save it as UTF-8", f.path, wide)
	case unknown != "":
		return fmt.Errorf("%s: `%s` in the first line is none of the formats %s%s", f.path, unknown, listed(schema.IDs()), didYouMean(unknown, schema.IDs()))
	case f.stdin && f.abs == "":
		return fmt.Errorf("%s: no policy file that forgelint knows; name the file that it stands for with --stdin-filename", f.path)
	}
	return fmt.Errorf("%s: no policy file that forgelint knows; say which format it has in a first line `# forgelint: format=FORMAT`, or under `formats` in %s (FORMAT is %s)", f.path, lint.ConfigName, listed(schema.IDs()))
}

// config returns the configuration of a file. A configuration that is broken does not keep its own
// file from being linted.
func (l *linter) config(f file) (*lint.Config, error) {
	abs := f.abs
	if abs == "" {
		abs = filepath.Join(l.folder, f.path)
	}
	config, err := l.workspace.Config(abs)
	if filepath.Base(abs) == lint.ConfigName && err != nil {
		return nil, nil
	}
	return config, err
}

func (f file) read() ([]byte, error) {
	switch {
	case f.fixed != nil:
		return f.fixed, nil
	case f.stdin:
		return f.text, nil
	}
	return os.ReadFile(f.abs)
}

// recovered turns a panic over one file into its fault.
func recovered(f file, fault *error) {
	if value := recover(); value != nil {
		*fault = fmt.Errorf("internal error on %s: %v; please report it\n%s", f.path, value, debug.Stack())
	}
}

// fault describes the panics of rules.
func fault(err error) error {
	var p *lint.Panic
	if errors.As(err, &p) {
		return fmt.Errorf("internal error: %w; please report it\n%s", err, p.Stack)
	}
	return err
}
