package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
)

func newSchema() *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "schema FORMAT",
		Short: "Print the JSON Schema of a format, made from the same data that lints it",
		Long: `Print the JSON Schema (2020-12) of a format: ` + listed(schema.IDs()) + `.

It is made from the data that lints the format. The rules of a registry that the configuration of the
current folder names are in it. What a schema cannot say is left to the linter: patterns of other engines,
paths, other files, and keys that are dropped in silence.`,
		Args: argsError("one format ("+listed(schema.IDs())+")", 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return schema.IDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if schema.Lookup(args[0]) == nil {
				return fmt.Errorf("`%s` is none of the formats %s%s", args[0], listed(schema.IDs()), didYouMean(args[0], schema.IDs()))
			}
			config, err := folderConfig(&o)
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(config.Format(args[0]).JSONSchema())
			return err
		},
	}
	cmd.Flags().StringVar(&o.config, "config", "", "use this configuration `FILE`")
	cmd.Flags().BoolVar(&o.noConfig, "no-config", false, "use no configuration")
	return cmd
}

// folderConfig returns the configuration that holds for the files of the current folder.
func folderConfig(o *lintOptions) (*lint.Config, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, nil // no folder, no configuration
	}
	l, err := newLinter(o, folder, nil)
	if err != nil {
		return nil, err
	}
	return l.workspace.Config(filepath.Join(folder, "x"))
}
