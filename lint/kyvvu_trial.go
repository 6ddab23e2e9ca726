package lint

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// trial is a file of steps that stands beside a manifest, to be played with `kyvvu try`.
type trial struct {
	doc   *Document
	steps []*schema.Place // those that are mappings
}

// trials returns the files of steps in the manifest's folder: `steps.yaml`, or any other file with `step`
// in its name that is one.
func (p *Pass) trials() []trial {
	if p.Workspace == nil || p.Abs == "" {
		return nil
	}
	var found []trial
	dir := filepath.Dir(p.Abs)
	for _, name := range p.Workspace.list(dir) {
		if !strings.Contains(strings.ToLower(name), "step") || filepath.Join(dir, name) == p.Abs {
			continue
		}
		switch path.Ext(name) {
		case ".yaml", ".yml", ".json":
		default:
			continue
		}
		doc := p.Workspace.Document(filepath.Join(dir, name))
		if doc == nil || doc.Format == nil || doc.Format.ID != stepsFormat || len(doc.Tree.Errors) > 0 {
			continue
		}
		if list := doc.Root().Child("steps"); isList(list) && len(list.Children) > 0 {
			t := trial{doc: doc}
			for _, step := range list.Children {
				if step.Node.Kind == syntax.Mapping {
					t.steps = append(t.steps, step)
				}
			}
			found = append(found, t)
		}
	}
	return found
}

// at is the place that stands for the trial in a related place.
func (t trial) at() Related {
	return Related{Doc: t.doc, Span: t.doc.Root().Child("steps").Key.Span, Message: "the steps that were looked at"}
}

// cells returns the cells of the steps, with the start that is added to them.
func (t trial) cells() cellSet {
	set := cells.start
	for _, step := range t.steps {
		kind := cells.of(textOf(step.Child("kind")))
		if verb := textOf(step.Child("verb")); verb != "" && kind&cells.verbless == 0 {
			kind &= cells.byVerb[verb]
		}
		set |= kind
	}
	return set
}

// resolves reports whether a path, from a key of a step on, leads to a value on one of the steps. Null is
// as good as absent.
func (t trial) resolves(key string, path ...string) bool {
	for _, step := range t.steps {
		at := step.Node.Get(key)
		for _, segment := range path {
			at = at.Get(segment)
		}
		if at != nil && !isNull(at) {
			return true
		}
		// A gate without an output counts as denied.
		if key == "output" && slices.Equal(path, []string{"decision"}) && textOf(step.Child("kind")) == "step.gate" && step.Node.Get("output") == nil {
			return true
		}
	}
	return false
}

// resolvesFull is resolves for a full path, such as `properties.target.host`.
func (t trial) resolvesFull(path string) bool {
	segments := strings.Split(path, ".")
	return t.resolves(segments[0], segments[1:]...)
}
