package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Exit codes, as documented in the README.
const (
	exitClean    = 0 // nothing at or above --fail-on
	exitFindings = 1
	exitUsage    = 2 // it could not do what was asked
	exitInternal = 3 // a fault of forgelint's own
)

// exitError ends the program with a code. Its error, if any, is printed on stderr first.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
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
	case err == nil:
		return exitClean
	case errors.As(err, &exit):
		if exit.err != nil {
			complain(stderr, exit.err)
		}
		return exit.code
	default:
		complain(stderr, err)
		return exitUsage
	}
}

func newRoot() *cobra.Command {
	lint := newLint()
	root := &cobra.Command{
		Use:           "forgelint [PATH...]",
		Short:         "Lint the policy files that govern AI agents",
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	// `forgelint PATH` is `forgelint lint PATH`.
	root.RunE = lint.RunE
	root.Flags().AddFlagSet(lint.Flags())
	root.AddCommand(lint, newVersion())
	return root
}
