package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lint/report"
)

// version of this release.
const version = "0.1.0"

// commit and date are those of the source, date as RFC 3339. The build of a release sets them with
// -ldflags -X; a build from a git work tree knows them by itself.
var commit, date string

func newVersion() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  argsError("no arguments", 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := buildVersion()
			switch format {
			case "text":
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "forgelint %s (%s)\n", v.Version, v.Go)
				return err
			case "json":
				return report.WriteJSON(cmd.OutOrStdout(), v)
			}
			return unknownValue("--format", format, textOrJSON)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "output format `NAME`: "+listed(textOrJSON))
	fixedValues(cmd, "format", textOrJSON...)
	return cmd
}

type versionInfo struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`   // of the source, where the build knows it
	Date     string `json:"date,omitempty"`     // of the commit, RFC 3339
	Modified bool   `json:"modified,omitempty"` // the source had changes beside the commit
	Module   string `json:"module,omitempty"`   // version of the module that `go install` fetched
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func buildVersion() versionInfo {
	v := versionInfo{Name: "forgelint", Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.readBuildInfo(info)
	}
	if commit != "" {
		v.Commit, v.Date = commit, date
	}
	return v
}

func (v *versionInfo) readBuildInfo(info *debug.BuildInfo) {
	if info.Main.Version != "(devel)" {
		v.Module = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.time":
			v.Date = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
}
