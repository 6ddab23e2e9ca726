package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
)

func newBaseline() *cobra.Command {
	var o lintOptions
	var prune bool
	cmd := &cobra.Command{
		Use:   "baseline [flags] [PATH...]",
		Short: "Record today's findings in " + lint.BaselineName + ", so that only new ones count",
		Long: `Record the findings of files and folders (without a PATH of the current folder) in a baseline; from then
on they are hidden and counted, and only new ones are findings.

The baseline is the nearest ` + lint.BaselineName + ` upward from the current folder, up to the root of the
repository; without one it is made in the current folder. Entries of files that are not linted stay as they
are. It holds for the files for which it is the nearest one upward.

An entry stays true when lines are inserted, policies move or the file gets another name; it ends when what
it is about changes. What hides nothing any more is reported; --prune takes it out.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return o.writeBaseline(cmd.ErrOrStderr(), args, prune)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&prune, "prune", false, "take out what hides nothing any more, and add nothing")
	f.StringVar(&o.baseline, "baseline", "", "write this `FILE`")
	f.StringVar(&o.config, "config", "", "use this configuration `FILE` for all files")
	f.BoolVar(&o.noConfig, "no-config", false, "use no configuration")
	f.BoolVar(&o.allowEmpty, "allow-empty", false, "finding no policy file is not an error")
	f.BoolVar(&o.quiet, "quiet", false, "do not say what was written")
	return cmd
}

// writeBaseline writes the baseline of the files. Nothing is written if one of them cannot be linted:
// what it hides would be lost.
func (o *lintOptions) writeBaseline(stderr io.Writer, args []string, prune bool) error {
	if o.config != "" && o.noConfig {
		return errNoConfig
	}
	if slices.Contains(args, "-") {
		return errors.New("a baseline is of files: standard input has none")
	}
	name, err := o.baselineFile()
	if err != nil {
		return err
	}
	before, err := os.ReadFile(name)
	exists := err == nil
	switch {
	case exists:
	case !errors.Is(err, fs.ErrNotExist):
		return describe(shown(name), err)
	case prune:
		return fmt.Errorf("%s: there is no baseline to prune", shown(name))
	}
	lintWith := *o
	lintWith.noBaseline, lintWith.baseline = !prune, ""
	if prune {
		lintWith.baseline = name
	}
	session, err := newSession(&lintWith, nil, args)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	recorded := map[string][]lint.BaselineEntry{} // by absolute path
	session.linter.record = func(doc *lint.Document, result lint.Result) {
		found := result.Diagnostics
		if prune {
			found = nil
			for _, b := range result.Baselined {
				found = append(found, b.Diagnostic)
			}
		}
		entries := lint.Record(doc, shownFrom(filepath.Dir(name), doc.Abs), found)
		mu.Lock()
		defer mu.Unlock()
		recorded[doc.Abs] = entries
	}
	rep, faults := session.lint()
	problems := session.problems
	if len(rep.Files) == 0 && len(problems) == 0 && len(faults) == 0 && !o.allowEmpty {
		problems = append(problems, session.nothingFound())
	}
	for _, p := range append(problems, faults...) {
		complain(stderr, p)
	}
	switch {
	case len(faults) > 0:
		return &exitError{exitInternal}
	case len(problems) > 0:
		return &exitError{exitUsage}
	}
	entries, err := session.baselineEntries(name, exists, prune, rep, recorded)
	if err != nil {
		return err
	}
	after := lint.WriteBaseline(entries)
	if exists {
		err = rewrite(name, before, after)
	} else {
		err = create(name, after)
	}
	if err != nil {
		return describe(shown(name), err)
	}
	if !o.quiet {
		findings, files := 0, map[string]bool{}
		for _, e := range entries {
			findings += e.Count
			files[e.File] = true
		}
		fmt.Fprintf(stderr, "%s: %s in %s\n", report.Printable(shown(name)), report.Plural(findings, "finding"), report.Plural(len(files), "file"))
	}
	return nil
}

// baselineFile returns the absolute path of the baseline that is written.
func (o *lintOptions) baselineFile() (string, error) {
	if o.baseline != "" {
		return filepath.Abs(o.baseline)
	}
	folder, err := os.Getwd()
	if err != nil {
		return "", errors.New("the current folder cannot be found; it may have been deleted")
	}
	for dir := folder; ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, lint.BaselineName)
		if _, err := os.Stat(name); err == nil {
			return name, nil
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil || dir == filepath.Dir(dir) {
			return filepath.Join(folder, lint.BaselineName), nil
		}
	}
}

// shown is a path as the user knows it: from the current folder.
func shown(abs string) string {
	folder, err := os.Getwd()
	if err != nil {
		return filepath.ToSlash(abs)
	}
	return shownFrom(folder, abs)
}

// shownFrom is a path from a folder, with `/`; the path itself if there is no way.
func shownFrom(folder, abs string) string {
	if rel, err := filepath.Rel(folder, abs); err == nil {
		abs = rel
	}
	return filepath.ToSlash(abs)
}

// baselineEntries returns what the baseline says from now on: of the files that were linted what was
// found in them, or with prune what was hidden in them; of all others what it said before.
func (s *session) baselineEntries(name string, exists, prune bool, rep *report.Report, recorded map[string][]lint.BaselineEntry) ([]lint.BaselineEntry, error) {
	var entries []lint.BaselineEntry
	for _, f := range rep.Files {
		entries = append(entries, recorded[f.Abs]...)
	}
	if !exists {
		return entries, nil
	}
	workspace := lint.NewWorkspace(shown)
	if err := workspace.UseBaseline(name); err != nil {
		if prune {
			return nil, err
		}
		var broken *lint.ConfigError
		if errors.As(err, &broken) {
			return entries, nil // it is written anew
		}
		return nil, err
	}
	old, err := workspace.Baseline(name)
	if err != nil {
		return nil, err
	}
	covered := s.covers(rep)
	for i, e := range old.Entries {
		if !covered(old.FileOf(i)) {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// covers tells which files a run has spoken of: those that were linted, and those that would have been
// if they were still there.
func (s *session) covers(rep *report.Report) func(abs string) bool {
	linted := map[string]bool{}
	for _, f := range rep.Files {
		linted[f.Abs] = true
	}
	var folders []string
	for _, arg := range s.args {
		if abs, err := filepath.Abs(arg); err == nil && arg != "-" {
			folders = append(folders, strings.TrimSuffix(abs, string(filepath.Separator))+string(filepath.Separator))
		}
	}
	return func(abs string) bool {
		if linted[abs] {
			return true
		}
		if _, err := os.Stat(abs); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
		return slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(abs, f) })
	}
}

// staleEntries adds to a report, once for each baseline that was used, the entries that hide nothing.
func (s *session) staleEntries(rep *report.Report) []error {
	type use struct {
		baseline *lint.Baseline
		counts   map[int]int
	}
	uses := map[string]*use{}
	for _, f := range rep.Files {
		// What is broken was said when the file was read.
		if b, _ := s.linter.workspace.Baseline(f.Abs); b != nil {
			if uses[b.Abs()] == nil {
				uses[b.Abs()] = &use{b, map[int]int{}}
			}
			for _, hidden := range f.Baselined {
				uses[b.Abs()].counts[hidden.Entry]++
			}
		}
	}
	covered := s.covers(rep)
	var faults []error
	for _, u := range uses {
		w := s.linter.workspace.With(buffers{})
		w.BaselineUse = func(entry int) int {
			if n := u.counts[entry]; n > 0 || covered(u.baseline.FileOf(entry)) {
				return n
			}
			return -1
		}
		config, _ := w.Config(u.baseline.Abs()) // a broken one was said
		result, err := lint.Run(u.baseline.Document(), config, w)
		if err := fault(err); err != nil {
			faults = append(faults, err)
		}
		if len(result.Diagnostics) > 0 {
			rep.Files = append(rep.Files, *newFile(u.baseline.Document(), result))
		}
	}
	slices.SortFunc(rep.Files, func(a, b report.File) int { return strings.Compare(a.Path, b.Path) })
	return faults
}
