package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestIgnoresAgreeWithGit compares what is found in random trees with what git does not ignore.
func TestIgnoresAgreeWithGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		t.Setenv(name, "")
		os.Unsetenv(name) // set in a hook, it would name another repository
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	folders := []string{"a", "b", "foo", "bar", "x y", "{a}"}
	files := []string{"m.yaml", "n.yml", "foo.yaml", "a.b.yaml", "[x].yaml", "t#.yaml", "!z.yaml", "{a,b}.yaml"}
	patterns := []string{
		"foo", "*.yml", "/m.yaml", "bar/", "**/foo", "foo/**", "a/**/m.yaml", "!m.yaml", "*.yaml", "!foo.yaml", "b/", "/a/", "a/b", "*", "!*/",
		"?.yaml", "[mn].*", "[!m].yml", `\#x`, `t\#.yaml`, "t#.yaml", `\!z.yaml`, "foo*bar", "**", `x\ y/`, "x y/", "m.yaml ", "  ", "#c", "!a/", "a/*",
		"!a/b/", "/*/foo.yaml", "**/b/*.yaml", "[[]x].yaml", `\[x\].yaml`, "bar/**/", "*a*", "/b/**", "./foo", "a//b", "{a,b}.yaml", `\{a\}/`, "{a}", "!", "/", "[", `\`,
	}
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 0))
		pick := func(list []string) string { return list[random.IntN(len(list))] }
		root := t.TempDir()
		if out, err := exec.Command(git, "init", "-q", root).CombinedOutput(); err != nil {
			t.Skipf("git init: %v\n%s", err, out)
		}
		dirs := []string{root}
		for range 8 {
			dir := filepath.Join(pick(dirs), pick(folders))
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
		used := map[string][]string{}
		for _, dir := range dirs {
			for range 3 {
				if err := os.WriteFile(filepath.Join(dir, pick(files)), nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if random.IntN(3) == 0 {
				var lines []string
				for range 1 + random.IntN(4) {
					lines = append(lines, pick(patterns))
				}
				used[dir] = lines
				if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(strings.Join(lines, "\n")), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		out, err := exec.Command(git, "-C", root, "ls-files", "-co", "--exclude-standard", "-z").Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 })
		want = slices.DeleteFunc(want, func(name string) bool { return !candidate(name) })
		slices.Sort(want)
		var got []string
		for _, f := range discover([]string{root}, nil).files {
			rel, err := filepath.Rel(root, f.abs)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, filepath.ToSlash(rel))
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d, patterns %v (-git +forgelint):\n%s", seed, used, diff)
		}
	}
}
