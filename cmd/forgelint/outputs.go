package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/forgelint/forgelint/lint/report"
)

// output is one --format: where it goes and how.
type output struct {
	format  report.Format
	file    string // "" for stdout
	options report.Options
}

// outputs are all formats of a run.
type outputs struct {
	list   []output
	stdout io.Writer
}

func formatNames() []string {
	names := make([]string, len(report.Formats))
	for i, f := range report.Formats {
		names[i] = f.Name
	}
	return names
}

// newOutputs reads the values of --format, `NAME` or `NAME=FILE`.
func newOutputs(values []string, color string, stdout io.Writer) (*outputs, error) {
	if !slices.Contains(colorModes, color) {
		return nil, unknownValue("--color", color, colorModes)
	}
	if len(values) == 0 {
		values = []string{"full"}
	}
	o := &outputs{stdout: stdout}
	files := map[string]bool{}
	for _, v := range values {
		name, file, hasFile := cutFormat(v)
		format, ok := report.Lookup(name)
		if !ok {
			return nil, unknownValue("--format", name, formatNames())
		}
		out := output{format: format, file: file}
		switch {
		case hasFile && file == "":
			return nil, fmt.Errorf("--format %s: no file is named after `=`", v)
		case hasFile:
			abs, err := filepath.Abs(file)
			if err != nil {
				return nil, fmt.Errorf("--format %s: %w", v, err)
			}
			if files[abs] {
				return nil, fmt.Errorf("--format %s: another format is written to this file already", v)
			}
			files[abs] = true
			out.options.Color = color == "always"
		default:
			if slices.ContainsFunc(o.list, func(x output) bool { return x.file == "" && x.format.Name == name }) {
				return nil, fmt.Errorf("--format %s is given twice", name)
			}
			out.options.Color = useColor(color, stdout)
		}
		o.list = append(o.list, out)
	}
	return o, nil
}

// cutFormat cuts a value of --format, `NAME` or `NAME=FILE`.
func cutFormat(value string) (name, file string, hasFile bool) { return strings.Cut(value, "=") }

// forPeople reports whether somebody reads stdout: then a summary line makes sense.
func (o *outputs) forPeople() bool {
	return !slices.ContainsFunc(o.list, func(x output) bool { return x.file == "" && !x.format.People })
}

// write writes the report in all formats and returns what could not be written. What was meant for
// such a file goes to stdout if nothing else does, so that no finding is lost.
func (o *outputs) write(rep *report.Report) []error {
	var problems []error
	toStdout := slices.ContainsFunc(o.list, func(x output) bool { return x.file == "" })
	for _, out := range o.list {
		var text bytes.Buffer
		if err := out.format.Write(&text, rep, out.options); err != nil {
			problems = append(problems, fmt.Errorf("--format %s: %w", out.format.Name, err))
			continue
		}
		if out.file == "" {
			problems = append(problems, printTo(o.stdout, text.Bytes())...)
		} else if err := writeFile(out.file, rep, text.Bytes()); err != nil {
			if !toStdout {
				toStdout = true
				printTo(o.stdout, text.Bytes())
				err = fmt.Errorf("%w; the findings are on standard output", err)
			}
			problems = append(problems, err)
		}
		if out.format.Name == "github" {
			if err := writeStepSummary(rep); err != nil {
				problems = append(problems, err)
			}
		}
	}
	return problems
}

// printTo writes to stdout. A reader that went away is no problem.
func printTo(w io.Writer, text []byte) []error {
	if _, err := w.Write(text); err != nil && !errors.Is(err, syscall.EPIPE) {
		return []error{describe("standard output", err)}
	}
	return nil
}

func writeFile(name string, rep *report.Report, text []byte) error {
	for _, f := range rep.Files {
		if sameFile(name, f.Path) {
			return fmt.Errorf("%s: is one of the files that are linted; it is not overwritten", name)
		}
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		return describe(name, err)
	}
	return nil
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// maxStepSummary is what GitHub takes as the summary of a step, with some room for headings.
const maxStepSummary = 1<<20 - 4096

// writeStepSummary adds the report to the summary of a GitHub Actions step, if there is one.
func writeStepSummary(rep *report.Report) error {
	name := os.Getenv("GITHUB_STEP_SUMMARY")
	if name == "" {
		return nil
	}
	format, _ := report.Lookup("markdown")
	var text bytes.Buffer
	if err := format.Write(&text, rep, report.Options{MaxBytes: maxStepSummary}); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = f.Write(text.Bytes())
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", describe(name, err))
	}
	return nil
}
