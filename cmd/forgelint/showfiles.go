package main

import (
	"fmt"
	"io"

	"github.com/forgelint/forgelint/lint/report"
)

// showFiles prints each file that would be linted, as which format and why. That there is none is the
// mistake that it is when they are linted.
func (s *session) showFiles(stdout, stderr io.Writer, allowEmpty bool) error {
	none := true
	for _, f := range s.files {
		doc, config, err := s.linter.open(f)
		if err != nil {
			s.problems = append(s.problems, err)
			continue
		}
		if doc == nil {
			continue
		}
		none = false
		why := config.Detect(f.path, f.abs, doc.Tree).Why
		fmt.Fprintf(stdout, "%s: %s (%s)\n", report.Printable(f.path), doc.Format.ID, why)
	}
	if none && len(s.problems) == 0 && !allowEmpty {
		s.problems = append(s.problems, s.nothingFound())
	}
	for _, p := range s.problems {
		complain(stderr, p)
	}
	if len(s.problems) > 0 {
		return &exitError{exitUsage}
	}
	return nil
}
