package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lsp"
)

func newLSP() *cobra.Command {
	var logFile string
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Run the language server on standard input and output",
		Long: `Run the language server on standard input and output.

Editors start it; see docs/editors.md for how each is set up.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			options := lsp.Options{Version: version, Discover: discoverIn}
			if logFile != "" {
				f, err := os.OpenFile(logFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
				if err != nil {
					return describe(logFile, err)
				}
				defer f.Close()
				options.Log = slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}))
			}
			code := lsp.Serve(cmd.Context(), stdio{cmd.InOrStdin(), cmd.OutOrStdout()}, options)
			if code != 0 {
				return &exitError{code: code}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&logFile, "log", "", "append what the server does to `FILE`")
	cmd.Flags().Bool("stdio", true, "standard input and output are the only way to talk; accepted because clients pass it")
	return cmd
}

// stdio is standard input and output as one stream.
type stdio struct {
	io.Reader
	io.Writer
}

func (stdio) Close() error { return nil }

// discoverIn finds the candidates in folders for the language server, as the command line does.
func discoverIn(folders []string) []string {
	var paths []string
	for _, f := range discover(folders, nil).files {
		paths = append(paths, f.abs)
	}
	return paths
}
