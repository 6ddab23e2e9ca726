package lint

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "missing-key",
	Severity: Error,
	Doc: Doc{
		Summary: "a required key is not there",
		Why: `The format requires the key. A loader that checks it refuses the whole file; one that does not goes
on with an empty value, which is seldom what keeps anyone safe.`,
		Fix: "Add the key.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Cap calls
    rule_type: execution_max_steps
    params:
      kind: step.exec
    severity: critical
    enforcement_point: step_execution
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) {
		for _, fault := range p.keyFaults() {
			for _, field := range fault.missing {
				p.reportMissing(fault.mapping, field)
			}
		}
	},
})

func (p *Pass) reportMissing(mapping *schema.Place, field *schema.Field) {
	d := Diagnostic{
		Span:    header(mapping),
		Path:    joinPath(mapping.Path(), field.Name),
		Message: fmt.Sprintf("`%s` is missing in %s", field.Name, typeName(mapping)),
	}
	if effect := p.effectOfMissing(mapping, field.Name); effect != "" {
		d.Message += ": " + effect
	} else if when := field.RequiredWhen; when != nil && !field.Required {
		if value, ok := mapping.Text(when.Sibling); ok {
			d.Message += fmt.Sprintf(": `%s: %s` needs it", when.Sibling, shortText(value))
		}
	}
	if t := mapping.FieldType(field); t != nil {
		switch {
		case len(t.Enum) > 1 && len(t.Enum) <= fewValues:
			d.Help = "it is " + quoteList(t.Names(), "or")
		case t.Kind == schema.Mapping:
			d.Help = requiredHelp(t)
		}
	}
	if d.Help == "" && field.Missing == "" && field.Doc != "" {
		d.Help = fmt.Sprintf("`%s`: %s", field.Name, inShort(field.Doc))
	}
	if field.Missing != "" {
		d.Help = strings.TrimPrefix(d.Help+"; "+field.Missing, "; ")
	}
	if field.Name == "target_kinds" && mapping.Type.Rule != nil && mapping.Type.Rule.Name == "domain_allowlist" {
		if c := p.manifest().at(mapping); c != nil {
			d.Fixes = p.hostFixes(c, field)
		}
	}
	for _, value := range choices(field) {
		text := p.valueText(field, value)
		if edit, ok := p.InsertEntry(mapping, field.Name, text); ok {
			d.Fixes = append(d.Fixes, Fix{Title: fmt.Sprintf("Add `%s: %s`", field.Name, text), Safe: len(choices(field)) == 1, Keeps: value == field.Former, Edits: []Edit{edit}})
		}
	}
	p.Report(d)
}

// inShort returns the first sentence of a key's documentation as part of a sentence: without the section
// of the specification behind it, without markup of another kind, and without a capital.
func inShort(doc string) string {
	s, _, _ := strings.Cut(strings.Join(strings.Fields(doc), " "), ". ")
	s = strings.TrimSuffix(s, ".")
	if i := strings.LastIndex(s, " (§"); i >= 0 && strings.HasSuffix(s, ")") {
		s = s[:i]
	}
	if i := strings.LastIndex(s, " ("); i >= 0 && !strings.Contains(s[i:], ")") {
		s = s[:i] // cut within brackets, at "e.g."
	}
	s = strings.ReplaceAll(s, "``", "`")
	if first, size := utf8.DecodeRuneInString(s); size < len(s) && !unicode.IsUpper(rune(s[size])) {
		s = string(unicode.ToLower(first)) + s[size:]
	}
	return s
}

// choices returns the values that a missing key can have: its default, else those of a short enum.
func choices(field *schema.Field) []string {
	switch {
	case field.Type == nil || field.Type.Switch != nil || len(field.Type.Enum) > fewValues:
		return nil
	case field.Default != "":
		return []string{field.Default}
	case field.Former != "" && field.Type.Kind == schema.Boolean:
		former, _ := strconv.ParseBool(field.Former)
		return []string{strconv.FormatBool(former), strconv.FormatBool(!former)}
	}
	return field.Type.Names()
}

// hostFixes names the kinds that a list of domains is for: every step with a host, which needs a
// condition, or the calls of resources alone.
func (p *Pass) hostFixes(c *condition, field *schema.Field) []Fix {
	var fixes []Fix
	if fix, ok := p.hasHost(c); ok {
		fixes = append(fixes, fix)
	}
	const calls = "[step.resource]"
	if edit, ok := p.InsertEntry(c.params, field.Name, calls); ok {
		fixes = append(fixes, Fix{Title: "Add `" + field.Name + ": " + calls + "`", Edits: []Edit{edit}})
	}
	return fixes
}

// valueText writes a choice as YAML. A default is YAML already.
func (p *Pass) valueText(field *schema.Field, value string) string {
	if field.Default != "" || field.Former != "" {
		return value
	}
	style := syntax.Plain
	if !readsAsText(value) {
		style = syntax.DoubleQuoted
	}
	return p.Quote(value, style)
}

// header is where a fault of a whole mapping or list is marked: its key, or the first key of an item
// or of the file, so that no body of many lines is underlined.
func header(p *schema.Place) syntax.Span {
	switch {
	case p.Key != nil:
		return p.Key.Span
	case p.Node.Kind == syntax.Mapping && len(p.Node.Pairs) > 0 && p.Via == nil:
		return p.Node.Pairs[0].Key.Span
	case p.Via != nil:
		return p.Via.Span
	}
	return p.Node.Span
}

// joinPath returns the path that a key of a mapping has.
func joinPath(mapping, key string) string {
	if mapping == "" {
		return key
	}
	return mapping + "." + key
}
