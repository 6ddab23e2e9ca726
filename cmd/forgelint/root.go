package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

const (
	exitClean    = 0
	exitFindings = 1
	exitUsage    = 2
	exitInternal = 3
)

// exitCodes say what the exit codes mean.
var exitCodes = []struct {
	code    int
	meaning string
}{
	{exitClean, "nothing at or above --fail-on"},
	{exitFindings, "findings"},
	{exitUsage, "it could not do what was asked: unknown flag, no such file, unreadable file, bad configuration, nothing to lint"},
	{exitInternal, "a fault of forgelint's own"},
}

// exitError ends the program with a code; what there is to say has been said.
type exitError struct{ code int }

func (e *exitError) Error() string { return fmt.Sprintf("exit code %d", e.code) }

func isExit(err error) bool {
	var exit *exitError
	return errors.As(err, &exit)
}

// run runs the command line and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	var exit *exitError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitClean
	case errors.As(err, &exit):
		return exit.code
	}
	complain(stderr, err)
	return exitUsage
}

func newRoot() *cobra.Command {
	lint := newLint()
	root := &cobra.Command{
		Use:               "forgelint [flags] [PATH...]",
		Short:             "Lint the policy files that govern AI agents",
		Long:              lint.Long,
		Args:              lint.Args,
		RunE:              lint.RunE, // `forgelint PATH` is `forgelint lint PATH`
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	// No template is set: text/template would keep 2 MB of methods in the program that nobody calls.
	root.Version = version
	root.Flags().SortFlags = false
	root.Flags().AddFlagSet(lint.Flags())
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(lint, newRules(), newExplain(), newSchema(), newConfig(), newBaseline(), newCompletion(), newMan(), newVersion(), newLSP())
	cobra.EnableCommandSorting = false
	return root
}

func commandNames() []string {
	var names []string
	for _, c := range newRoot().Commands() {
		names = append(names, c.Name())
	}
	return names
}

// argsError says in the project's words what cobra says of a wrong number of arguments.
func argsError(want string, n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return fmt.Errorf("`%s` takes %s, not %s; see `%[1]s --help`", cmd.CommandPath(), want, orElse(strings.Join(args, " "), "nothing"))
	}
}
