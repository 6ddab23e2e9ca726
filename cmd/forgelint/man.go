package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page (read it with `forgelint man | man -l -`)",
		Args:  argsError("no arguments", 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeManual(cmd.OutOrStdout(), cmd.Root())
		},
	}
}

// writeManual writes one page in the macros of man(7) over all commands, made from their own help.
func writeManual(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH FORGELINT 1 \"\" \"forgelint %s\" \"User Commands\"\n", version)
	fmt.Fprintf(&b, ".SH NAME\nforgelint \\- %s\n", roff(lowerFirst(root.Short)))
	b.WriteString(".SH SYNOPSIS\n")
	commands := manualCommands(root)
	for _, c := range commands {
		fmt.Fprintf(&b, ".B %s\n.br\n", roff(synopsis(c)))
	}
	b.WriteString(".SH DESCRIPTION\n")
	writeParagraphs(&b, root.Long)
	b.WriteString(".SH COMMANDS\n")
	for _, c := range commands {
		fmt.Fprintf(&b, ".SS %s\n", roff(synopsis(c)))
		switch c.Long {
		case "", root.Long:
			fmt.Fprintf(&b, "%s.\n", roff(c.Short))
		default:
			writeParagraphs(&b, c.Long)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			value, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(&b, ".TP\n.B %s\n%s", roff(strings.TrimSpace("--"+f.Name+" "+value)), roff(usage))
			if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
				fmt.Fprintf(&b, " (default %s)", roff(f.DefValue))
			}
			b.WriteByte('\n')
		})
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", e.code, roff(e.meaning))
	}
	b.WriteString(".SH ENVIRONMENT\n")
	for _, e := range environment {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(e.name), roff(e.meaning))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// environment are the variables that forgelint reads.
var environment = []struct{ name, meaning string }{
	{"NO_COLOR", "if not empty: no colour (unless --color always)"},
	{"FORCE_COLOR, CLICOLOR_FORCE", "if neither empty nor 0: colour in a pipe too"},
	{"TERM", "dumb: no colour"},
	{"GITHUB_STEP_SUMMARY", "a file that --format github adds a summary to"},
}

// manualCommands are the commands that a user calls, in the order of the help.
func manualCommands(root *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			list = append(list, c)
		}
	}
	return list
}

func synopsis(c *cobra.Command) string {
	line := c.UseLine()
	if c.Name() == "lint" {
		line = strings.Replace(line, " lint ", " [lint] ", 1)
	}
	return line
}

func writeParagraphs(b *strings.Builder, text string) {
	for _, p := range strings.Split(text, "\n\n") {
		fmt.Fprintf(b, ".PP\n%s\n", roff(strings.ReplaceAll(p, "\n", " ")))
	}
}

// roff escapes a line of text.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`).Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
