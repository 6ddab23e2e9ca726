package main

import (
	"bytes"
	"strings"
	"testing"
)

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
