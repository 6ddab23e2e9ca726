package lint

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/syntax"
)

var update = os.Getenv("UPDATE") == "1"

// TestRules runs each rule on its case, testdata/rules/<code>.txtar:
//
//   - bad.yaml, bad-2.yaml, bad.json … or bad/<path> (files of one workspace): the rule finds something
//   - want: what it finds, filled by UPDATE=1 — read it before you commit it
//   - good.yaml … or good/<path>: the rule finds nothing, and no rule an error or warning
//   - fixed.yaml …: bad.yaml with the certain fixes of the rule's findings, filled by UPDATE=1
func TestRules(t *testing.T) {
	dir := filepath.Join(shared.Root(t), "testdata", "rules")
	for _, rule := range Rules() {
		t.Run(rule.Code, func(t *testing.T) {
			checkRule(t, rule)
			file := filepath.Join(dir, rule.Code+".txtar")
			archive, err := txtar.ParseFile(file)
			if errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("no case: write %s", file)
			} else if err != nil {
				t.Fatal(err)
			}
			runCase(t, rule, file, archive)
			checkDoc(t, rule)
		})
	}
}

// TestCasesHaveRules: a case whose rule is gone tests nothing.
func TestCasesHaveRules(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Root(t), "testdata", "rules", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if code := strings.TrimSuffix(filepath.Base(file), ".txtar"); LookupRule(code) == nil {
			t.Errorf("%s: no rule %s", file, code)
		}
	}
}

var codePattern = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func checkRule(t *testing.T, rule *Rule) {
	if !codePattern.MatchString(rule.Code) {
		t.Errorf("the code %q is not in kebab-case", rule.Code)
	}
	if rule.Severity == Off || rule.Check == nil {
		t.Error("Severity and Check are needed")
	}
	for text, name := range map[string]string{rule.Doc.Summary: "Summary", rule.Doc.Why: "Why", rule.Doc.Fix: "Fix", rule.Doc.Bad: "Bad", rule.Doc.Good: "Good"} {
		if strings.TrimSpace(text) == "" {
			t.Errorf("Doc.%s is empty", name)
		}
	}
	if s := rule.Doc.Summary; strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
		t.Errorf("Doc.Summary is one line without a full stop: %q", s)
	}
	file := filepath.Join(shared.Root(t), "lint", "rule_"+strings.ReplaceAll(rule.Code, "-", "_")+".go")
	if _, err := os.Stat(file); err != nil {
		t.Errorf("the rule does not stand in %s", file)
	}
}

// checkDoc holds the examples of a rule's page to what they claim.
func checkDoc(t *testing.T, rule *Rule) {
	if found := lintExample(t, rule.ParseExample(rule.Doc.Bad)); !slices.ContainsFunc(found, func(f finding) bool { return f.Code == rule.Code }) {
		t.Errorf("Doc.Bad has no finding of the rule, but:\n%s", describeAll(found))
	}
	checkGood(t, rule, "Doc.Good", rule.ParseExample(rule.Doc.Good))
}

func checkGood(t *testing.T, rule *Rule, what string, example *Example) {
	for _, f := range lintExample(t, example) {
		if f.Code == rule.Code || f.Severity >= Warning {
			t.Errorf("%s is not good:\n%s", what, describe(f))
		}
	}
}

// finding is a diagnostic with its document.
type finding struct {
	Diagnostic
	doc *Document
}

func lintExample(t *testing.T, example *Example) []finding {
	var found []finding
	for _, doc := range example.Documents {
		if doc.Format == nil {
			continue
		}
		result, err := Run(doc, example.Config, example.Workspace)
		if err != nil {
			t.Error(err)
			var panicked *Panic
			if errors.As(err, &panicked) {
				t.Logf("%s", panicked.Stack)
			}
		}
		for _, d := range result.Diagnostics {
			found = append(found, finding{d, doc})
		}
	}
	return found
}

// sectionName splits the name of a section: `bad-2.yaml` is a file of the group `bad-2`, and so is
// `bad-2/behaviors/index.yaml` of a workspace.
var sectionName = regexp.MustCompile(`^((bad|good|fixed)(?:-\d+)?)(\.yaml|\.json|/.+)$`)

func runCase(t *testing.T, rule *Rule, file string, archive *txtar.Archive) {
	groups := map[string]map[string][]byte{}
	var order []string
	var want, fixed []txtar.File
	for _, f := range archive.Files {
		m := sectionName.FindStringSubmatch(f.Name)
		switch {
		case f.Name == "want":
			want = append(want, f)
			continue
		case m == nil:
			t.Fatalf("%s: what is section %s?", file, f.Name)
		case m[2] == "fixed":
			fixed = append(fixed, f)
			continue
		}
		if groups[m[1]] == nil {
			groups[m[1]] = map[string][]byte{}
			order = append(order, m[1])
		}
		groups[m[1]][f.Name] = f.Data
	}
	if !slices.ContainsFunc(order, func(g string) bool { return strings.HasPrefix(g, "bad") }) {
		t.Fatalf("%s: no bad file", file)
	}
	if !slices.ContainsFunc(order, func(g string) bool { return strings.HasPrefix(g, "good") }) {
		t.Errorf("%s: no good file", file)
	}

	var got strings.Builder
	var repaired []txtar.File
	for _, group := range order {
		example := rule.example(groups[group])
		if strings.HasPrefix(group, "good") {
			checkGood(t, rule, group, example)
			continue
		}
		found := slices.DeleteFunc(lintExample(t, example), func(f finding) bool { return f.Code != rule.Code })
		if len(found) == 0 {
			t.Errorf("%s: the rule finds nothing in it", group)
		}
		for _, f := range found {
			checkFinding(t, f)
		}
		got.WriteString(describeAll(found))
		repaired = append(repaired, repair(t, rule, example)...)
	}

	if update {
		archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
			return f.Name == "want" || strings.HasPrefix(f.Name, "fixed")
		})
		archive.Files = slices.Concat(archive.Files, []txtar.File{{Name: "want", Data: []byte(got.String())}}, repaired)
		if data := txtar.Format(archive); !bytes.Equal(data, mustRead(t, file)) {
			if err := os.WriteFile(file, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	wanted := ""
	if len(want) == 1 {
		wanted = string(want[0].Data)
	}
	if diff := cmp.Diff(wanted, got.String()); diff != "" {
		t.Errorf("%s: findings differ (-want +got); UPDATE=1 accepts them\n%s", file, diff)
	}
	if diff := cmp.Diff(describeFiles(fixed), describeFiles(repaired)); diff != "" {
		t.Errorf("%s: repaired files differ (-want +got); UPDATE=1 accepts them\n%s", file, diff)
	}
}

// checkFinding holds a finding to the house rules of messages and spans.
func checkFinding(t *testing.T, f finding) {
	text := f.doc.Tree.File.Text
	if f.Span.Start < 0 || f.Span.End < f.Span.Start || f.Span.End > len(text) {
		t.Fatalf("span %v is not inside the text: %s", f.Span, f.Message)
	}
	for _, m := range []string{f.Message, f.Help} {
		if strings.HasSuffix(m, ".") || strings.Contains(m, "\n") {
			t.Errorf("one sentence without a full stop, on one line: %q", m)
		}
	}
	if f.Message == "" {
		t.Error("a finding without a message")
	}
	if r := f.Message; r[0] >= 'A' && r[0] <= 'Z' && !strings.HasPrefix(r, "YAML") && !strings.HasPrefix(r, "JSON") && !strings.HasPrefix(r, "RE2") {
		t.Errorf("a message starts with a small letter: %q", r)
	}
	for _, fix := range f.Fixes {
		if fix.Title == "" || len(fix.Edits) == 0 {
			t.Errorf("a fix without title or edits: %q", f.Message)
		}
		for _, e := range fix.Edits {
			if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(text) {
				t.Fatalf("edit %v is not inside the text: %s", e.Span, fix.Title)
			}
		}
	}
}

// repair makes the certain fixes of the rule's findings; files without one are left out.
func repair(t *testing.T, rule *Rule, example *Example) []txtar.File {
	var files []txtar.File
	for _, doc := range example.Documents {
		if doc.Format == nil {
			continue
		}
		fixed, err := Apply(doc, example.Config, example.Workspace, func(d Diagnostic) *Fix {
			if d.Code != rule.Code {
				return nil
			}
			return d.CertainFix(true)
		})
		if err != nil {
			t.Error(err)
		}
		if len(fixed.Applied) > 0 {
			name := strings.Replace(doc.Path, "bad", "fixed", 1)
			files = append(files, txtar.File{Name: name, Data: []byte(endWithNewline(fixed.Document.Tree.File.Text))})
		}
	}
	return files
}

// describe renders a finding as `want` shows it.
func describe(f finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s %s: %s", f.doc.Path, describeSpan(f.doc, f.Span), f.Severity, f.Message)
	if f.Path != "" {
		fmt.Fprintf(&b, " [%s]", f.Path)
	}
	b.WriteByte('\n')
	if f.Help != "" {
		fmt.Fprintf(&b, "  help: %s\n", f.Help)
	}
	for _, related := range f.Related {
		doc := f.doc
		if related.Doc != nil {
			doc = related.Doc
		}
		fmt.Fprintf(&b, "  related: %s:%s %s\n", doc.Path, describeSpan(doc, related.Span), related.Message)
	}
	for _, fix := range f.Fixes {
		safety := "unsafe"
		if fix.Safe {
			safety = "safe"
		}
		fmt.Fprintf(&b, "  fix: %s (%s)\n", fix.Title, safety)
	}
	return b.String()
}

func describeAll(found []finding) string {
	var b strings.Builder
	for _, f := range found {
		b.WriteString(describe(f))
		if f.doc.Format == nil {
			b.WriteString("  (the file is none of ours)\n")
		}
	}
	return b.String()
}

func describeSpan(doc *Document, span syntax.Span) string {
	start, end := doc.Tree.File.Position(span.Start), doc.Tree.File.Position(span.End)
	return fmt.Sprintf("%d:%d-%d:%d", start.Line, start.Column, end.Line, end.Column)
}

func describeFiles(files []txtar.File) string {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "-- %s --\n%s", f.Name, f.Data)
	}
	return b.String()
}

// endWithNewline gives a text the final line break that a txtar section has.
func endWithNewline(text string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

func mustRead(t *testing.T, file string) []byte {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
