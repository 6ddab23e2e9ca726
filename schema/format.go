package schema

import "github.com/forgelint/forgelint/syntax"

// Format is a kind of policy file.
type Format struct {
	ID    string // "behavior", "behavior-index", "kyvvu-manifest", "kyvvu-steps", "agent-contract", "agent-trace", "config"
	Title string
	Doc   string
	Root  *Type
	// Rules is the registry of rule types (kyvvu-manifest), built in and from `registry:`.
	Rules map[string]*RuleType
}

// RuleType is an entry of the Kyvvu rule registry.
type RuleType struct {
	Name              string
	Description       string
	EnforcementPoints []string
	Complexity        string
	Params            *Type // a closed mapping
	Example           string
	BuiltIn           bool
}

// Formats returns the built-in formats in the order of CONTRACT.md.
func Formats() []*Format { panic("not yet") }

// Lookup returns the format with that id, or nil.
func Lookup(id string) *Format { panic("not yet") }

// Detection says which format a file has and why.
type Detection struct {
	Format *Format // nil: none of ours
	Why    string  // "path behaviors/<id>/behavior.yaml", "content", "configuration", "first line"
}

// Detect finds the format of a file by its first-line directive, path and content. The
// configuration's `formats` come before it. path uses `/`.
func Detect(path string, tree *syntax.Tree) Detection { panic("not yet") }

// Bind pairs every node under root with what the format says of it: one Place a node, parents
// first, in source order. Cycles and alias expansion are bounded.
func (f *Format) Bind(root *syntax.Node) []*Place { panic("not yet") }

// WithRegistry returns a copy of the format whose rule types also hold those of a JSON dump of a
// Kyvvu server's registry. Errors say what to do.
func (f *Format) WithRegistry(data []byte) (*Format, error) { panic("not yet") }
