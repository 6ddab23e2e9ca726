package regex

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// verdict is what an engine said of a pattern.
type verdict struct {
	Compiles bool
	Kind     string
	Message  string
	Spans    []*[2]float64
}

type oracleRow struct {
	ID            string
	Pattern       string
	Inputs        []string
	RE2           verdict `json:"re2"`
	Python        verdict `json:"python"`
	JS            verdict `json:"js"`
	LoneSurrogate bool    `json:"lone_surrogate"`
}

func oracleRows(t *testing.T) []oracleRow {
	t.Helper()
	dir := os.Getenv("FORGELINT_SHARED")
	if dir == "" {
		dir = "../../../shared"
	}
	f, err := os.Open(filepath.Join(dir, "oracle/regex-dialects.jsonl"))
	if err != nil {
		t.Skip("no recorded verdicts here")
	}
	defer f.Close()
	var rows []oracleRow
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var r oracleRow
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if !r.LoneSurrogate {
			rows = append(rows, r)
		}
	}
	return rows
}

// TestOracle compares verdicts and kinds of errors with those that the engines gave.
func TestOracle(t *testing.T) {
	for _, r := range oracleRows(t) {
		for d, want := range map[Dialect]verdict{RE2: r.RE2, Python: r.Python, JavaScript: r.JS} {
			_, err := Parse(r.Pattern, d)
			if want.Kind == "too-big" && d == RE2 {
				continue
			}
			if (err == nil) != want.Compiles {
				t.Errorf("%s %s %.80q: got %v, the engine says %v %s %s", r.ID, d, r.Pattern, err, want.Compiles, want.Kind, want.Message)
				continue
			}
			if err != nil && err.Kind != want.Kind {
				t.Errorf("%s %s %.80q: kind %s (%s), want %s (%s)", r.ID, d, r.Pattern, err.Kind, err.Message, want.Kind, want.Message)
			}
		}
	}
}
