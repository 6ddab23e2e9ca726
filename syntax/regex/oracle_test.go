package regex

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
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

// oracle opens a file of recorded verdicts; the test is skipped where there are none.
func oracle(t *testing.T, name string) *bufio.Scanner {
	t.Helper()
	f, err := os.Open(filepath.Join(shared.Dir(t), "oracle", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	return sc
}

func oracleRows(t *testing.T) []oracleRow {
	t.Helper()
	sc := oracle(t, "regex-dialects.jsonl")
	var rows []oracleRow
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

// TestOracleSpans compares what is found where with what the engines found.
func TestOracleSpans(t *testing.T) {
	for _, r := range oracleRows(t) {
		for d, want := range map[Dialect]verdict{RE2: r.RE2, Python: r.Python, JavaScript: r.JS} {
			re, err := Parse(r.Pattern, d)
			if err != nil || !want.Compiles {
				continue
			}
			for i, input := range r.Inputs {
				if d == RE2 && bytesOrTables(r.Pattern) {
					continue
				}
				m := re.Search(input, 50_000_000)
				switch span := want.Spans[i]; {
				case m.Exhausted:
					t.Errorf("%s %s %.80q on %.40q: too many steps", r.ID, d, r.Pattern, input)
				case m.Found != (span != nil):
					t.Errorf("%s %s %.80q on %.40q: found %v, want %v", r.ID, d, r.Pattern, input, m, span)
				case m.Found:
					start, end := codePoints(input, m.Start, d), codePoints(input, m.End, d)
					if start != span[0] || end != span[1] {
						t.Errorf("%s %s %.80q on %.40q: %v-%v, want %v", r.ID, d, r.Pattern, input, start, end, *span)
					}
				}
			}
		}
	}
}

// bytesOrTables reports whether RE2 decides a pattern by bytes inside characters, or by Unicode tables
// that are newer than Go's.
func bytesOrTables(pattern string) bool {
	for _, s := range []string{`\C`, `\B`, `\PC`, `\p{Common}`, `\x{fb05}`, `\x{1fd3}`} {
		if strings.Contains(pattern, s) {
			return true
		}
	}
	return false
}

// codePoints turns an offset of a match into code points; half of one is a fraction.
func codePoints(text string, offset int, d Dialect) float64 {
	if d != JavaScript {
		return float64(offset)
	}
	at := 0.0
	for _, r := range text {
		size := 1
		if r > 0xFFFF {
			size = 2
		}
		if offset < size {
			return at + float64(offset)/float64(size)
		}
		offset -= size
		at++
	}
	return at
}

// TestOracleBacktracking compares what is called exponential with what was measured.
func TestOracleBacktracking(t *testing.T) {
	sc := oracle(t, "redos.jsonl")
	for sc.Scan() {
		var row struct{ ID, Pattern, Verdict string }
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		re, perr := Parse(row.Pattern, Python)
		if perr != nil {
			t.Errorf("%s: %v", row.Pattern, perr)
			continue
		}
		b := re.Backtracking()
		if row.Verdict != "polynomial" && (b != nil) != (row.Verdict == "exponential") {
			t.Errorf("%s %q is %s, got %+v", row.ID, row.Pattern, row.Verdict, b)
		}
	}
}
