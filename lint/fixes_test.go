package lint

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
)

// TestFixesRepair makes every fix of recorded damaged files alone: the file still parses where it
// parsed, the finding is gone, and a safe fix brings no error that was not there before.
func TestFixesRepair(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "oracle")
	for name, format := range map[string]string{"kyvvu-verdicts.jsonl": "kyvvu-manifest", "dotforge-verdicts.jsonl": "behavior", "kyvvu-silent.jsonl": "kyvvu-manifest"} {
		t.Run(name, func(t *testing.T) {
			file, err := os.Open(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			lines := bufio.NewScanner(file)
			lines.Buffer(nil, 1<<26)
			for n := 0; lines.Scan(); n++ {
				var row struct{ ID, Text string }
				if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
					t.Fatal(err)
				}
				if testing.Short() && n%10 != 0 {
					continue
				}
				checkFixes(t, row.ID, Parse("x.yaml", "", []byte(row.Text), schema.Lookup(format)))
				if n%10 == 0 && !strings.Contains(row.Text, "\r") {
					text := strings.ReplaceAll(row.Text, "\n", "\r\n")
					checkFixes(t, row.ID+" with CRLF", Parse("x.yaml", "", []byte(text), schema.Lookup(format)))
				}
			}
		})
	}
}

func checkFixes(t *testing.T, id string, doc *Document) {
	before := mustRun(t, id, doc)
	errorsBefore := map[string]int{}
	for _, d := range before.Diagnostics {
		if d.Severity == Error {
			errorsBefore[d.Code]++
		}
	}
	for _, d := range before.Diagnostics {
		for i, fix := range d.Fixes {
			text := ApplyEdits(doc.Tree.File.Text, fix.Edits)
			if bareNewlines(doc.Tree.File.Text) == 0 && bareNewlines(text) > 0 {
				t.Errorf("%s: %q mixes line ends", id, fix.Title)
			}
			fixed := Parse(doc.Path, doc.Abs, []byte(text), doc.Format)
			after := mustRun(t, id, fixed)
			what := fmt.Sprintf("%s: %s [%s]: fix %d %q", id, d.Code, d.Path, i, fix.Title)
			if len(fixed.Tree.Errors) > len(doc.Tree.Errors) {
				t.Errorf("%s breaks the syntax: %s\n%s", what, fixed.Tree.Errors[0].Message, text)
				continue
			}
			if n := count(after, d); n >= count(before, d) && n > 0 {
				t.Errorf("%s leaves its finding: %s\n%s", what, d.Message, text)
			}
			// A word that is put right makes the rest be checked, where other errors come to light.
			if i > 0 || !fix.Safe || strings.HasPrefix(d.Code, "unknown-") || d.Code == "renamed-key" {
				continue
			}
			errorsAfter := map[string]int{}
			var first Diagnostic
			for _, a := range after.Diagnostics {
				if a.Severity == Error {
					if errorsAfter[a.Code]++; errorsAfter[a.Code] > errorsBefore[a.Code] && first.Code == "" {
						first = a
					}
				}
			}
			if first.Code != "" && first.Code != d.Code && countErrors(after.Diagnostics) > countErrors(before.Diagnostics) {
				t.Errorf("%s brings an error: %s %s: %s", what, first.Code, first.Path, first.Message)
			}
		}
	}
}

// bareNewlines counts line feeds without a carriage return before them.
func bareNewlines(text string) int { return strings.Count(text, "\n") - strings.Count(text, "\r\n") }

func mustRun(t *testing.T, id string, doc *Document) Result {
	result, err := Run(doc, nil, nil)
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return result
}

// count returns how many findings are the same but for their place in the text.
func count(result Result, d Diagnostic) int {
	n := 0
	for _, other := range result.Diagnostics {
		if other.Code == d.Code && other.Path == d.Path && strings.EqualFold(other.Message, d.Message) {
			n++
		}
	}
	return n
}

func countErrors(found []Diagnostic) int {
	n := 0
	for _, d := range found {
		if d.Severity == Error {
			n++
		}
	}
	return n
}
