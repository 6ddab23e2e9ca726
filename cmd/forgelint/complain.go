package main

import (
	"fmt"
	"io"

	"github.com/forgelint/forgelint/lint/report"
)

// complain prints an error on stderr, safe for a terminal.
func complain(w io.Writer, err error) {
	fmt.Fprintf(w, "forgelint: %s\n", report.Printable(err.Error()))
}
