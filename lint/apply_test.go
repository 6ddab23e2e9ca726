package lint

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
)

// TestApplyHolds repairs files, with the safe fixes and with all certain ones, and holds the result to
// what is promised of it.
func TestApplyHolds(t *testing.T) {
	t.Run("corpus", func(t *testing.T) {
		n := 0
		err := filepath.WalkDir(filepath.Join(shared.Dir(t), "corpus"), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			raw, err := os.ReadFile(name)
			if doc := Parse(filepath.ToSlash(name), "", raw, nil); doc.Format != nil {
				checkApply(t, name, doc)
				random := rand.New(rand.NewPCG(1, uint64(n)))
				for i := range 3 {
					damaged := damage(random, string(raw))
					checkApply(t, fmt.Sprintf("%s, damage %d", name, i), Parse(doc.Path, "", []byte(damaged), doc.Format))
				}
				n++
			}
			return err
		})
		if err != nil || n < 20 {
			t.Errorf("%d files, %v", n, err)
		}
	})
	for name, format := range map[string]string{"kyvvu-verdicts.jsonl": "kyvvu-manifest", "dotforge-verdicts.jsonl": "behavior", "kyvvu-silent.jsonl": "kyvvu-manifest"} {
		t.Run(name, func(t *testing.T) {
			file, err := os.Open(filepath.Join(shared.Dir(t), "oracle", name))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			lines := bufio.NewScanner(file)
			lines.Buffer(nil, 1<<26)
			random := rand.New(rand.NewPCG(2, 3))
			for n := 0; lines.Scan(); n++ {
				var row struct{ ID, Text string }
				if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
					t.Fatal(err)
				}
				if testing.Short() && n%10 != 0 {
					continue
				}
				checkApply(t, row.ID, Parse("x.yaml", "", []byte(row.Text), schema.Lookup(format)))
				if n%5 == 0 {
					checkApply(t, row.ID+", damaged", Parse("x.yaml", "", []byte(damage(random, row.Text)), schema.Lookup(format)))
				}
			}
		})
	}
}

// damage makes a few random changes to a text: words misspelt, lines lost, doubled, moved, indented.
func damage(random *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + random.IntN(4) {
		i := random.IntN(len(lines))
		line := lines[i]
		switch random.IntN(7) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] = line + line
		case 2:
			j := random.IntN(len(lines))
			lines[i], lines[j] = lines[j], line
		case 3:
			lines[i] = " " + line
		case 4, 5:
			if n := len(line); n > 3 {
				at := random.IntN(n - 2)
				if line[at] > ' ' && line[at] < 0x7f {
					lines[i] = line[:at] + line[at+1:]
				}
			}
		case 6:
			lines[i] = strings.Replace(line, "\n", " # a comment\n", 1)
		}
	}
	return strings.Join(lines, "")
}

func checkApply(t *testing.T, id string, doc *Document) {
	t.Helper()
	for _, unsafe := range []bool{false, true} {
		choose := func(d Diagnostic) *Fix { return d.CertainFix(unsafe) }
		before := mustRun(t, id, doc)
		repaired, err := Apply(doc, nil, nil, choose)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		fixed := repaired.Document
		text := fixed.Tree.File.Text
		what := fmt.Sprintf("%s (unsafe %v)", id, unsafe)
		if len(fixed.Tree.Errors) > len(doc.Tree.Errors) {
			t.Errorf("%s: breaks the syntax: %s\n%s", what, fixed.Tree.Errors[0].Message, text)
		}
		after := mustRun(t, id, fixed)
		var renamed []string // the value of a renamed key may be wrong
		for _, a := range repaired.Applied {
			if name, ok := strings.CutPrefix(a.Title, "Rename to `"); ok {
				renamed = append(renamed, a.Path[:strings.LastIndexByte(a.Path, '.')+1]+strings.TrimSuffix(name, "`"))
			}
		}
		strict := repairing{strict: true}
		if brought := strict.newError(before.Diagnostics, after.Diagnostics, renamed); brought != nil {
			t.Errorf("%s: brings an error: %s", what, brought.Message)
		}
		if lost := lostComment(doc, fixed); lost != "" {
			t.Errorf("%s: loses %s", what, lost)
		}
		if repaired.Unfinished {
			t.Errorf("%s: is not done after %d rounds: %d fixes", what, maxRounds, len(repaired.Applied))
			continue
		}
		for _, r := range repaired.Refused {
			t.Logf("%s: refuses %s %q: %s", what, r.Code, r.Title, r.Reason)
		}
		again, err := Apply(fixed, nil, nil, choose)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if again.Document.Tree.File.Text != text {
			t.Errorf("%s: a second time repairs %v", what, again.Applied)
		}
	}
}

// TestApplyUncovers: a repair that brings another kind of error to light is not made, but the renaming
// of a key of an older dialect is, and one whose error the next round repairs.
func TestApplyUncovers(t *testing.T) {
	const policy = "policies:\n  - name: Two\n    description: d\n    severity: high\n    enforcement_point: step_execution\n"
	for _, c := range []struct{ name, text, want, refused string }{
		{
			"a quoted number is no rule", policy + "    rule_type: 5\n    params: {}\n", "",
			"it would bring a new error: `5` is no rule of the registry: the loader refuses the whole file",
		},
		{
			"the value of a renamed key", policy + "    rule_type: step_requires_gate\n    params:\n      target_kinds: [step.exec]\n      gate_check_type: consent\n",
			"      gate_kind: consent\n", "",
		},
		{
			"repaired in the next round", policy + "    rule_type: field_matches_regex\n    paramz:\n      field: properties.trust\n      pattern: 2026\n",
			"    params:\n      field: properties.trust\n      pattern: \"2026\"\n", "",
		},
	} {
		doc := Parse("x.yaml", "", []byte("name: n\n"+c.text), schema.Lookup("kyvvu-manifest"))
		repaired, err := Apply(doc, nil, nil, func(d Diagnostic) *Fix { return d.CertainFix(false) })
		if err != nil {
			t.Fatal(err)
		}
		refused := ""
		for _, r := range repaired.Refused {
			refused = r.Reason
		}
		if got := repaired.Document.Tree.File.Text; refused != c.refused || !strings.Contains(got, c.want) || c.want == "" && got != doc.Tree.File.Text {
			t.Errorf("%s: refused %q, got\n%s", c.name, refused, got)
		}
	}
}
