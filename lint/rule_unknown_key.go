package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "unknown-key",
	Severity: Error,
	Doc: Doc{
		Summary: "a key that the format does not know",
		Why: `A key that the loader does not know is a slip of the finger or a key of another format. Where the
mapping is closed the loader refuses the whole file for it (an error). Where it is open the key is
dropped in silence (a warning), and what its author meant to say is never heard: a misspelt
` + "`conditions`" + ` leaves a trigger that fires on every call.`,
		Fix: "Write the key that was meant, or remove it.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
      max_stpes: 20
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) {
		for _, fault := range p.keyFaults() {
			for _, key := range fault.unknown {
				if !key.renamed && !isShelf(fault.mapping, key) {
					p.reportUnknownKey(fault.mapping, key)
				}
			}
		}
	},
})

// isShelf reports whether an ignored key holds what aliases elsewhere repeat: it does nothing by itself,
// as its author means it to.
func isShelf(mapping *schema.Place, key unknownKey) bool {
	return mapping.Type.Open == schema.Ignored && key.field == nil && key.belongs == nil && !key.missed && definesAnchor(key.Node)
}

func definesAnchor(n *syntax.Node) bool {
	if n.Kind == syntax.AliasNode {
		return false
	}
	if n.Anchor != "" || slices.ContainsFunc(n.Items, definesAnchor) {
		return true
	}
	return slices.ContainsFunc(n.Pairs, func(pair syntax.Pair) bool { return pair.Value != nil && definesAnchor(pair.Value) })
}

func (p *Pass) reportUnknownKey(mapping *schema.Place, key unknownKey) {
	d := Diagnostic{Span: key.Key.Span, Path: key.Path(), Severity: keySeverity(mapping, key)}
	d.Message = fmt.Sprintf("`%s` is no key of %s", key.Name(), typeName(mapping))
	if effect := p.effectOfKey(mapping, key.field); effect != "" {
		d.Message += ": " + effect
	} else if mapping.Type.Open == schema.Ignored && !key.missed {
		d.Message += ": the loader ignores it"
	}
	switch {
	case key.field != nil:
		d.Help = fmt.Sprintf("did you mean `%s`?", key.field.Name)
		if key.missed {
			d.Help = fmt.Sprintf("did you mean `%s`, which is required and missing?", key.field.Name)
		}
		if key.Via == nil {
			d.Fixes = append(d.Fixes, Fix{Title: "Rename to `" + key.field.Name + "`", Safe: key.sure, Edits: []Edit{p.RenameKey(key.Place, key.field.Name)}})
		}
	case key.belongs != nil:
		d.Help = fmt.Sprintf("`%s` belongs in %s, where it is missing: check the indentation", key.Name(), typeName(key.belongs))
	default:
		d.Help = keyHelp(mapping, key)
	}
	if edit, ok := p.RemoveEntry(key.Place); ok && key.field == nil && key.belongs == nil {
		d.Fixes = append(d.Fixes, Fix{Title: "Remove the key", Edits: []Edit{edit}})
	}
	p.Report(d)
}

// keySeverity: a closed mapping refuses the key; one that stands for a required key leaves that missing.
func keySeverity(mapping *schema.Place, key unknownKey) Severity {
	if mapping.Type.Open == schema.Closed || key.missed {
		return Error
	}
	return Warning
}

// keyHelp says where a key belongs that is far from all of the mapping's, or which keys there are.
func keyHelp(mapping *schema.Place, key unknownKey) string {
	for _, f := range mapping.Type.Fields {
		if f.Type != nil && f.Type.Kind == schema.Mapping && f.Type.Field(key.Name()) != nil {
			return fmt.Sprintf("`%s` belongs in `%s`: indent it under that key", key.Name(), f.Name)
		}
	}
	for at := mapping.Parent; at != nil; at = at.Parent {
		if at.Type != nil && at.Type.Field(key.Name()) != nil && at.Child(key.Name()) == nil {
			return fmt.Sprintf("`%s` belongs in %s, further out: check its indentation", key.Name(), typeName(at))
		}
	}
	var names []string
	for _, f := range mapping.Type.Fields {
		if f.Deprecated == "" && f.Inert == "" && !f.Hidden {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 || len(names) > fewValues {
		return ""
	}
	return fmt.Sprintf("the keys of %s are %s", typeName(mapping), quoteList(names, "and"))
}
