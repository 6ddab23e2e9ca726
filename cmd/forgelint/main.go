// Command forgelint lints the policy files that govern AI agents.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A reader that went away (`| head`) is no fault: writes fail with EPIPE instead of a signal, and
	// the exit code still says what was found.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
