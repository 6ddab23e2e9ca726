package report

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// at returns the span of the n-th (from 0) occurrence of part in text.
func at(t *testing.T, text, part string, n int) syntax.Span {
	t.Helper()
	offset := 0
	for ; n >= 0; n-- {
		i := strings.Index(text[offset:], part)
		if i < 0 {
			t.Fatalf("%q is not in the text", part)
		}
		offset += i + len(part)
	}
	return syntax.Span{Start: offset - len(part), End: offset}
}

// wide holds what makes positions differ between units: wide, combining and astral characters, tabs,
// CRLF, and what must not reach a terminal.
const wide = "schema_version: \"1\"\r\n" +
	"name: \"🚀🚀 日本 e\u0301 \x1b[31m\" # \u202eevil\r\n" +
	"key:\t\tvalue\r\n" +
	"policy:\r\n" +
	"  triggers:\r\n" +
	"    - event: PreToolUse\r\n" +
	"    - event: Nope # 🚀\r\n"

const plainText = "id: one\nid: two\nflag: yes\n"

// sample is a report with all that a format has to carry. Its codes are those of no rule, so that the
// goldens do not hold the documentation of rules.
func sample(t *testing.T) *Report {
	index := lint.Parse("behaviors/index.yaml", "", []byte("behaviors:\n  - id: search-first\n"), nil)
	span := func(text, part string, n int) syntax.Span { return at(t, text, part, n) }
	return &Report{
		Version: "0.1.0",
		Folder:  "/home/user/repo",
		Files: []File{
			{Path: "behaviors/clean/behavior.yaml", Format: "behavior", Text: syntax.NewFile("clean", []byte("id: x\n")), Hidden: 2},
			{Path: "team,a:b/70% #1/behavior.yaml", Format: "behavior", Text: syntax.NewFile("wide", []byte(wide)), Diagnostics: []lint.Diagnostic{
				{
					Span: span(wide, "\x1b[31m", 0), Code: "sample-invalid-character", Severity: lint.Error, Path: "name",
					Message: "the character `\x1b` may not stand here", Help: "write `\"\\x1b\"`",
				},
				{
					Span: span(wide, "value", 0), Code: "sample-unknown-key", Severity: lint.Warning, Path: "key",
					Message: "`key` is unknown: 100%, a|b, <b>, *c* and `d|e`", Help: "first line\nsecond: line",
					Fixes: []lint.Fix{
						{Title: "Change to `name`", Safe: true, Edits: []lint.Edit{{Span: span(wide, "key", 0), New: "name"}}},
						{Title: "Remove it", Edits: []lint.Edit{{Span: span(wide, "key:", 0)}, {Span: span(wide, "value\r\n", 0)}}},
					},
				},
				{
					Span: span(wide, "- event: PreToolUse\r\n    - event: Nope", 0), Code: "sample-unknown-value", Severity: lint.Error, Path: "policy.triggers",
					Message: "two triggers",
					Related: []lint.Related{
						{Span: span(wide, "# 🚀", 0), Message: "a rocket"},
						{Doc: index, Span: syntax.Span{Start: 17, End: 29}, Message: "listed here"},
					},
				},
			}},
			{Path: "two.yaml", Format: "kyvvu-manifest", Text: syntax.NewFile("two", []byte(plainText)), Diagnostics: []lint.Diagnostic{
				{Span: syntax.Span{}, Code: "sample-missing-key", Severity: lint.Error, Message: "`policies` is missing", Path: "policies"},
				{
					Span: span(plainText, "id", 1), Code: "sample-duplicate-key", Severity: lint.Error, Message: "`id` is given twice", Path: "id",
					Related: []lint.Related{{Span: span(plainText, "id", 0), Message: "first defined here"}},
				},
				{Span: syntax.Span{Start: len(plainText), End: len(plainText)}, Code: "sample-empty-list", Severity: lint.Info, Message: "nothing follows"},
			}},
		},
		Problems: []string{"gone.yaml: no such file or folder"},
	}
}

// write returns what a format writes.
func write(t *testing.T, name string, r *Report, o Options) string {
	t.Helper()
	f, ok := Lookup(name)
	if !ok {
		t.Fatalf("there is no format %s", name)
	}
	var out bytes.Buffer
	if err := f.Write(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	for _, f := range Formats {
		t.Run(f.Name, func(t *testing.T) {
			golden(t, f.Name+".golden", write(t, f.Name, sample(t), Options{}))
		})
	}
	t.Run("color", func(t *testing.T) {
		got := write(t, "full", sample(t), Options{Color: true})
		golden(t, "color.golden", strings.ReplaceAll(got, "\x1b", "␛"))
	})
}

// golden compares got with a file of testdata, or writes that with UPDATE=1.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// TestNoControlCharacters holds that nothing that drives a terminal or reorders a line leaves any
// format, whatever the file and its path hold.
func TestNoControlCharacters(t *testing.T) {
	var evil strings.Builder
	for r := rune(0); r < 0x300; r++ {
		evil.WriteRune(r)
	}
	evil.WriteString("\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff\ufff9\U000e0041\xff\xc3")
	text := "a: " + strings.NewReplacer("\n", "", "\r", "").Replace(evil.String()) + "\n"
	r := &Report{Files: []File{{Path: evil.String(), Format: "behavior", Text: syntax.NewFile("x", []byte(text)), Diagnostics: []lint.Diagnostic{{
		Span: syntax.Span{Start: 3, End: 5}, Code: "syntax-error", Severity: lint.Error, Message: evil.String(), Help: evil.String(), Path: evil.String(),
		Related: []lint.Related{{Span: syntax.Span{Start: 0, End: 9}, Message: evil.String()}},
		Fixes:   []lint.Fix{{Title: evil.String(), Edits: []lint.Edit{{Span: syntax.Span{Start: 0, End: 1}, New: evil.String()}}}},
	}}}}, Problems: []string{evil.String()}}
	for _, f := range Formats {
		out := write(t, f.Name, r, Options{})
		for i, c := range out {
			if c != '\n' && unsafeRune(c) {
				t.Errorf("%s writes %U at %d: %q", f.Name, c, i, out[max(0, i-20):min(len(out), i+20)])
				break
			}
		}
	}
}

func TestEmpty(t *testing.T) {
	for name, want := range map[string]string{
		"full":    "",
		"concise": "",
		"github":  "",
		"gitlab":  "[]\n",
	} {
		if got := write(t, name, &Report{}, Options{}); got != want {
			t.Errorf("%s writes %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"sarif": `"results": []`, "json": `"diagnostics": []`, "rdjson": `"diagnostics": []`} {
		if got := write(t, name, &Report{}, Options{}); !strings.Contains(got, want) {
			t.Errorf("%s writes %s, without %s", name, got, want)
		}
	}
}

func TestSummary(t *testing.T) {
	tests := []struct {
		s    Summary
		want string
	}{
		{Summary{}, "no findings in 0 files"},
		{Summary{Files: 1}, "no findings in 1 file"},
		{Summary{Files: 2, Error: 1, Info: 2}, "1 error, 2 info in 2 files"},
		{Summary{Files: 3, Error: 2, Warning: 1, Hidden: 4}, "2 errors, 1 warning in 3 files (4 hidden)"},
	}
	for _, tt := range tests {
		if got := tt.s.String(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.s, got, tt.want)
		}
	}
	if got, want := sample(t).Summary(), (Summary{Files: 3, Error: 4, Warning: 1, Info: 1, Fixable: 1, Hidden: 2}); got != want {
		t.Errorf("summary %+v, want %+v", got, want)
	}
}

// TestFingerprints holds that findings keep their identity when lines are inserted above them, and
// that no two have the same.
func TestFingerprints(t *testing.T) {
	finding := func(text, part string, n int, code, path string) lint.Diagnostic {
		return lint.Diagnostic{Span: at(t, text, part, n), Code: code, Path: path, Severity: lint.Error, Message: "m"}
	}
	prints := func(text string, add int) []string {
		f := File{Path: "m.yaml", Text: syntax.NewFile("m", []byte(text))}
		var out []string
		seen := fingerprints{}
		for i, d := range []lint.Diagnostic{
			finding(text, "kind", 0, "unknown-value", "policies[0].kind"),
			finding(text, "kind", 1, "unknown-value", "policies[1].kind"),
			finding(text, "kind", 1, "wrong-type", "policies[1].kind"),
			finding(text, "rule", 0, "unknown-value", "policies[1].rule"),
		} {
			if i > 0 {
				d.Path = strings.Replace(d.Path, "[1]", "["+string(rune('1'+add))+"]", 1)
			}
			out = append(out, seen.of("m.yaml", f, d))
		}
		return out
	}
	before := prints("- kind: a\n- kind: a\n  rule: b\n", 0)
	after := prints("# new\n\n- kind: a\n- other: c\n- kind: a\n  rule: b\n", 1)
	if !slices.Equal(before, after) {
		t.Errorf("fingerprints change with inserted lines: %v, then %v", before, after)
	}
	if unique := slices.Compact(slices.SortedFunc(slices.Values(before), cmp.Compare[string])); len(unique) != len(before) {
		t.Errorf("fingerprints are not unique: %v", before)
	}
}
