package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/forgelint/forgelint/lint/report"
)

func newConfig() *cobra.Command {
	var format string
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "config FILE",
		Short: "Print the configuration that holds for a file, and where each value comes from",
		Args:  argsError("one file", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := effectiveConfig(&o, args[0])
			if err != nil {
				return err
			}
			switch format {
			case "text":
				return c.writeText(cmd)
			case "json":
				return report.WriteJSON(cmd.OutOrStdout(), c)
			}
			return unknownValue("--format", format, textOrJSON)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "output format `NAME`: "+listed(textOrJSON))
	fixedValues(cmd, "format", textOrJSON...)
	cmd.Flags().StringVar(&o.config, "config", "", "use this configuration `FILE`")
	return cmd
}

// fileConfig is what holds for one file.
type fileConfig struct {
	File           string          `json:"file"`
	Format         string          `json:"format"` // "": it is no policy file
	Why            string          `json:"why"`    // it has that format
	Ignored        bool            `json:"ignored"`
	Configurations []string        `json:"configurations"` // the widest first
	Settings       []configSetting `json:"settings"`
}

type configSetting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func effectiveConfig(o *lintOptions, path string) (*fileConfig, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, describe(path, err)
	}
	if info.IsDir() {
		return nil, describe(path, errors.New("is a folder; name a file in it, for which the configuration holds"))
	}
	s, err := newSession(o, nil, []string{path})
	if err != nil {
		return nil, err
	}
	f := s.files[0]
	config, err := s.linter.config(f)
	if err != nil {
		return nil, err
	}
	c := &fileConfig{File: f.path, Ignored: config.Ignored(), Configurations: append([]string{}, config.Files()...), Settings: []configSetting{}}
	if raw, err := f.read(); err == nil {
		doc := config.Parse(f.path, f.abs, raw)
		if doc.Format != nil {
			c.Format, c.Why = doc.Format.ID, config.Detect(f.path, f.abs, doc.Tree).Why
		}
	}
	for _, x := range config.Settings() {
		c.Settings = append(c.Settings, configSetting{x.Key, x.Value, x.Origin.File, x.Origin.Position.Line, x.Origin.Position.Column})
	}
	return c, nil
}

func (c *fileConfig) writeText(cmd *cobra.Command) error {
	var out bytes.Buffer
	format := "no policy file"
	if c.Format != "" {
		format = fmt.Sprintf("%s (%s)", c.Format, c.Why)
	}
	fmt.Fprintf(&out, "%s: %s\n", report.Printable(c.File), format)
	if len(c.Configurations) == 0 {
		fmt.Fprintln(&out, "no configuration holds: every rule has its default severity")
	}
	for _, name := range c.Configurations {
		fmt.Fprintf(&out, "configuration %s\n", report.Printable(name))
	}
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, s := range c.Settings {
		fmt.Fprintf(t, "%s\t%s\t%s:%d:%d\n", report.Printable(s.Key), report.Printable(s.Value), report.Printable(filepath.ToSlash(s.File)), s.Line, s.Column)
	}
	t.Flush() // a buffer takes all
	_, err := cmd.OutOrStdout().Write(out.Bytes())
	return err
}
