package schema

import (
	"slices"
	"sync"

	"github.com/forgelint/forgelint/syntax"
)

// Format is a kind of policy file.
type Format struct {
	ID     string // "behavior", "behavior-index", "kyvvu-manifest", "kyvvu-steps", "agent-contract", "agent-trace", "config"
	Title  string
	Doc    string
	Source string // the specification that its data is taken from
	Root   *Type
	// Types are the named definitions, such as "trigger" and "level".
	Types map[string]*Type
	// Rules is the registry of rule types (kyvvu-manifest), built in and from `registry:`.
	Rules map[string]*RuleType
}

// ids are the formats in the order of CONTRACT.md.
var ids = []string{"behavior", "behavior-index", "kyvvu-manifest", "kyvvu-steps", "agent-contract", "agent-trace", "config"}

var formats [7]struct {
	once   sync.Once
	format *Format
}

// IDs returns the ids of the formats in the order of CONTRACT.md.
func IDs() []string { return slices.Clone(ids) }

// Formats returns the built-in formats in the order of CONTRACT.md.
func Formats() []*Format {
	all := make([]*Format, len(ids))
	for i, id := range ids {
		all[i] = Lookup(id)
	}
	return all
}

// Lookup returns the format with that id, or nil. Its data is read on first use.
func Lookup(id string) *Format {
	i := slices.Index(ids, id)
	if i < 0 {
		return nil
	}
	f := &formats[i]
	f.once.Do(func() {
		if id == "kyvvu-manifest" {
			f.format = manifest(builtInRules(), nil)
			return
		}
		f.format = formatOf(load(id))
	})
	return f.format
}

func formatOf(f *file) *Format {
	return &Format{ID: f.id, Title: f.title, Doc: f.doc, Source: f.source, Root: f.root, Types: f.types}
}

// Bind pairs every node under root with what the format says of it: one Place a node, parents
// first, in source order. Cycles and alias expansion are bounded.
func (f *Format) Bind(root *syntax.Node) []*Place { return bind(f.Root, root) }
