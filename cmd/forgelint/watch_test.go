package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWatch changes files under a run with --watch: what is mended is gone from the next report, and
// what is new is found, in a new folder too.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const manifest = "name: m\nversion: \"1\"\npolicies:\n  - name: p\n    rule_type: execution_max_steps\n" +
		"    params: {kind: step.model, max_steps: 9}\n    severity: high\n    enforcement_point: step_execution\n"
	broken := strings.Replace(manifest, "severity: high", "severity: hihg", 1)
	write("m.yaml", broken)

	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := lintOptions{formats: []string{"concise", "json=" + filepath.Join(dir, "out.json")}, failOn: "error", color: "auto"}
	ended := make(chan error, 1)
	go func() {
		ended <- o.watch(ctx, writer, writer, []string{dir})
		writer.Close()
	}()
	lines := bufio.NewScanner(reader)
	report := func() string {
		t.Helper()
		var text strings.Builder
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "waiting for changes") {
				return text.String()
			}
			text.WriteString(lines.Text() + "\n")
		}
		t.Fatalf("the run ends: %v, %s", lines.Err(), text.String())
		return ""
	}
	if got := report(); strings.Count(got, "error:") != 1 || !strings.Contains(got, "1 error in 1 file") {
		t.Errorf("first: %s", got)
	}
	// A report may come between two steps of a change; the last one is the one that counts.
	until := func(want string) {
		t.Helper()
		got := ""
		for range 10 {
			if got = report(); strings.Contains(got, want) {
				return
			}
		}
		t.Errorf("no report says %q; the last: %s", want, got)
	}
	write("m.yaml", manifest)
	until("no findings in 1 file")
	write("new/folder/n.yaml", broken)
	until("1 error in 2 files")
	cancel()
	for lines.Scan() {
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
