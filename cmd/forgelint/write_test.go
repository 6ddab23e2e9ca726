package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// manyFaults is a manifest with n faults that --fix repairs to a text that is longer.
func manyFaults(n int) (before, after string) {
	var b strings.Builder
	b.WriteString("name: Small set\nversion: \"1.0.0\"\npolicies:\n")
	for i := range n {
		fmt.Fprintf(&b, `  - name: Cap %d
    rule_type: execution_max_steps
    params:
      kind: step.mesage
      max_steps: %d
    severity: critical
    enforcement_point: step_execution
`, i, i+2)
	}
	before = b.String()
	return before, strings.ReplaceAll(before, "mesage", "message")
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// onlyHas fails if a folder holds other files than these.
func onlyHas(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("%s has %v, want %v", dir, got, names)
	}
}

func TestRewriteKeepsTheFile(t *testing.T) {
	dir := t.TempDir()
	name := write(t, filepath.Join(dir, "a.yaml"), "old")
	if err := os.Chmod(name, 0o640|fs.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.yaml", filepath.Join(dir, "link.yaml")); err != nil {
		t.Skip(err)
	}
	if err := rewrite(filepath.Join(dir, "link.yaml"), []byte("old"), []byte("new text")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, name); got != "new text" {
		t.Errorf("the target of the link holds %q", got)
	}
	if target, err := os.Readlink(filepath.Join(dir, "link.yaml")); err != nil || target != "a.yaml" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != before.Mode() {
		t.Errorf("the mode was %v, is %v", before.Mode(), info.Mode())
	}
	onlyHas(t, dir, "a.yaml", "link.yaml")

	// All names of a file stay names of it.
	if err := os.Link(name, filepath.Join(dir, "b.yaml")); err != nil {
		t.Skip(err)
	}
	for _, text := range []string{"longer than it was", "short"} {
		if err := rewrite(name, []byte(read(t, name)), []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, filepath.Join(dir, "b.yaml")); got != text {
			t.Errorf("under its other name the file holds %q", got)
		}
	}
	// Under the other name it is written already.
	if err := rewrite(filepath.Join(dir, "b.yaml"), []byte("longer than it was"), []byte("short")); err != nil {
		t.Error(err)
	}
	onlyHas(t, dir, "a.yaml", "b.yaml", "link.yaml")
}

func TestRewriteRefuses(t *testing.T) {
	dir := t.TempDir()
	name := write(t, filepath.Join(dir, "a.yaml"), "changed meanwhile")
	if err := rewrite(name, []byte("old"), []byte("new")); !errors.Is(err, errChanged) {
		t.Errorf("a file that changed: %v", err)
	}
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := rewrite(name, []byte("changed meanwhile"), []byte("new")); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a file that is read-only: %v", err)
	}
	if err := rewrite(filepath.Join(dir, "gone.yaml"), nil, []byte("new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := rewrite(dir, nil, []byte("new")); err == nil {
		t.Error("a folder is written")
	}
	if got := read(t, name); got != "changed meanwhile" {
		t.Errorf("the file holds %q", got)
	}
	onlyHas(t, dir, "a.yaml")
}

func TestFixInReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("whoever runs the test may write everywhere")
	}
	before, _ := manyFaults(1)
	dir := t.TempDir()
	name := write(t, filepath.Join(dir, "a.yaml"), before)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	var out bytes.Buffer
	if code := run([]string{"--fix", name}, nil, &out, &out); code != exitUsage || !strings.Contains(out.String(), "no file can be written beside it") {
		t.Errorf("exit code %d:\n%s", code, out.String())
	}
	if read(t, name) != before {
		t.Error("the file changed")
	}
}

// program returns the path of this program under its own name.
func program(t *testing.T) string {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "forgelint")
	if err := os.Symlink(exe, name); err != nil {
		t.Skip(err)
	}
	return name
}

// TestFixWithoutSpace repairs files on a small file system that has no room for the result.
func TestFixWithoutSpace(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted: %v %s", err, out)
	}
	defer exec.Command("umount", dir).Run()
	before, after := manyFaults(100)
	name := write(t, filepath.Join(dir, "a.yaml"), before)
	linked := write(t, filepath.Join(dir, "b.yaml"), before)
	if err := os.Link(linked, filepath.Join(dir, "c.yaml")); err != nil {
		t.Fatal(err)
	}
	full := write(t, filepath.Join(dir, "filler"), "")
	for f, err := os.OpenFile(full, os.O_APPEND|os.O_WRONLY, 0); err == nil; {
		if _, err = f.Write(make([]byte, 512)); err != nil {
			f.Close()
		}
	}
	for _, file := range []string{name, linked} {
		var out bytes.Buffer
		if code := run([]string{"--fix", "--format", "concise", file}, nil, &out, &out); code != exitUsage || !strings.Contains(out.String(), "no space left") {
			t.Errorf("exit code %d:\n%s", code, out.String())
		}
		if !strings.Contains(out.String(), "unknown-value") || read(t, file) != before {
			t.Errorf("the file changed, or its findings are not told:\n%s", out.String())
		}
	}
	onlyHas(t, dir, "a.yaml", "b.yaml", "c.yaml", "filler")
	if err := os.Remove(full); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{"--fix", "--quiet", name}, nil, &bytes.Buffer{}, &bytes.Buffer{}); code != exitClean || read(t, name) != after {
		t.Errorf("exit code %d with space", code)
	}
}

// TestFixCutShort lets the system end the program, or refuse to write on, in the middle of a write.
func TestFixCutShort(t *testing.T) {
	forgelint := program(t)
	const limit = 20 * 512
	before, _ := manyFaults(45)
	before += strings.Repeat("#", limit-10-len(before))
	after := strings.ReplaceAll(before, "mesage", "message")
	for _, links := range []int{1, 2} {
		dir := t.TempDir()
		name := write(t, filepath.Join(dir, "a.yaml"), before)
		if links == 2 {
			if err := os.Link(name, filepath.Join(dir, "b.yaml")); err != nil {
				t.Skip(err)
			}
		}
		// The old text is shorter than the limit, the new one longer.
		cmd := exec.Command("sh", "-c", `ulimit -f 20; exec "$0" --fix --quiet "$1"`, forgelint, name)
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Skip("the size of files cannot be limited here")
		}
		if got := read(t, name); got != before {
			old, err := os.ReadFile(name + ".forgelint-old")
			if err != nil || string(old) != before {
				t.Errorf("%d names: neither the file nor the copy beside it is whole: %v\n%s", links, err, out)
			}
		}
		// It can be done again.
		os.Remove(name + ".forgelint-old")
		write(t, name, before)
		if out, err := exec.Command(forgelint, "--fix", "--quiet", name).CombinedOutput(); err != nil || read(t, name) != after {
			t.Errorf("%d names: %v\n%s", links, err, out)
		}
	}
}

// TestFixKilled ends the program at many moments: each file is as it was or as it is to be, whole.
func TestFixKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many programs")
	}
	forgelint := program(t)
	before, after := manyFaults(20)
	dir := t.TempDir()
	var names []string
	for i := range 40 {
		names = append(names, filepath.Join(dir, fmt.Sprintf("m%02d.yaml", i)))
	}
	for k := 0; k < len(names); k += 13 {
		for _, name := range names {
			write(t, name, before)
		}
		cmd := exec.Command(forgelint, "--fix", "--quiet", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for read(t, names[k]) == before && len(ended) == 0 {
			runtime.Gosched()
		}
		cmd.Process.Kill()
		<-ended
		for _, name := range names {
			if got := read(t, name); got != before && got != after {
				t.Fatalf("%s is neither as it was nor as it is to be", name)
			}
		}
	}
}
