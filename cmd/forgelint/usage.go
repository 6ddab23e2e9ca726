package main

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/lint"
)

// listed joins names for a sentence: "a, b or c".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// unknownValue says that what has no such value, which one may have been meant, and which there are.
func unknownValue(what, value string, allowed []string) error {
	return fmt.Errorf("%s: `%s` is none of %s%s", what, value, listed(allowed), didYouMean(value, allowed))
}

// didYouMean returns "; did you mean `x`?" if a name is near.
func didYouMean(value string, names []string) string {
	if near := lint.Suggest(value, names); near != "" {
		return fmt.Sprintf("; did you mean `%s`?", near)
	}
	return ""
}
