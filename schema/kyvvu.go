package schema

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

// KyvvuVocabulary holds the words of Kyvvu manifests that stand in no rule's schema: which verbs a
// kind has, which properties steps carry, where a path may start (rules reference, "Field and
// property paths").
type KyvvuVocabulary struct {
	Kinds             []KyvvuKind
	Properties        []KyvvuPath       // standard paths relative to a step's properties
	Groups            []string          // first segments of the standard paths
	Outputs           []KyvvuPath       // standard paths relative to a step's output
	RenamedPaths      map[string]string `json:"renamed_paths"` // property paths of former dialects → today's
	StepRoots         []KyvvuPath       `json:"step_roots"`
	RegistrationRoots []KyvvuPath       `json:"registration_roots"`
	AgentFields       []KyvvuPath       `json:"agent_fields"`
	RiskClasses       []string          `json:"risk_classes"` // in rising order
	BlockingSeverity  string            `json:"blocking_severity"`
	RetiredRules      map[string]string `json:"retired_rules"` // rule type → what to write instead
	RuleSynonyms      map[string]string `json:"rule_synonyms"` // what people write → the rule type
	PlaceholderHosts  []string          `json:"placeholder_hosts"`
}

// KyvvuKind is a kind of step.
type KyvvuKind struct {
	Name     string
	Doc      string   `json:"description"`
	Verbs    []string // that a step of the kind may have; none: it has no verb
	Hostless bool     // its steps carry no properties.target.host
}

// Boundary reports whether the kind is a boundary of a task and no action of the agent.
func (k KyvvuKind) Boundary() bool { return strings.HasPrefix(k.Name, "task.") }

// KyvvuPath is a known path, relative to where it is used.
type KyvvuPath struct {
	Path   string
	Doc    string `json:"description"`
	Type   string // "string", "number" or "" if not known
	Kind   string // of the steps that carry it; "" for several
	Values []string
	Seen   []string // common values of an open set
	Open   bool     // further segments follow
	List   bool     // holds a list of names
}

//go:embed data/kyvvu-words.json
var kyvvuVocabulary []byte

// Kyvvu returns the vocabulary of Kyvvu manifests.
var Kyvvu = sync.OnceValue(func() *KyvvuVocabulary {
	v := &KyvvuVocabulary{}
	if err := json.Unmarshal(kyvvuVocabulary, v); err != nil {
		panic("kyvvu-words.json: " + err.Error())
	}
	return v
})

// Kind returns the kind of that name; ok is false if there is none.
func (v *KyvvuVocabulary) Kind(name string) (kind KyvvuKind, ok bool) {
	i := slices.IndexFunc(v.Kinds, func(k KyvvuKind) bool { return k.Name == name })
	if i < 0 {
		return KyvvuKind{}, false
	}
	return v.Kinds[i], true
}

// FindPath returns the path of that name among known ones; ok is false if there is none.
func FindPath(known []KyvvuPath, name string) (path KyvvuPath, ok bool) {
	i := slices.IndexFunc(known, func(p KyvvuPath) bool { return p.Path == name })
	if i < 0 {
		return KyvvuPath{}, false
	}
	return known[i], true
}

// PathNames returns the names of known paths.
func PathNames(known []KyvvuPath) []string {
	names := make([]string, len(known))
	for i, p := range known {
		names[i] = p.Path
	}
	return names
}
