package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
)

// linter lints files, several at a time. What it returns does not depend on that.
type linter struct{}

type lintResult struct {
	files    []report.File // those that are policy files, in the order given
	problems []error       // what could not be done, in the order of the files
}

func (l *linter) lint(files []file) lintResult {
	type outcome struct {
		file *report.File
		err  error
	}
	outcomes := make([]outcome, len(files))
	parallel(len(files), func(i int) {
		outcomes[i].file, outcomes[i].err = l.lintFile(files[i])
	})
	var r lintResult
	for _, o := range outcomes {
		if o.err != nil {
			r.problems = append(r.problems, o.err)
		}
		if o.file != nil {
			r.files = append(r.files, *o.file)
		}
	}
	return r
}

func (l *linter) lintFile(f file) (*report.File, error) {
	raw, err := os.ReadFile(f.abs)
	if err != nil {
		return nil, err
	}
	doc := lint.Parse(f.path, f.abs, raw, nil)
	if doc.Format == nil {
		if f.named {
			return nil, fmt.Errorf("%s: not a policy file that forgelint knows", f.path)
		}
		return nil, nil
	}
	result, err := lint.Run(doc, nil, nil)
	return &report.File{
		Path:        f.path,
		Format:      doc.Format.ID,
		Text:        doc.Tree.File,
		Diagnostics: result.Diagnostics,
		Hidden:      len(result.Hidden),
	}, err
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
