package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/lint/report"
)

func newExplain() *cobra.Command {
	var format, color string
	cmd := &cobra.Command{
		Use:   "explain CODE",
		Short: "Explain a rule: why it matters at run time, a bad and a good example, how to fix",
		Args:  argsError("one rule code (`forgelint rules` lists them)", 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleCodes(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			rule := lint.LookupRule(args[0])
			if rule == nil {
				return fmt.Errorf("there is no rule `%s`%s", args[0], orElse(didYouMean(args[0], ruleCodes()), "; `forgelint rules` lists them"))
			}
			stdout := cmd.OutOrStdout()
			e := report.Explain(rule)
			switch format {
			case "text":
				return e.WriteText(stdout, report.Options{Color: useColor(color, stdout)})
			case "markdown":
				return e.WriteMarkdown(stdout)
			case "json":
				return report.WriteJSON(stdout, e)
			}
			return unknownValue("--format", format, textFormats)
		},
	}
	addFormat(cmd, &format)
	addColor(cmd, &color)
	return cmd
}

func ruleCodes() []string {
	var codes []string
	for _, r := range lint.Rules() {
		codes = append(codes, r.Code)
	}
	return codes
}
