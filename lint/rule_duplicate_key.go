package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "duplicate-key",
	Severity: Error,
	Doc: Doc{
		Summary: "a key that stands twice in one mapping",
		Why: `The loaders keep the last of two equal keys and say nothing. What the first one said is lost: a
second ` + "`conditions`" + ` throws the first list away, and the policy guards less than it shows.`,
		Fix: "Merge the two entries, or remove the one that is not meant.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_steps: 20
      kind: step.message
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) {
		for _, mapping := range p.Mappings() {
			p.checkDuplicates(mapping)
		}
	},
})

// manyKeys is the number of keys from which a table is cheaper than comparing each with each.
const manyKeys = 12

func (p *Pass) checkDuplicates(mapping *schema.Place) {
	pairs := mapping.Node.Pairs
	if len(pairs) > manyKeys {
		first := make(map[keyIdentity]int, len(pairs))
		for i, pair := range pairs {
			id, ok := identify(pair)
			if !ok {
				continue
			}
			if earlier, dup := first[id]; dup {
				p.reportDuplicate(mapping, earlier, i)
			} else {
				first[id] = i
			}
		}
		return
	}
	for i := 1; i < len(pairs); i++ {
		for j := range i {
			if pairs[i].Key.Value == pairs[j].Key.Value && sameKey(pairs[i], pairs[j]) {
				p.reportDuplicate(mapping, j, i)
				break
			}
		}
	}
}

// keyIdentity is what makes two keys one to the loader: type and text.
type keyIdentity struct {
	tag  syntax.Tag
	text string
}

// identify leaves out merges, which may stand several times, and keys that are no scalars.
func identify(pair syntax.Pair) (id keyIdentity, ok bool) {
	if pair.Key.Kind != syntax.Scalar || pair.IsMerge() {
		return id, false
	}
	return keyIdentity{pair.Key.Tag, pair.Key.Value}, true
}

func sameKey(a, b syntax.Pair) bool {
	idA, okA := identify(a)
	idB, okB := identify(b)
	return okA && okB && idA == idB
}

func (p *Pass) reportDuplicate(mapping *schema.Place, first, second int) {
	pairs := mapping.Node.Pairs
	name := pairs[second].Key.Value
	d := Diagnostic{
		Span:    pairs[second].Key.Span,
		Path:    joinPath(mapping.Path(), name),
		Message: fmt.Sprintf("`%s` stands twice here: the loader keeps the last one and drops the other in silence", name),
		Help:    "remove the one that is not meant",
		Related: []Related{{Span: pairs[first].Key.Span, Message: "first defined here"}},
	}
	same := sameMeaning(pairs[first].Value, pairs[second].Value)
	for _, fix := range []struct {
		title string
		pair  int
	}{{"Remove the first `%s`", first}, {"Remove this `%s`", second}} {
		if fix.pair >= len(mapping.Children) || mapping.Children[fix.pair].Key != pairs[fix.pair].Key {
			continue // merges stand in between
		}
		if same && fix.pair == second {
			continue // whichever of more than two is the last stays the last
		}
		if edit, ok := p.RemoveEntry(mapping.Children[fix.pair]); ok {
			d.Fixes = append(d.Fixes, Fix{Title: fmt.Sprintf(fix.title, name), Safe: same, Edits: []Edit{edit}})
		}
	}
	p.Report(d)
}
