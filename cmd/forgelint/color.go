package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// colorModes are the values of --color.
var colorModes = []string{"auto", "always", "never"}

// useColor decides whether a format for people is written in colour to w.
func useColor(mode string, w io.Writer) bool { return colorFor(mode, isTerminal(w)) }

// colorFor decides it from the environment: in mode `auto`, NO_COLOR (https://no-color.org) comes
// before what forces colour, that before what the terminal can do.
func colorFor(mode string, terminal bool) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	switch {
	case os.Getenv("NO_COLOR") != "":
		return false
	case forced("FORCE_COLOR"), forced("CLICOLOR_FORCE"):
		return true
	case os.Getenv("TERM") == "dumb":
		return false
	}
	return terminal
}

func forced(variable string) bool {
	v := os.Getenv(variable)
	return v != "" && v != "0" && v != "false"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
