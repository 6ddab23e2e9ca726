package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/forgelint/forgelint/lint"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	formats       []string
	failOn        string
	color         string
	quiet         bool
	config        string
	noConfig      bool
	allowEmpty    bool
	ignoreUnknown bool
	stdinFilename string
	statistics    bool
	showFiles     bool
	watching      bool
	noSuppress    bool
	baseline      string
	noBaseline    bool
	fix           bool
	unsafeFixes   bool
	diff          bool
}

// fixing reports whether files are repaired, or would be.
func (o *lintOptions) fixing() bool { return o.fix || o.unsafeFixes || o.diff }

func newLint() *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "lint [flags] [PATH...]",
		Short: "Lint files and folders (the default command; no PATH: the current folder)",
		Long: `Lint files and folders; without a PATH the current folder.

In a folder, policy files are found by their path and content among *.yaml, *.yml and *.json, except in
.git, node_modules and vendor and what a .gitignore or the configuration excludes. A file that is named is
always linted. The PATH - is standard input.

With --fix or --unsafe-fixes files are repaired before they are reported: findings and exit code speak of
what is left. Only files that were asked for are written, each whole or not at all; a fix that would bring a
new error or lose a comment is not made. With --diff nothing is written, and stdout has a patch for git apply.

What the nearest ` + lint.BaselineName + ` upward from a file records (see forgelint baseline) is hidden, and
counted.

Exit codes: 0 nothing at or above --fail-on; 1 findings; 2 it could not do what was asked; 3 a fault of
forgelint's own.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd.Flags())
	fixedValues(cmd, "format", formatNames()...)
	fixedValues(cmd, "fail-on", failOnNames...)
	fixedValues(cmd, "color", colorModes...)
	return cmd
}

func (o *lintOptions) addFlags(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringArrayVar(&o.formats, "format", nil, "output format `NAME[=FILE]`, to stdout or to FILE; may be given several times: "+listed(formatNames()))
	f.StringVar(&o.failOn, "fail-on", "error", "lowest `SEVERITY` that makes the exit code 1: "+listed(failOnNames))
	f.BoolVar(&o.fix, "fix", false, "repair what can be repaired safely; standard input is written, repaired, to stdout")
	f.BoolVar(&o.unsafeFixes, "unsafe-fixes", false, "repair what may then do something else, too")
	f.BoolVar(&o.diff, "diff", false, "print what --fix (with --unsafe-fixes: that) would change as a patch, and write nothing")
	f.StringVar(&o.stdinFilename, "stdin-filename", "", "lint standard input (PATH -) as if it were the file `NAME`")
	f.StringVar(&o.config, "config", "", "use this configuration `FILE` for all files")
	f.BoolVar(&o.noConfig, "no-config", false, "use no configuration")
	f.StringVar(&o.baseline, "baseline", "", "hide what this baseline `FILE` holds, in all files")
	f.BoolVar(&o.noBaseline, "no-baseline", false, "use no baseline")
	f.BoolVar(&o.allowEmpty, "allow-empty", false, "finding no policy file is not an error")
	f.BoolVar(&o.ignoreUnknown, "ignore-unknown", false, "pass over a named file that is no policy file or that the configuration ignores")
	f.StringVar(&o.color, "color", "auto", "when to use colour, `WHEN`: "+listed(colorModes))
	f.BoolVar(&o.quiet, "quiet", false, "no summary line")
	f.BoolVar(&o.noSuppress, "no-suppressions", false, "show what comments in the files hide")
	f.BoolVar(&o.statistics, "statistics", false, "count the findings of each rule on stderr")
	f.BoolVar(&o.showFiles, "show-files", false, "print which files would be linted, as which format and why, and lint nothing")
	f.BoolVar(&o.watching, "watch", false, "lint again whenever a file changes")
}

// failOnNames are the values of --fail-on, worst first.
var failOnNames = []string{"error", "warning", "info", "never"}

// threshold returns the lowest severity that makes the exit code 1.
func (o *lintOptions) threshold() (lint.Severity, error) {
	for i, s := range []lint.Severity{lint.Error, lint.Warning, lint.Info, lint.Error + 1} {
		if o.failOn == failOnNames[i] {
			return s, nil
		}
	}
	return 0, unknownValue("--fail-on", o.failOn, failOnNames)
}

func (o *lintOptions) run(cmd *cobra.Command, args []string) error {
	if _, err := o.threshold(); err != nil {
		return err
	}
	if cmd.Flags().Changed("config") && o.config == "" {
		return errors.New("--config names no file")
	}
	if o.config != "" && o.noConfig {
		return errNoConfig
	}
	if o.baseline != "" && o.noBaseline {
		return errors.New("--baseline and --no-baseline exclude each other")
	}
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if _, err := newOutputs(o.formats, o.color, stdout); err != nil {
		return err
	}
	if len(args) == 0 && o.stdinFilename == "" {
		args = []string{"."}
	}
	if o.watching {
		if o.fixing() {
			return errFixWatch
		}
		if slices.Contains(args, "-") {
			return errors.New("--watch cannot read standard input")
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
		defer stop()
		return o.watch(ctx, stdout, stderr, args)
	}
	session, err := newSession(o, cmd.InOrStdin(), args)
	if err != nil {
		return err
	}
	if o.showFiles {
		return session.showFiles(stdout, stderr, o.allowEmpty)
	}
	return o.once(session, stdout, stderr)
}

var errNoConfig = errors.New("--config and --no-config exclude each other")

// once lints and reports. The error is an *exitError.
func (o *lintOptions) once(session *session, stdout, stderr io.Writer) error {
	threshold, err := o.threshold()
	if err != nil {
		return err
	}
	var fixes *fixing
	findings := stdout
	if o.fixing() {
		fixes = session.fix(o.unsafeFixes)
		if o.diff || session.readsInput() {
			findings = stderr // stdout has the patch or the text
		}
	}
	outputs, err := newOutputs(o.formats, o.color, findings)
	if err != nil {
		return err
	}
	switch {
	case fixes == nil:
	case o.diff:
		session.problems = append(session.problems, fixes.diff(stdout)...)
		fixes.forget()
		if len(o.formats) == 0 {
			outputs.list = nil // the patch is what was asked for
		}
	default:
		session.problems = append(session.problems, fixes.write(stdout)...)
	}
	session.linter.workspace.ShowSuppressed = o.noSuppress
	rep, faults := session.lint()
	faults = append(faults, session.staleEntries(rep)...)
	if fixes != nil {
		faults = append(fixes.faults, faults...)
		if !o.diff {
			fixes.note(rep)
		}
	}
	problems := append(session.problems, outputs.write(rep)...)
	if len(rep.Files) == 0 && len(problems) == 0 && len(faults) == 0 && !o.allowEmpty {
		problems = append(problems, session.nothingFound())
	}
	for _, p := range append(problems, faults...) {
		complain(stderr, p)
	}
	if o.statistics {
		writeStatistics(stderr, rep)
	}
	if fixes != nil {
		for _, w := range fixes.warnings() {
			complain(stderr, w)
		}
		if !o.quiet {
			fixes.summarize(stderr, o.diff)
		}
	}
	if !o.quiet && outputs.forPeople() && len(rep.Files) > 0 {
		fmt.Fprintln(stderr, rep.Summary())
		if n := rep.SafelyFixable(); n > 0 && !o.fixing() {
			fmt.Fprintf(stderr, "%d can be repaired with --fix\n", n)
		}
	}
	switch {
	case len(faults) > 0:
		return &exitError{exitInternal}
	case len(problems) > 0:
		return &exitError{exitUsage}
	case rep.Worst() >= threshold:
		return &exitError{exitFindings}
	}
	return nil
}
