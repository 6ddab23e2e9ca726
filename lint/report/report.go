// Package report writes what a lint run found, one file an output format. Every format carries the
// same diagnostics, with positions in the unit that its specification asks for.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// Report is what a run found, in the order in which it is shown.
type Report struct {
	Version  string   // of forgelint
	Folder   string   // absolute path of the current folder; "" if it is not known
	Files    []File   // the files that were linted, sorted by path
	Problems []string // what could not be done
	Fixing   bool     // repairs were asked for
}

// File is a linted file and its findings, sorted by place, then code.
type File struct {
	Path        string // as the user knows it, with `/`
	Abs         string // absolute path; "" for text without one
	Format      string // format id
	Text        *syntax.File
	Diagnostics []lint.Diagnostic
	Hidden      int              // findings that suppressions and the baseline hide
	Baselined   []lint.Baselined // those of them that the baseline hides
	Fixed       []lint.Applied   // what was repaired before it was linted
}

// Options are how a report is written.
type Options struct {
	Color bool // with escape sequences (ECMA-48 SGR)
	// MaxBytes bounds the table of markdown, which then says how much it leaves out; 0: no bound.
	MaxBytes int
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
	{"full", "the source line, the exact span underlined, what to do", true, writeFull},
	{"concise", "one line a finding", true, writeConcise},
	{"json", "forgelint's own versioned JSON", false, writeJSON},
	{"sarif", "SARIF 2.1.0, for code scanning", false, writeSARIF},
	{"github", "annotations of GitHub Actions", true, writeGitHub},
	{"gitlab", "GitLab's Code Quality report", false, writeGitLab},
	{"junit", "JUnit XML, a case a finding", false, writeJUnit},
	{"checkstyle", "Checkstyle XML", false, writeCheckstyle},
	{"rdjson", "reviewdog's diagnostic format", false, writeRDJSON},
	{"markdown", "a table for a comment or a job summary", false, writeMarkdown},
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

// String says the counts in words: "2 errors, 1 warning in 3 files".
func (s Summary) String() string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{{s.Error, "error"}, {s.Warning, "warning"}, {s.Info, "info"}} {
		if c.n > 0 {
			parts = append(parts, Plural(c.n, c.what))
		}
	}
	found := "no findings"
	if len(parts) > 0 {
		found = strings.Join(parts, ", ")
	}
	found += " in " + Plural(s.Files, "file")
	if s.Hidden > 0 {
		found += fmt.Sprintf(" (%d hidden)", s.Hidden)
	}
	return found
}

// Plural counts things: "1 error", "2 errors".
func Plural(n int, what string) string {
	if n == 1 || what == "info" {
		return fmt.Sprintf("%d %s", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
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

// SafelyFixable counts the findings with a fix that is made without asking.
func (r *Report) SafelyFixable() int {
	n := 0
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			if slices.ContainsFunc(d.Fixes, func(fix lint.Fix) bool { return fix.Safe }) {
				n++
			}
		}
	}
	return n
}

// related returns the path and text of a related location of a finding in f.
func (f File) related(r lint.Related) (string, *syntax.File) {
	if r.Doc == nil {
		return f.Path, f.Text
	}
	return r.Doc.Path, r.Doc.Tree.File
}

// Worst returns the severity of the worst finding, Off without one.
func (r *Report) Worst() lint.Severity {
	worst := lint.Off
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			worst = max(worst, d.Severity)
		}
	}
	return worst
}
