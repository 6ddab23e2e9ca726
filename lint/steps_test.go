package lint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
)

// TestTrialSteps: an error exactly where the real command refuses the steps; a warning does for steps
// after the end, which a policy may have blocked.
func TestTrialSteps(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(shared.Dir(t), "oracle", "kyvvu-trial.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	refused, taken := 0, 0
	for lines.Scan() {
		var row struct{ ID, Steps, Error string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		switch row.Error {
		case "manifest", "ungoverned", "start-blocked":
			continue // of the manifest; blocked by a policy
		case "":
			taken++
		default:
			refused++
		}
		doc := Parse("steps.yaml", "", []byte(row.Steps), schema.Lookup(stepsFormat))
		result, err := Run(doc, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, d := range result.Diagnostics {
			found = found || d.Severity == Error || row.Error == "after-end"
		}
		if found != (row.Error != "") {
			t.Errorf("%s: %q: %v\n%s", row.ID, row.Error, result.Diagnostics, row.Steps)
		}
	}
	if refused < 15 || taken < 50 {
		t.Errorf("%d refused, %d taken", refused, taken)
	}
}
