package lint

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/forgelint/forgelint/schema"
)

// exampleManifest is the good example of rules that speak of no particular key.
const exampleManifest = `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 20
    severity: critical
    enforcement_point: step_execution
`

// exampleRoot is where the files of an example stand: a folder that does not exist, so that nothing
// on disk mixes in.
const exampleRoot = "/forgelint.example"

// Example is a set of files in memory, as the documentation of a rule shows them.
type Example struct {
	Documents []*Document // sorted by path
	Workspace *Workspace
	Config    *Config // turns an optional rule on; nil for the others
}

// ParseExample reads Doc.Bad or Doc.Good: one file, or a txtar archive of several. A single file has
// the rule's first format, or the one that its first line or its content says.
func (r *Rule) ParseExample(text string) *Example {
	if archive := txtar.Parse([]byte(text)); len(archive.Files) > 0 {
		files := map[string][]byte{}
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
		return r.example(files)
	}
	name := "example.yaml"
	if first := strings.TrimSpace(text); strings.HasPrefix(first, "{") {
		name = "example.json"
	}
	return r.example(map[string][]byte{name: []byte(text)})
}

func (r *Rule) example(files map[string][]byte) *Example {
	buffers := exampleFiles{}
	example := &Example{}
	if r.Optional {
		example.Config = &Config{rules: map[string]RuleSetting{r.Code: {Severity: r.Severity}}}
	}
	for name, raw := range files {
		abs := filepath.Join(exampleRoot, filepath.FromSlash(name))
		doc := Parse(name, abs, raw, nil)
		if format := r.exampleFormat(name, raw, len(files)); format != nil && (doc.Format == nil || !r.LooksAt(doc.Format.ID)) {
			doc = Parse(name, abs, raw, format)
		}
		if path.Base(name) == BaselineName {
			doc = bind(name, abs, doc.Tree, baselineFormat)
		}
		buffers[abs] = doc
		example.Documents = append(example.Documents, doc)
	}
	slices.SortFunc(example.Documents, func(a, b *Document) int { return strings.Compare(a.Path, b.Path) })
	example.Workspace = NewWorkspace(nil).With(buffers)
	return example
}

// exampleFormat returns the format of a file alone that is not recognised as one of the rule's: it
// may be too broken. nil: detect it.
func (r *Rule) exampleFormat(name string, raw []byte, files int) *schema.Format {
	if len(r.Formats) == 0 || files > 1 || path.Dir(name) != "." || bytes.HasPrefix(raw, []byte("# forgelint: format=")) {
		return nil
	}
	return schema.Lookup(r.Formats[0])
}

// exampleFiles are the files of an example by their path.
type exampleFiles map[string]*Document

func (e exampleFiles) Document(abs string) *Document { return e[abs] }

func (e exampleFiles) Paths() []string {
	paths := make([]string, 0, len(e))
	for abs := range e {
		paths = append(paths, abs)
	}
	slices.Sort(paths)
	return paths
}
