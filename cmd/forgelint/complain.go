package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/forgelint/forgelint/lint/report"
)

// complain prints an error on stderr, safe for a terminal.
func complain(w io.Writer, err error) {
	for i, line := range strings.Split(err.Error(), "\n") {
		if i == 0 {
			line = "forgelint: " + line
		}
		fmt.Fprintln(w, report.Printable(strings.ReplaceAll(line, "\t", "    ")))
	}
}
