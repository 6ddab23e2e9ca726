package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/forgelint/forgelint/internal/shared"
)

// compareWithYAMLv3 holds a tree against what yaml.v3 reads in the same text: the same structure,
// the same values, each node at the place where yaml.v3 sees it, each scalar's span re-read to its
// value, children inside their parents.
func compareWithYAMLv3(tree *Tree) error {
	text := tree.File.Text
	docs, err := decodeYAML(text)
	if err != nil {
		return fmt.Errorf("yaml.v3: %w", err)
	}
	lines := yamlLines(text)
	var compare func(n *Node, y *yaml.Node, in Span) error
	compare = func(n *Node, y *yaml.Node, in Span) error {
		at := func(format string, args ...any) error {
			return fmt.Errorf("%v %q: %s", n.Span, clipSource(text, n.Span), fmt.Sprintf(format, args...))
		}
		if n.Span.Start < in.Start || n.Span.End > in.End || n.Span.Len() < 0 {
			return at("not inside %v", in)
		}
		start := n.Span.Start
		if n.AnchorSpan.Len() > 0 && n.Kind != AliasNode {
			start = min(start, n.AnchorSpan.Start)
		}
		if n.TagSpan.Len() > 0 {
			start = min(start, n.TagSpan.Start)
		}
		if want := yamlOffset(text, lines, y.Line, y.Column); want != start && n.Span.Len() > 0 {
			return at("starts at %d, in yaml.v3 at %d", start, want)
		}
		switch y.Kind {
		case yaml.AliasNode:
			if n.Kind != AliasNode || n.Anchor != y.Value {
				return at("want the alias %s", y.Value)
			}
			return nil
		case yaml.ScalarNode:
			if n.Kind != Scalar || n.Value != y.Value {
				return at("has the value %q, in yaml.v3 %q", n.Value, y.Value)
			}
			return nil
		case yaml.SequenceNode:
			if n.Kind != Sequence || len(n.Items) != len(y.Content) {
				return at("want %d items", len(y.Content))
			}
			for i, item := range n.Items {
				if err := compare(item, y.Content[i], n.Span); err != nil {
					return err
				}
			}
		case yaml.MappingNode:
			if n.Kind != Mapping || 2*len(n.Pairs) != len(y.Content) {
				return at("want %d pairs", len(y.Content)/2)
			}
			for i, p := range n.Pairs {
				if err := compare(p.Key, y.Content[2*i], n.Span); err != nil {
					return err
				}
				if err := compare(p.Value, y.Content[2*i+1], n.Span); err != nil {
					return err
				}
			}
		}
		if n.Anchor != y.Anchor {
			return at("has the anchor %q, in yaml.v3 %q", n.Anchor, y.Anchor)
		}
		return nil
	}
	if len(docs) != len(tree.Docs) && len(docs) > 0 {
		return fmt.Errorf("%d documents, in yaml.v3 %d", len(tree.Docs), len(docs))
	}
	for i, doc := range docs {
		if len(doc.Content) == 0 {
			continue
		}
		if err := compare(tree.Docs[i], doc.Content[0], Span{0, len(text)}); err != nil {
			return err
		}
	}
	return nil
}

func clipSource(text string, s Span) string {
	if s.Start < 0 || s.End > len(text) || s.Start > s.End {
		return "?"
	}
	return text[s.Start:min(s.End, s.Start+60)]
}

// corpusFiles returns the YAML files of the shared corpus and cases.
func corpusFiles(t testing.TB) []string {
	root := shared.Dir(t)
	var files []string
	filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml")) {
			files = append(files, path)
		}
		return nil
	})
	return files
}

func TestCorpusAgainstYAMLv3(t *testing.T) {
	for _, path := range corpusFiles(t) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tree := Parse(path, raw)
		if _, err := decodeYAML(tree.File.Text); err != nil {
			continue
		}
		if err := compareWithYAMLv3(tree); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}
