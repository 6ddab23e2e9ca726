package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/forgelint/forgelint/lint/report"
)

// writeStatistics writes one line a rule that found something: how often, how many of these can be
// fixed. The most frequent comes first.
func writeStatistics(w io.Writer, rep *report.Report) {
	type count struct{ found, fixable int }
	counts := map[string]count{}
	for _, f := range rep.Files {
		for _, d := range f.Diagnostics {
			c := counts[d.Code]
			c.found++
			if len(d.Fixes) > 0 {
				c.fixable++
			}
			counts[d.Code] = c
		}
	}
	codes := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b].found, counts[a].found), cmp.Compare(a, b))
	})
	for _, code := range codes {
		fmt.Fprintf(w, "%5d  %s", counts[code].found, code)
		if n := counts[code].fixable; n > 0 {
			fmt.Fprintf(w, " (%d fixable)", n)
		}
		fmt.Fprintln(w)
	}
}
