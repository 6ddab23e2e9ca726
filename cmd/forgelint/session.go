package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/forgelint/forgelint/lint/report"
)

// session is one run over the files that the command line names.
type session struct {
	discovery
	args   []string
	linter *linter
	folder string // the current folder; "" if it cannot be found
}

func newSession(o *lintOptions, stdin io.Reader, args []string) (*session, error) {
	s := &session{args: args}
	s.folder, _ = os.Getwd()
	var paths []string
	var input *file
	for _, arg := range args {
		if arg != "-" {
			paths = append(paths, arg)
			continue
		}
		if input != nil {
			return nil, errors.New("standard input can only be read once")
		}
		raw, err := io.ReadAll(stdin)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		input = &file{path: "<stdin>", named: true, text: raw, stdin: true}
		if o.stdinFilename != "" {
			input.path = filepath.ToSlash(filepath.Clean(o.stdinFilename))
			if input.abs, err = filepath.Abs(o.stdinFilename); err != nil {
				return nil, fmt.Errorf("--stdin-filename: %w", err)
			}
		}
	}
	if input == nil && o.stdinFilename != "" {
		return nil, errors.New("--stdin-filename names the text that is read for the PATH `-`: add `-`")
	}
	s.discovery = discover(paths, input)
	if o.ignoreUnknown {
		s.files = asFound(s.files)
	}
	var err error
	s.linter, err = newLinter(o, s.folder, s.files)
	if err != nil {
		return s, err
	}
	for dir, dots := range s.dots {
		s.linter.workspace.AddFolder(dir, dots)
	}
	return s, nil
}

// nothingFound says that nothing is linted, and what was seen instead.
func (s *session) nothingFound() error {
	candidates := 0
	for _, f := range s.files {
		if !f.stdin {
			candidates++
		}
	}
	const allow = "--allow-empty makes this no error"
	if candidates == 0 {
		return fmt.Errorf("no policy file found in %s: there is no YAML or JSON file; %s", listed(s.args), allow)
	}
	return fmt.Errorf("no policy file found in %s: %s looked at, each of another tool or ignored; `forgelint config FILE` says which, %s",
		listed(s.args), report.Plural(candidates, "YAML or JSON file"), allow)
}

// readsInput reports whether standard input is one of the files.
func (s *session) readsInput() bool {
	return slices.ContainsFunc(s.files, func(f file) bool { return f.stdin })
}

// lint lints the files. What could not be done is added to the problems; faults are forgelint's own.
func (s *session) lint() (rep *report.Report, faults []error) {
	result := s.linter.lint(s.files)
	s.problems = append(s.problems, result.problems...)
	rep = &report.Report{Version: version, Folder: s.folder, Files: result.files}
	for _, p := range s.problems {
		rep.Problems = append(rep.Problems, p.Error())
	}
	return rep, result.faults
}
