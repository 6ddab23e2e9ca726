package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// version of this release.
const version = "0.1.0"

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "forgelint %s\n", version)
			return err
		},
	}
}
