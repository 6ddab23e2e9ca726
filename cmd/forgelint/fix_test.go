package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/forgelint/forgelint/internal/shared"
)

func utf16Text(order binary.AppendByteOrder, text string) string {
	var raw []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		raw = order.AppendUint16(raw, u)
	}
	return string(raw)
}

// written are the ways in which a text can stand in a file.
var written = map[string]func(string) string{
	"lf":       func(text string) string { return text },
	"crlf":     func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
	"cr":       func(text string) string { return strings.ReplaceAll(text, "\n", "\r") },
	"bom":      func(text string) string { return "\ufeff" + text },
	"no-eol":   func(text string) string { return strings.TrimRight(text, "\n") },
	"utf16le":  func(text string) string { return utf16Text(binary.LittleEndian, text) },
	"utf16be":  func(text string) string { return utf16Text(binary.BigEndian, text) },
	"comments": func(text string) string { return strings.ReplaceAll(text, "\n", " # é 😀\n") },
}

func TestFixKeepsTheEncoding(t *testing.T) {
	before, after := manyFaults(3)
	for name, encode := range written {
		file := write(t, filepath.Join(t.TempDir(), "m.yaml"), encode(before))
		var out bytes.Buffer
		if code := run([]string{"--fix", "--quiet", "--fail-on", "never", file}, nil, &out, &out); code != exitClean {
			t.Errorf("%s: exit code %d:\n%s", name, code, out.String())
		}
		if got := read(t, file); got != encode(after) {
			t.Errorf("%s: %q", name, got)
		}
		var fixed bytes.Buffer
		if code := run([]string{"--fix", "--quiet", "--fail-on", "never", "-"}, strings.NewReader(encode(before)), &fixed, &out); code != exitClean || fixed.String() != encode(after) {
			t.Errorf("%s from standard input: exit code %d: %q", name, code, fixed.String())
		}
	}
}

// TestDiffIsFix holds that `git apply` makes of the patch what --fix makes, to the byte, and that a
// second --fix finds nothing to do.
func TestDiffIsFix(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("repairs the corpus in many forms")
	}
	texts := map[string]string{}
	texts["many.yaml"], _ = manyFaults(30)
	corpus := filepath.Join(shared.Dir(t), "corpus")
	err := filepath.WalkDir(corpus, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !candidate(name) {
			return err
		}
		raw, err := os.ReadFile(name)
		rel, _ := filepath.Rel(corpus, name)
		texts[rel] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--fix", "--unsafe-fixes"} {
		for form, encode := range written {
			t.Run(flag+" "+form, func(t *testing.T) {
				patched, fixed := t.TempDir(), t.TempDir()
				for name, text := range texts {
					for _, dir := range []string{patched, fixed} {
						file := filepath.Join(dir, name)
						if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
							t.Fatal(err)
						}
						write(t, file, encode(text))
					}
				}
				var patch, out bytes.Buffer
				t.Chdir(patched)
				run([]string{flag, "--diff", "--quiet", "."}, nil, &patch, &out)
				for name, text := range texts {
					if read(t, name) != encode(text) {
						t.Errorf("--diff changed %s", name)
					}
				}
				apply := exec.Command("git", "apply", "--whitespace=nowarn", "-")
				apply.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(patched))
				apply.Stdin = bytes.NewReader(patch.Bytes())
				if said, err := apply.CombinedOutput(); err != nil {
					t.Fatalf("git apply: %v\n%s", err, said)
				}
				t.Chdir(fixed)
				run([]string{flag, "--quiet", "."}, nil, &out, &out)
				changed := 0
				for name, text := range texts {
					got := read(t, name)
					if got != encode(text) {
						changed++
					}
					if read(t, filepath.Join(patched, name)) != got {
						t.Errorf("%s: the patch and %s differ", name, flag)
					}
				}
				if changed < 2 {
					t.Errorf("%d files changed:\n%s", changed, out.String())
				}
				var again bytes.Buffer
				run([]string{flag, "--diff", "--quiet", "."}, nil, &again, &out)
				if again.Len() > 0 {
					t.Errorf("a second %s would change:\n%s", flag, again.String())
				}
			})
		}
	}
}

func TestUnifiedDiff(t *testing.T) {
	lines := func(n int, change func(int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(change(i))
		}
		return b.String()
	}
	same := func(i int) string { return fmt.Sprintf("%d\n", i) }
	tests := []struct{ name, before, after, want string }{
		{"nothing", "a\n", "a\n", ""},
		{"all", "a\n", "b\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n+b\n"},
		{"from nothing", "", "b\n", "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+b\n"},
		{"to nothing", "a\n", "", "--- a/f\n+++ b/f\n@@ -1,1 +0,0 @@\n-a\n"},
		{"no line break", "a", "b\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n"},
		{"two hunks", lines(20, same), lines(20, func(i int) string {
			switch i {
			case 1:
				return ""
			case 18:
				return "18\nmore\n"
			}
			return same(i)
		}), "--- a/f\n+++ b/f\n@@ -1,5 +1,4 @@\n 0\n-1\n 2\n 3\n 4\n@@ -17,4 +16,5 @@\n 16\n 17\n 18\n+more\n 19\n"},
		{"one hunk", lines(9, same), lines(9, func(i int) string {
			if i == 0 || i == 7 {
				return "x\n"
			}
			return same(i)
		}), "--- a/f\n+++ b/f\n@@ -1,9 +1,9 @@\n-0\n+x\n 1\n 2\n 3\n 4\n 5\n 6\n-7\n+x\n 8\n"},
	}
	for _, tt := range tests {
		if got := string(unifiedDiff("f", []byte(tt.before), []byte(tt.after))); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
