package main

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
)

// textFormats are the values of --format of the commands that print a text about forgelint itself.
var textFormats = []string{"text", "json", "markdown"}

// textOrJSON are those of the commands whose text is a table.
var textOrJSON = []string{"text", "json"}

func newRules() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List every rule: code, severity, formats, whether it offers fixes, what it finds",
		Args:  argsError("no arguments", 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var list []ruleEntry
			for _, r := range lint.Rules() {
				e := report.Explain(r)
				list = append(list, ruleEntry{e.Code, e.Severity, e.Formats, e.Fixable, e.Summary, e.URL})
			}
			var out bytes.Buffer
			switch format {
			case "text":
				t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
				for _, r := range list {
					fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.Code, r.Severity, r.formats(), r.fixes(), r.Summary)
				}
				t.Flush() // a buffer takes all
			case "json":
				report.WriteJSON(&out, list)
			case "markdown":
				out.WriteString("| Rule | Severity | Formats | Fix | Finds |\n|---|---|---|---|---|\n")
				for _, r := range list {
					fmt.Fprintf(&out, "| [%s](%s) | %s | %s | %s | %s |\n", r.Code, r.URL, r.Severity, r.formats(), r.fixes(), strings.ReplaceAll(r.Summary, "|", `\|`))
				}
			default:
				return unknownValue("--format", format, textFormats)
			}
			_, err := cmd.OutOrStdout().Write(out.Bytes())
			return err
		},
	}
	addFormat(cmd, &format)
	return cmd
}

// ruleEntry is a rule in the list.
type ruleEntry struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Formats  []string `json:"formats"`
	Fixable  bool     `json:"fixable"`
	Summary  string   `json:"summary"`
	URL      string   `json:"url"`
}

func (r ruleEntry) formats() string {
	if len(r.Formats) == 0 {
		return "all"
	}
	return strings.Join(r.Formats, ", ")
}

func (r ruleEntry) fixes() string {
	if r.Fixable {
		return "fix"
	}
	return "-"
}
