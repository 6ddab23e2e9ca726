package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"forgelint": main})
}

// TestScripts runs the command line as its users do: ../../testdata/script/*.txtar. UPDATE=1 writes
// the output that the scripts compare with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

// condition is true for [root]: the superuser can read what nobody may.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, os.ErrInvalid
}

// exits runs a command that must end with a code: `exits 2 forgelint nope.yaml`.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v: %v", args[1:], err)
		}
		code = exit.ExitCode()
	}
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("%v ends with exit code %s, not %s", args[1:], got, args[0])
	}
}
