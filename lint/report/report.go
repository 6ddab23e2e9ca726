// Package report writes what a lint run found, one file an output format. Every format carries the
// same diagnostics, with positions in the unit that its specification asks for.
package report

import (
	"io"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// Report is what a run found, in the order in which it is shown.
type Report struct {
	Version string // of forgelint
	Files   []File // the files that were linted, sorted by path
}

// File is a linted file and its findings, sorted by place, then code.
type File struct {
	Path        string // as the user knows it, with `/`
	Format      string // format id
	Text        *syntax.File
	Diagnostics []lint.Diagnostic
	Hidden      int // findings that suppressions and the baseline hide
}

// Options are how the formats for people are drawn.
type Options struct {
	Color bool // with escape sequences (ECMA-48 SGR)
}

// Format is an output format.
type Format struct {
	Name    string
	Summary string // one line, for help and completion
	People  bool   // drawn for a person to read: colour and a summary line beside it make sense
	Write   func(io.Writer, *Report, Options) error
}

// Formats are the output formats in the order of the documentation.
var Formats = []Format{
	{"concise", "one line a finding", true, writeConcise},
	{"json", "forgelint's own versioned JSON", false, writeJSON},
}

// Lookup returns the format of that name.
func Lookup(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// Summary counts a report.
type Summary struct {
	Files   int `json:"files"`
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
	Fixable int `json:"fixable"` // findings with at least one fix
	Hidden  int `json:"hidden"`
}

// Summary counts what the report holds.
func (r *Report) Summary() Summary {
	s := Summary{Files: len(r.Files)}
	for _, f := range r.Files {
		s.Hidden += f.Hidden
		for _, d := range f.Diagnostics {
			switch d.Severity {
			case lint.Error:
				s.Error++
			case lint.Warning:
				s.Warning++
			case lint.Info:
				s.Info++
			}
			if len(d.Fixes) > 0 {
				s.Fixable++
			}
		}
	}
	return s
}

// related returns the path and text of a related location of a finding in f.
func (f File) related(r lint.Related) (string, *syntax.File) {
	if r.Doc == nil {
		return f.Path, f.Text
	}
	return r.Doc.Path, r.Doc.Tree.File
}
