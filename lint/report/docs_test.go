package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
)

// TestDocs holds docs/rules.md and docs/rules/ against the rules that they are made from; UPDATE=1
// writes them.
func TestDocs(t *testing.T) {
	dir := filepath.Join(shared.Root(t), "docs")
	pages := map[string][]byte{"rules.md": ruleList()}
	for _, rule := range lint.Rules() {
		var page bytes.Buffer
		page.WriteString("<!-- Made from the rule itself: UPDATE=1 go test ./lint/report -->\n\n")
		if err := Explain(rule).WriteMarkdown(&page); err != nil {
			t.Fatal(err)
		}
		pages["rules/"+rule.Code+".md"] = page.Bytes()
	}
	old, err := filepath.Glob(filepath.Join(dir, "rules", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range old {
		if _, known := pages["rules/"+filepath.Base(file)]; !known {
			if os.Getenv("UPDATE") != "1" {
				t.Errorf("%s: there is no such rule any more; UPDATE=1 go test ./lint/report removes the page", file)
			} else if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	if os.Getenv("UPDATE") == "1" {
		if err := os.MkdirAll(filepath.Join(dir, "rules"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range pages {
		file := filepath.Join(dir, filepath.FromSlash(name))
		got, err := os.ReadFile(file)
		switch {
		case err == nil && bytes.Equal(got, want):
		case os.Getenv("UPDATE") == "1":
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("docs/%s is not up to date: UPDATE=1 go test ./lint/report", name)
		}
	}
}

// ruleList is the page of all rules, by the format that they are for.
func ruleList() []byte {
	var b bytes.Buffer
	b.WriteString("<!-- Made from the rules themselves: UPDATE=1 go test ./lint/report -->\n\n# Rules\n\n")
	b.WriteString("`error`: the loader refuses the file, or it certainly does not do what it says. `warning`: it loads, and almost certainly does not do what its author meant. `info`: worth knowing. [Configuration](configuration.md) says how to change a rule's severity and how to hide a finding.\n")
	section := func(title string, takes func(*lint.Rule) bool) {
		rules := slices.DeleteFunc(slices.Clone(lint.Rules()), func(r *lint.Rule) bool { return !takes(r) })
		if len(rules) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n## %s\n\n| Rule | Severity | Fix offered | Finds |\n|---|---|---|---|\n", title)
		for _, rule := range rules {
			e := Explain(rule)
			fixable := ""
			if e.Fixable {
				fixable = "yes"
			}
			fmt.Fprintf(&b, "| [%s](rules/%s.md) | %s | %s | %s |\n", e.Code, e.Code, e.Severity, fixable, strings.ReplaceAll(e.Summary, "|", `\|`))
		}
	}
	section("Every format", func(r *lint.Rule) bool { return len(r.Formats) == 0 })
	for _, format := range schema.Formats() {
		section(upperFirst(format.Title), func(r *lint.Rule) bool { return len(r.Formats) > 0 && r.Formats[0] == format.ID })
	}
	return b.Bytes()
}
