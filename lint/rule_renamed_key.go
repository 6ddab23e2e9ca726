package lint

import (
	"fmt"
	"strings"
)

var _ = register(Rule{
	Code:     "renamed-key",
	Severity: Error,
	Doc: Doc{
		Summary: "a key that is called otherwise today",
		Why: `The key is that of an older version of the format, or of a format that this one descends from. Its
loader refuses it or drops it in silence, so the policy is not the one that its author reads.`,
		Fix: "Write today's name. Where the meaning of the value changed too, another finding says so.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Purpose is set
    rule_type: field_not_empty
    params:
      field: purpose
    severity: high
    scope: agent_registration
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Purpose is set
    rule_type: field_not_empty
    params:
      field: purpose
    severity: high
    enforcement_point: agent_registration
`,
	},
	Check: func(p *Pass) {
		for _, fault := range p.keyFaults() {
			for _, key := range fault.unknown {
				if !key.renamed {
					continue
				}
				d := Diagnostic{Span: key.Key.Span, Path: key.Path(), Severity: keySeverity(fault.mapping, key), Tags: []Tag{Deprecated}}
				d.Message = fmt.Sprintf("`%s` is called `%s` today", key.Name(), key.field.Name)
				if key.present {
					d.Message += ", which is there too"
					d.Help = fmt.Sprintf("remove `%s`", key.Name())
					if edit, ok := p.RemoveEntry(key.Place); ok {
						d.Fixes = []Fix{{Title: "Remove the key", Edits: []Edit{edit}}}
					}
				} else {
					if effect := p.effectOfKey(fault.mapping, key.field); effect != "" {
						d.Message += ": " + effect
					}
					d.Help = fmt.Sprintf("rename it to `%s`", key.field.Name)
					if p.holds(key.Place) {
						d.Help += ", once it is decided what this policy is to mean: its `changed-meaning` findings offer the choices"
					} else if key.Via == nil {
						d.Fixes = []Fix{{
							Title: "Rename to `" + key.field.Name + "`", Safe: true,
							Edits:   []Edit{p.RenameKey(key.Place, key.field.Name)},
							Renames: strings.TrimPrefix(key.Parent.Path()+"."+key.field.Name, "."),
						}}
					}
				}
				p.Report(d)
			}
		}
	},
})
