package lint

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// FuzzRun lints any bytes as any format: no rule panics, every place is inside the text and at a
// character, and every certain fix leaves a text that can be linted again.
func FuzzRun(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(shared.Root(f), "testdata", "rules", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, section := range txtar.Parse(raw).Files {
			if !sectionName.MatchString(section.Name) || len(section.Data) > 2000 {
				continue
			}
			for i, format := range schema.Formats() {
				if format == schema.Detect(section.Name, syntax.Parse(section.Name, section.Data)).Format {
					f.Add(section.Data, uint8(i))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte, which uint8) {
		if len(raw) > 1<<14 {
			return
		}
		formats := schema.Formats()
		format := formats[int(which)%len(formats)]
		name := "x.yaml"
		if which >= 128 {
			name = "x.json"
		}
		doc := Parse(name, "", raw, format)
		result, err := Run(doc, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", format.ID, err)
		}
		for _, d := range append(result.Diagnostics, result.Hidden...) {
			checkInside(t, doc, d)
		}
		if len(result.Diagnostics) < 20 {
			if _, err := Apply(doc, nil, nil, func(d Diagnostic) *Fix { return d.CertainFix(true) }); err != nil {
				t.Fatalf("%s: %v", format.ID, err)
			}
		}
	})
}

// checkInside holds the spans of a finding and its fixes to the text.
func checkInside(t *testing.T, doc *Document, d Diagnostic) {
	t.Helper()
	text := doc.Tree.File.Text
	check := func(what string, start, end int) {
		if start < 0 || end < start || end > len(text) {
			t.Fatalf("%s %s: [%d, %d) of %d bytes", d.Code, what, start, end, len(text))
		}
		if utf8.ValidString(text) && (start < len(text) && !utf8.RuneStart(text[start]) || end < len(text) && !utf8.RuneStart(text[end])) {
			t.Fatalf("%s %s: [%d, %d) cuts a character", d.Code, what, start, end)
		}
	}
	check("is at", d.Span.Start, d.Span.End)
	for _, related := range d.Related {
		if related.Doc == nil || related.Doc == doc {
			check("relates to", related.Span.Start, related.Span.End)
		}
	}
	for _, fix := range d.Fixes {
		var taken spans
		for _, e := range fix.Edits {
			check("edits", e.Span.Start, e.Span.End)
			if taken.overlap(e.Span) {
				t.Fatalf("%s: the edits of %q overlap", d.Code, fix.Title)
			}
			taken.add(e.Span)
		}
	}
}
