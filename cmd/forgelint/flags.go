package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/forgelint/forgelint/lint"
)

func addFormat(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "text", "output format `NAME`: "+listed(textFormats))
	fixedValues(cmd, "format", textFormats...)
}

func addColor(cmd *cobra.Command, color *string) {
	cmd.Flags().StringVar(color, "color", "auto", "when to use colour, `WHEN`: "+listed(colorModes))
	fixedValues(cmd, "color", colorModes...)
}

// fixedValues completes a flag with its values.
func fixedValues(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // there is no such flag
	}
}

// flagError adds to an unknown flag the one that may have been meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	name := unknown.GetSpecifiedName()
	if len(name) > 1 {
		name = "--" + name
	} else {
		name = "-" + name
	}
	return fmt.Errorf("unknown flag `%s`%s", name, orElse(didYouMean(name, names), fmt.Sprintf("; `%s --help` lists them", cmd.CommandPath())))
}

// listed joins names for a sentence: "a, b or c".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// unknownValue says that a flag has no such value, which may have been meant, and which there are.
func unknownValue(flag, value string, allowed []string) error {
	return fmt.Errorf("%s: `%s` is none of %s%s", flag, value, listed(allowed), didYouMean(value, allowed))
}

// didYouMean returns "; did you mean `x`?" if a name is near, else "".
func didYouMean(value string, names []string) string {
	if near := lint.Suggest(value, names); near != "" {
		return fmt.Sprintf("; did you mean `%s`?", near)
	}
	return ""
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
