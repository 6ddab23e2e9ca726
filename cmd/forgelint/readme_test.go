package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestREADME holds that README.md shows the files and the output that there really are. UPDATE=1
// writes them.
func TestREADME(t *testing.T) {
	t.Chdir("../..")
	for _, v := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"} {
		t.Setenv(v, "")
	}
	old, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	block := regexp.MustCompile("(?s)```(yaml file=(\\S+)|console)\n(.*?)```\n")
	text := block.ReplaceAllStringFunc(string(old), func(found string) string {
		shown++
		m := block.FindStringSubmatch(found)
		if file := m[2]; file != "" {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return "```" + m[1] + "\n" + string(raw) + "```\n"
		}
		command, _, _ := strings.Cut(m[3], "\n")
		args, ok := strings.CutPrefix(command, "$ forgelint ")
		if !ok {
			t.Fatalf("a console block starts with %q", command)
		}
		var out bytes.Buffer
		run(strings.Fields(args), strings.NewReader(""), &out, &out)
		return "```console\n" + command + "\n" + out.String() + "```\n"
	})
	if shown < 2 {
		t.Errorf("README.md shows %d files and outputs, want at least 2", shown)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("README.md", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(text, string(old)); diff != "" {
		t.Errorf("README.md is not true any more; UPDATE=1 mends it (-real +shown):\n%s", diff)
	}
}

// TestCorpus holds that the good files of testdata/corpus are good, and that the first command of
// README.md finds the faults of the broken ones.
func TestCorpus(t *testing.T) {
	t.Chdir("../../testdata/corpus")
	var out bytes.Buffer
	if code := run([]string{"--fail-on", "warning", "--format", "concise", "behaviors", "policies", "contracts", "steps.yaml"}, nil, &out, &out); code != exitClean {
		t.Errorf("exit code %d:\n%s", code, out.String())
	}
	out.Reset()
	if code := run([]string{"lint", "--format", "concise", "."}, nil, &out, &out); code != exitFindings {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"[unknown-tool]", "[invalid-regex]", "[unknown-value]", "[unknown-variable]", "[unknown-rule]", "[renamed-key]"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
}
