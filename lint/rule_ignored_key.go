package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "ignored-key",
	Severity: Warning,
	Doc: Doc{
		Summary: "a key that the loader takes and drops",
		Why: `The key is known, so that nothing complains, and it does nothing. ` + "`enabled: false`" + ` in a manifest does not
switch a policy off, ` + "`agent_id`" + ` does not bind it to one agent (a warning); other keys of this kind are
leftovers of an export (an info).`,
		Fix:  "Remove the key, and say what it was meant to say in another way.",
		Bad:  strings.Replace(exampleManifest, "    severity", "    enabled: false\n    severity", 1),
		Good: exampleManifest,
	},
	Check: func(p *Pass) {
		for _, mapping := range p.Mappings() {
			if mapping.Type == nil || mapping.Via != nil {
				continue
			}
			for _, child := range mapping.Children {
				if child.Via != nil && child.Via != mapping.Via {
					continue
				}
				p.checkIgnored(mapping, child)
			}
		}
	},
})

func (p *Pass) checkIgnored(mapping, key *schema.Place) {
	d := Diagnostic{Tags: []Tag{Unnecessary}}
	prefix := mapping.Type.IgnoredPrefix
	switch {
	case key.Field != nil && key.Field.Inert != "":
		d.Message = fmt.Sprintf("`%s` does nothing here; %s", key.Name(), key.Field.Inert)
		if !key.Field.Misleads {
			d.Severity = Info
		}
	case key.Field == nil && key.Key != nil && prefix != "" && strings.HasPrefix(key.Name(), prefix) && mapping.Type.Open == schema.Closed:
		d.Message = fmt.Sprintf("`%s` does nothing: the loader drops keys that begin with `%s`", key.Name(), prefix)
		if field := mapping.Type.Field(strings.TrimPrefix(key.Name(), prefix)); field != nil && mapping.Child(field.Name) == nil {
			d.Help = fmt.Sprintf("did you mean `%s`?", field.Name)
			d.Fixes = []Fix{{Title: "Rename to `" + field.Name + "`", Edits: []Edit{p.RenameKey(key, field.Name)}}}
		}
	default:
		return
	}
	d.Span, d.Path = key.Key.Span, key.Path()
	if edit, ok := p.RemoveEntry(key); ok {
		d.Fixes = append(d.Fixes, Fix{Title: "Remove the key", Edits: []Edit{edit}})
	}
	p.Report(d)
}
