package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
)

// Explanation is all that is to be said of a rule. Its output is made by running the rule.
type Explanation struct {
	Code     string        `json:"code"`
	Severity string        `json:"severity"`
	Optional bool          `json:"optional"` // off unless the configuration gives it a severity
	Formats  []string      `json:"formats"`  // empty: all
	Fixable  bool          `json:"fixable"`
	Summary  string        `json:"summary"`
	Why      string        `json:"why"`
	Fix      string        `json:"fix"`
	Options  string        `json:"options"`
	Bad      []ExampleFile `json:"bad"`
	Output   string        `json:"output"` // what `forgelint` says of the bad example, format full
	Good     []ExampleFile `json:"good"`
	URL      string        `json:"url"`
}

// ExampleFile is a file of an example.
type ExampleFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Explain explains a rule.
func Explain(rule *lint.Rule) Explanation {
	e := Explanation{
		Code:     rule.Code,
		Severity: rule.Severity.String(),
		Optional: rule.Optional,
		Formats:  append([]string{}, rule.Formats...),
		Summary:  rule.Doc.Summary,
		Why:      strings.TrimSpace(rule.Doc.Why),
		Fix:      strings.TrimSpace(rule.Doc.Fix),
		Options:  strings.TrimSpace(rule.Doc.Options),
		URL:      lint.URL(rule.Code),
	}
	if e.Options == "" {
		e.Options = fmt.Sprintf("In `.forgelint.yaml`:\n\n```yaml\nrules:\n  %s: off # or info, warning, error\n```", rule.Code)
	}
	bad := rule.ParseExample(rule.Doc.Bad)
	e.Bad = exampleFiles(bad)
	var found Report
	for _, doc := range bad.Documents {
		// A rule that panics has no output; its own case fails.
		result, _ := lint.Run(doc, bad.Config, bad.Workspace)
		f := File{Path: doc.Path, Text: doc.Tree.File}
		for _, d := range result.Diagnostics {
			if d.Code == rule.Code {
				f.Diagnostics = append(f.Diagnostics, d)
				e.Fixable = e.Fixable || len(d.Fixes) > 0
			}
		}
		found.Files = append(found.Files, f)
	}
	var output bytes.Buffer
	writeFull(&output, &found, Options{})                // a buffer takes all
	e.Output = strings.TrimSuffix(output.String(), "\n") // the empty line behind the last finding
	e.Good = exampleFiles(rule.ParseExample(rule.Doc.Good))
	return e
}

func exampleFiles(x *lint.Example) []ExampleFile {
	files := []ExampleFile{}
	for _, doc := range x.Documents {
		files = append(files, ExampleFile{doc.Path, doc.Tree.File.Text})
	}
	return files
}

// WriteMarkdown writes the rule's page.
func (e Explanation) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	formats := "all"
	if len(e.Formats) > 0 {
		formats = "`" + strings.Join(e.Formats, "`, `") + "`"
	}
	fixable := "no"
	if e.Fixable {
		fixable = "yes"
	}
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", e.Code, upperFirst(e.Summary))
	severity := e.Severity
	if e.Optional {
		severity += ", off by default"
	}
	fmt.Fprintf(&b, "| Severity | Formats | Fix offered |\n|---|---|---|\n| %s | %s | %s |\n", severity, formats, fixable)
	fmt.Fprintf(&b, "\n## Why it matters\n\n%s\n\n## Bad\n", e.Why)
	writeExample(&b, e.Bad)
	fmt.Fprintf(&b, "\n```text\n%s```\n\n## Good\n", e.Output)
	writeExample(&b, e.Good)
	fmt.Fprintf(&b, "\n## How to fix\n\n%s\n\n## How to configure\n\n%s\n", e.Fix, e.Options)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeExample(b *strings.Builder, files []ExampleFile) {
	for _, f := range files {
		if len(files) > 1 {
			fmt.Fprintf(b, "\n`%s`:\n", f.Name)
		}
		language := strings.TrimPrefix(filepath.Ext(f.Name), ".")
		fmt.Fprintf(b, "\n```%s\n%s\n```\n", language, strings.TrimRight(f.Text, "\n"))
	}
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// WriteText writes the explanation for a terminal.
func (e Explanation) WriteText(w io.Writer, o Options) error {
	var b strings.Builder
	c := palette(o.Color)
	section := func(title, text string) {
		fmt.Fprintf(&b, "\n%s\n%s", c.bold(title), indented(text))
	}
	formats := "all formats"
	if len(e.Formats) > 0 {
		formats = strings.Join(e.Formats, ", ")
	}
	fmt.Fprintf(&b, "%s (%s; %s)\n%s\n", c.bold(e.Code), e.Severity, formats, e.Summary)
	section("Why it matters", e.Why)
	section("Bad", exampleText(e.Bad))
	fmt.Fprintf(&b, "\n%s", indented(e.Output))
	section("Good", exampleText(e.Good))
	section("How to fix", e.Fix)
	section("How to configure", withoutFences(e.Options))
	fmt.Fprintf(&b, "\n%s\n", e.URL)
	_, err := io.WriteString(w, b.String())
	return err
}

// withoutFences drops the lines that open and close blocks of code in Markdown.
func withoutFences(markdown string) string {
	lines := strings.Split(markdown, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "```") }), "\n")
}

func exampleText(files []ExampleFile) string {
	var b strings.Builder
	for _, f := range files {
		if len(files) > 1 {
			fmt.Fprintf(&b, "# %s\n", f.Name)
		}
		b.WriteString(strings.TrimRight(f.Text, "\n") + "\n")
	}
	return b.String()
}

// indented returns the lines of s, indented, each safe for a terminal.
func indented(s string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
		b.WriteString(strings.TrimRight("  "+Printable(strings.ReplaceAll(line, "\t", "    ")), " ") + "\n")
	}
	return b.String()
}
