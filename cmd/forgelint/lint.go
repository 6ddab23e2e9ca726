package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	formats []string
}

func newLint() *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "lint [PATH...]",
		Short: "Lint files and folders (the default command)",
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.formats, "format", []string{"concise"}, "output `NAME`")
	return cmd
}

func (o *lintOptions) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		args = []string{"."}
	}
	files, problems := discover(args)
	l := linter{}
	result := l.lint(files)
	problems = append(problems, result.problems...)
	for _, p := range problems {
		complain(cmd.ErrOrStderr(), p)
	}
	rep := &report.Report{Version: version, Files: result.files}
	format, ok := report.Lookup(o.formats[len(o.formats)-1])
	if !ok {
		return fmt.Errorf("unknown format")
	}
	var buf bytes.Buffer
	if err := format.Write(&buf, rep, report.Options{}); err != nil {
		return err
	}
	cmd.OutOrStdout().Write(buf.Bytes())
	switch {
	case len(problems) > 0:
		return &exitError{code: exitUsage}
	case worst(rep) >= lint.Error:
		return &exitError{code: exitFindings}
	}
	return nil
}

func worst(r *report.Report) lint.Severity {
	s := lint.Off
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			s = max(s, d.Severity)
		}
	}
	return s
}
