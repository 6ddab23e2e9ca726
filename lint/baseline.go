package lint

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// BaselineName is the name of baseline files.
const BaselineName = ".forgelint-baseline.json"

// Baseline is a record of findings that are known and hidden, so that only new ones count. It is
// found like a configuration: the nearest one upward from a file. An entry stands for a finding by its
// rule, its place in the document without the numbers of items, and what is written there; so that it
// holds when lines are inserted, items move or the file gets another name, and ends when what it is
// about changes.
type Baseline struct {
	Entries []BaselineEntry

	doc *Document
	dir string // absolute folder that the files of the entries are relative to
	// by holds the indexes of entries; rules, which rules have one.
	by    map[FindingKey][]int
	rules map[string]bool
}

// BaselineEntry is how often a finding is known in a file.
type BaselineEntry struct {
	FindingKey
	File  string // relative to the folder of the baseline, with `/`
	Count int
	span  syntax.Span // of the entry in the baseline file
}

// FindingKey is what stays the same of a finding.
type FindingKey struct {
	Rule string
	Path string // `policies[].params.kind`
	Hash string // of what is written at the path, 16 hexadecimal digits
}

// Baselined is a finding that an entry of a baseline hides.
type Baselined struct {
	Diagnostic
	Entry int  // index into Baseline.Entries
	Moved bool // the file of the entry is not there any more: this one is taken for it
}

// Name returns the baseline's file as a report shows it.
func (b *Baseline) Name() string { return b.doc.Path }

// Abs returns the absolute path of the baseline's file.
func (b *Baseline) Abs() string { return b.doc.Abs }

// Document returns the baseline's file, whose findings are the entries that hide nothing.
func (b *Baseline) Document() *Document { return b.doc }

// FileOf returns the absolute path of an entry's file.
func (b *Baseline) FileOf(entry int) string {
	return filepath.Join(b.dir, filepath.FromSlash(b.Entries[entry].File))
}

// Baseline returns the baseline that holds for a file, nil without one. The error is a *ConfigError.
func (w *Workspace) Baseline(abs string) (*Baseline, error) {
	if w == nil || w.noBaseline || abs == "" && w.baseline == nil {
		return nil, nil
	}
	if w.baseline != nil {
		return w.readBaseline(w.baseline)
	}
	doc, err := w.nearestBaseline(filepath.Dir(filepath.Clean(abs)))
	if doc == nil || err != nil {
		return nil, err
	}
	return w.readBaseline(doc)
}

// UseBaseline makes one baseline hold for all files, wherever they are. The error is a *ConfigError,
// or says that the file cannot be read.
func (w *Workspace) UseBaseline(abs string) error {
	doc := w.baselineDocument(filepath.Clean(abs))
	if doc == nil {
		return w.whyUnread("baseline", abs)
	}
	w.baseline = doc
	_, err := w.readBaseline(doc)
	return err
}

// UseNoBaseline makes nothing be hidden by a baseline.
func (w *Workspace) UseNoBaseline() { w.noBaseline = true }

// nearestBaseline returns the baseline of a folder: its own, or that of the folder above, up to the
// repository's root.
func (w *Workspace) nearestBaseline(dir string) (*Document, error) {
	return w.nearest(w.baselines, dir, BaselineName, "baseline", w.baselineDocument)
}

// baselineFormat is the format of baselines. It is never detected: no file is linted as one unless a
// baseline is asked for.
var baselineFormat = &schema.Format{ID: "baseline", Title: "forgelint baseline", Root: &schema.Type{Open: schema.Free}}

func (w *Workspace) baselineDocument(abs string) *Document {
	doc := w.read(fileKey{abs, true}, func(path string, raw []byte) *Document {
		return bind(path, abs, syntax.Parse(BaselineName, raw), baselineFormat)
	})
	if doc != nil && doc.Format != baselineFormat {
		doc = bind(doc.Path, doc.Abs, syntax.Parse(BaselineName, []byte(doc.Tree.File.Text)), baselineFormat)
	}
	return doc
}

// baselineResult is a baseline read once for a document.
type baselineResult struct {
	baseline *Baseline
	err      error
}

func (w *Workspace) readBaseline(doc *Document) (*Baseline, error) {
	cache := &w.disk.layers
	if w.overlay != nil && w.overlay.Document(doc.Abs) != nil {
		cache = &w.layerCache // a buffer is another document after each change
	}
	if known, ok := cache.Load(doc); ok {
		result := known.(baselineResult)
		return result.baseline, result.err
	}
	baseline, err := newBaseline(doc)
	cache.Store(doc, baselineResult{baseline, err})
	return baseline, err
}

// newBaseline reads the entries of a baseline.
func newBaseline(doc *Document) (*Baseline, error) {
	b := &Baseline{doc: doc, dir: filepath.Dir(doc.Abs), by: map[FindingKey][]int{}, rules: map[string]bool{}}
	fail := func(at syntax.Span, format string, args ...any) error {
		return &ConfigError{Origin: originAt(doc, at.Start), Message: fmt.Sprintf(format, args...), Help: "`forgelint baseline` writes the file anew"}
	}
	if faults := doc.Tree.Errors; len(faults) > 0 {
		return nil, fail(faults[0].Span, "%s", faults[0].Message)
	}
	root := doc.Tree.Docs[0]
	if root.Kind != syntax.Mapping {
		return nil, fail(root.Span, "a baseline must be an object with `version` and `findings`")
	}
	version, findings := root.Get("version"), root.Get("findings")
	switch {
	case version == nil || findings == nil:
		return nil, fail(root.Span, "a baseline must have `version` and `findings`")
	case version.Tag != syntax.Int || version.Value != "1":
		return nil, fail(version.Span, "the version of the baseline is `%s`, and only `1` is known", shortText(doc.Text(version.Span)))
	case findings.Kind != syntax.Sequence:
		return nil, fail(findings.Span, "`findings` must be a list")
	}
	for _, item := range findings.Items {
		if item.Kind != syntax.Mapping {
			return nil, fail(item.Span, "an entry must be an object")
		}
		entry := BaselineEntry{span: item.Span}
		for _, field := range []struct {
			name string
			text *string
		}{{"rule", &entry.Rule}, {"file", &entry.File}, {"path", &entry.Path}, {"hash", &entry.Hash}} {
			value := item.Get(field.name)
			if value == nil {
				return nil, fail(item.Span, "`%s` is missing in an entry", field.name)
			}
			if value.Kind != syntax.Scalar || value.Tag != syntax.Str {
				return nil, fail(value.Span, "`%s` must be a string", field.name)
			}
			*field.text = value.Value
		}
		count := item.Get("count")
		if count == nil {
			return nil, fail(item.Span, "`count` is missing in an entry")
		}
		n, err := strconv.Atoi(count.Value)
		if count.Tag != syntax.Int || err != nil || n < 1 {
			return nil, fail(count.Span, "`count` must be a number from 1 on")
		}
		entry.Count = n
		b.by[entry.FindingKey] = append(b.by[entry.FindingKey], len(b.Entries))
		b.rules[entry.Rule] = true
		b.Entries = append(b.Entries, entry)
	}
	return b, nil
}

// hide splits the findings of a document into those that stay and those that the baseline hides.
func (b *Baseline) hide(w *Workspace, doc *Document, found []Diagnostic) (kept []Diagnostic, hidden []Baselined) {
	used := map[int]int{}
	var keys *keyer
	for _, d := range found {
		entry, moved := -1, false
		if b.rules[d.Code] {
			if keys == nil {
				keys = newKeyer(doc)
			}
			entry, moved = b.entry(w, doc, keys.of(d), used)
		}
		if entry < 0 {
			kept = append(kept, d)
			continue
		}
		used[entry]++
		hidden = append(hidden, Baselined{d, entry, moved})
	}
	return kept, hidden
}

// entry returns the entry that a finding uses up: one of its own file, else one of a file that is not
// there any more; -1 without one.
func (b *Baseline) entry(w *Workspace, doc *Document, key FindingKey, used map[int]int) (entry int, moved bool) {
	entry = -1
	for _, i := range b.by[key] {
		switch {
		case used[i] >= b.Entries[i].Count:
		case b.FileOf(i) == doc.Abs:
			return i, false
		case entry < 0 && !w.Exists(b.FileOf(i)):
			entry = i
		}
	}
	return entry, entry >= 0
}

// Record returns the entries for the findings of a file, sorted.
func Record(doc *Document, file string, found []Diagnostic) []BaselineEntry {
	counts := map[FindingKey]int{}
	keys := newKeyer(doc)
	for _, d := range found {
		counts[keys.of(d)]++
	}
	var entries []BaselineEntry
	for key, n := range counts {
		entries = append(entries, BaselineEntry{FindingKey: key, File: file, Count: n})
	}
	sortEntries(entries)
	return entries
}

func sortEntries(entries []BaselineEntry) {
	slices.SortFunc(entries, func(a, b BaselineEntry) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Path, b.Path), strings.Compare(a.Hash, b.Hash))
	})
}

// WriteBaseline returns the text of a baseline with these entries: sorted, one a line, those of equal
// findings as one.
func WriteBaseline(entries []BaselineEntry) []byte {
	entries = slices.Clone(entries)
	sortEntries(entries)
	var b strings.Builder
	b.WriteString("{\n  \"version\": 1,\n  \"findings\": [")
	for i := 0; i < len(entries); {
		e := entries[i]
		for i++; i < len(entries) && entries[i].File == e.File && entries[i].FindingKey == e.FindingKey; i++ {
			e.Count += entries[i].Count
		}
		fmt.Fprintf(&b, "\n    {\"rule\": %s, \"file\": %s, \"path\": %s, \"hash\": %s, \"count\": %d}",
			quoteJSON(e.Rule), quoteJSON(e.File), quoteJSON(e.Path), quoteJSON(e.Hash), e.Count)
		if i < len(entries) {
			b.WriteByte(',')
		}
	}
	if len(entries) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n}\n")
	return []byte(b.String())
}
