package lint

import (
	"sync"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// Document is a parsed and bound file, immutable and shared by all that read it. A large file has
// 150,000 places: a rule that looks for some of them asks an index instead of walking over all.
type Document struct {
	Path   string // as the user knows it, with `/`; what a report shows
	Abs    string // absolute path on disk; "" for text without one (stdin, untitled)
	Tree   *syntax.Tree
	Format *schema.Format // nil: none of ours
	// Roots are the root places, one for each document of the stream; none without a format.
	Roots []*schema.Place
	// Places are all places of all documents in source order.
	Places []*schema.Place

	index    func() *index     // built on first use
	keys     func() []keyFault // of keyFaults
	manifest func() *manifest  // of a Kyvvu manifest; read on first use
	patterns func() []*pattern // parsed on first use

	migration func() *migration // from an older dialect

	readAsBehavior func() *behavior // of behavior
}

// index holds the places by what the schema says of them.
type index struct {
	byFormat map[string][]*schema.Place
	byType   map[string][]*schema.Place
	mappings []*schema.Place
}

// Parse reads a file into a Document: tree, format and places. format may be nil: it is detected.
func Parse(path, abs string, raw []byte, format *schema.Format) *Document {
	tree := syntax.Parse(path, raw)
	if format == nil {
		format = (*Config)(nil).Detect(path, abs, tree).Format
	}
	return bind(path, abs, tree, format)
}

// bind makes a Document of a tree.
func bind(path, abs string, tree *syntax.Tree, format *schema.Format) *Document {
	doc := &Document{Path: path, Abs: abs, Tree: tree, Format: format}
	if format != nil {
		for _, root := range tree.Docs {
			places := format.Bind(root)
			doc.Roots = append(doc.Roots, places[0])
			if doc.Places == nil {
				doc.Places = places
			} else {
				doc.Places = append(doc.Places, places...)
			}
		}
	}
	doc.index = sync.OnceValue(doc.buildIndex)
	doc.keys = sync.OnceValue(doc.findKeyFaults)
	doc.manifest = sync.OnceValue(func() *manifest { return readManifest(doc) })
	doc.patterns = sync.OnceValue(doc.parsePatterns)
	doc.migration = sync.OnceValue(doc.findMigration)
	doc.readAsBehavior = sync.OnceValue(doc.readBehavior)
	return doc
}

// Root returns the place of the first document's root, nil if the file is none of ours.
func (d *Document) Root() *schema.Place {
	if len(d.Roots) == 0 {
		return nil
	}
	return d.Roots[0]
}

// ByFormat returns the places whose type has that Format ("regex:re2", "template" …), in source order.
func (d *Document) ByFormat(format string) []*schema.Place { return d.index().byFormat[format] }

// ByType returns the places whose type has that Name ("trigger", "condition" …), in source order.
func (d *Document) ByType(name string) []*schema.Place { return d.index().byType[name] }

// Mappings returns the places whose value is a mapping, in source order.
func (d *Document) Mappings() []*schema.Place { return d.index().mappings }

func (d *Document) buildIndex() *index {
	idx := &index{byFormat: map[string][]*schema.Place{}, byType: map[string][]*schema.Place{}}
	for _, place := range d.Places {
		if place.Node.Kind == syntax.Mapping {
			idx.mappings = append(idx.mappings, place)
		}
		if place.Type == nil {
			continue
		}
		if place.Type.Format != "" {
			idx.byFormat[place.Type.Format] = append(idx.byFormat[place.Type.Format], place)
		}
		if place.Type.Name != "" {
			idx.byType[place.Type.Name] = append(idx.byType[place.Type.Name], place)
		}
	}
	return idx
}

// Text returns what is written in a span.
func (d *Document) Text(span syntax.Span) string { return d.Tree.File.Text[span.Start:span.End] }
