package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"unicode/utf8"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
)

// linter lints files, several at a time. What it returns does not depend on that.
type linter struct {
	workspace *lint.Workspace
}

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
	return &linter{workspace: lint.NewWorkspace(display)}, nil
}

// lintResult is what came of the files, in their order.
type lintResult struct {
	files    []report.File // those that are policy files
	problems []error       // what could not be done
	faults   []error       // forgelint's own
}

func (l *linter) lint(files []file) lintResult {
	docs := make([]*lint.Document, len(files))
	errs := make([]error, len(files))
	results := make([]*report.File, len(files))
	faults := make([]error, len(files))
	// All files are parsed before the first is linted: the rules ask for each other's files.
	parallel(len(files), func(i int) {
		defer recovered(files[i], &faults[i])
		docs[i], errs[i] = l.open(files[i])
	})
	parallel(len(files), func(i int) {
		if docs[i] == nil {
			return
		}
		defer recovered(files[i], &faults[i])
		results[i], faults[i] = l.run(docs[i])
		docs[i] = nil
	})
	var r lintResult
	for i := range files {
		if errs[i] != nil {
			r.problems = append(r.problems, errs[i])
		}
		if faults[i] != nil {
			r.faults = append(r.faults, faults[i])
		}
		if results[i] != nil {
			r.files = append(r.files, *results[i])
		}
	}
	return r
}

// open reads and parses a file; nil if it is none of ours and was not named.
func (l *linter) open(f file) (*lint.Document, error) {
	raw, err := f.read()
	if err != nil {
		return nil, describe(f.path, err)
	}
	doc := lint.Parse(f.path, f.abs, raw, nil)
	switch {
	case doc.Format == nil && f.named:
		return nil, fmt.Errorf("%s: no policy file that forgelint knows; name its format in a first line `# forgelint: format=FORMAT` or under `formats` of .forgelint.yaml", f.path)
	case doc.Format == nil:
		return nil, nil
	case !utf8.ValidString(f.path):
		return nil, fmt.Errorf("%s: the path is no UTF-8, which no report can name; rename the file", f.path)
	}
	l.workspace.Add(doc)
	return doc, nil
}

func (f file) read() ([]byte, error) {
	if f.stdin {
		return f.text, nil
	}
	return os.ReadFile(f.abs)
}

func (l *linter) run(doc *lint.Document) (*report.File, error) {
	result, err := lint.Run(doc, nil, l.workspace)
	return &report.File{
		Path:        doc.Path,
		Format:      doc.Format.ID,
		Text:        doc.Tree.File,
		Diagnostics: result.Diagnostics,
		Hidden:      len(result.Hidden),
	}, fault(err)
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

// parallel calls do(0) … do(n-1), as many at a time as there are processors.
func parallel(n int, do func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
