package schema

import (
	"slices"
	"testing"
)

func TestKyvvuVocabulary(t *testing.T) {
	v := Kyvvu()
	if len(v.Kinds) != 12 {
		t.Errorf("there are 12 kinds, not %d", len(v.Kinds))
	}
	for name, verbs := range map[string][]string{
		"step.resource": {"GET", "POST", "PATCH", "DELETE"},
		"step.message":  {"GET", "POST"},
		"step.exec":     {},
		"task.start":    {},
	} {
		if kind, ok := v.Kind(name); !ok || !slices.Equal(kind.Verbs, verbs) {
			t.Errorf("%s has the verbs %v, want %v", name, kind.Verbs, verbs)
		}
	}
	if _, ok := v.Kind("step.tool"); ok {
		t.Error("step.tool is no kind")
	}
	if p, ok := FindPath(v.Properties, "target.trust"); !ok || !slices.Contains(p.Values, "external") {
		t.Errorf("target.trust: %+v", p)
	}
	if f, ok := FindPath(v.AgentFields, "declared_tools"); !ok || !f.List {
		t.Error("declared_tools holds a list")
	}
}
