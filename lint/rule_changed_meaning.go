package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "changed-meaning",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: "a value that meant something else to the engine that the file is written for",
		Why: `Engines up to 0.11 matched a pattern from the start of the value, and took a risk class exactly; those since then
search the pattern anywhere, and cover the classes above too (both observed). When the old words are put right the
policy loads again, and does something else: under ` + "`not`" + ` it blocks more, elsewhere it lets more through. The finding
needs the old words to be recognised, so ` + "`--fix`" + ` leaves one of them in such a policy until it is decided.`,
		Fix: "Begin the pattern with `^` to keep what it did; otherwise rename the word that is left.",
		Bad: `name: Release bot
version: "1.0.0"
policies:
  - name: No force push
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: exec.command
          pattern: 'git\s+push\s.*--force'
    severity: critical
    scope: step_execution
`,
		Good: `name: Release bot
version: "1.0.0"
policies:
  - name: No force push
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: properties.command
          pattern: '^git\s+push\s.*--force'
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.migration().changes {
			switch c.id {
			case patternStart:
				p.reportPatternStart(c)
			case exactClass:
				p.reportExactClass(c)
			}
		}
	},
})

// reportPatternStart says that a pattern had to match from the start once.
func (p *Pass) reportPatternStart(c change) {
	d := Diagnostic{
		Span: c.place.Node.Span, Path: c.place.Path(),
		Message: "the engine that this policy is written for matched the pattern from the start of the value: today it is searched anywhere",
		Help:    "begin it with `^` to keep what it did",
	}
	edits := p.anchor(c.pat)
	if p.migration().dialect == middleDialect {
		d.Severity = Info
		d.Message = "engines up to 0.11 matched the pattern from the start of the value: it is searched anywhere since 0.12"
		d.Help = "begin it with `^` if it was written for one of them"
	}
	if c.holder == nil {
		p.Report(d)
		return
	}
	d.Help += "; else rename `" + holderName(c.holder) + "`"
	if edits != nil {
		d.Fixes = append(d.Fixes, Fix{Title: "Begin the pattern with `^`", Keeps: p.migration().dialect == oldDialect, Edits: edits})
	}
	d.Fixes = append(d.Fixes, Fix{Title: "Search anywhere, and rename `" + holderName(c.holder) + "`", Choice: true, Edits: []Edit{p.renameHolder(c.holder)}})
	p.Report(d)
}

// anchor makes a pattern match from the start only, as written in the file; nil for a block scalar whose
// end is not that of its text.
func (p *Pass) anchor(pat *pattern) []Edit {
	open, end := "^", ""
	if hasAlternatives(pat.re.Root) {
		open, end = "^(?:", ")"
	}
	if n := pat.place.Node; n.Style == syntax.Plain {
		return []Edit{p.ReplaceText(n, open+pat.text+end)} // in quotes if it needs them now
	}
	edits := []Edit{{Span: p.within(pat, 0, 0), New: open}}
	if end != "" {
		if style := pat.place.Node.Style; style == syntax.Literal || style == syntax.Folded {
			return nil
		}
		edits = append(edits, Edit{Span: p.within(pat, len(pat.text), len(pat.text)), New: end})
	}
	return edits
}

// hasAlternatives reports whether a pattern is a choice outside of all groups.
func hasAlternatives(n *regex.Node) bool {
	return n.Op == regex.Alternate || n.Op == regex.Concat && slices.ContainsFunc(n.Subs, hasAlternatives)
}

// holderName is the word that is left until a change is decided.
func holderName(holder *schema.Place) string {
	if name := holder.Name(); name == "scope" {
		return name
	}
	return holder.Node.Value
}

// renameHolder writes the word as it is called today.
func (p *Pass) renameHolder(holder *schema.Place) Edit {
	if holder.Name() == "scope" {
		return p.RenameKey(holder, "enforcement_point")
	}
	to := "properties." + holder.Node.Value
	if renamed, ok := schema.Renamed("kyvvu-path", holder.Node.Value); ok {
		to = renamed.New
	}
	return p.ReplaceText(holder.Node, to)
}

// reportExactClass says that a class was meant exactly once.
func (p *Pass) reportExactClass(c change) {
	class := c.policy.class
	d := Diagnostic{
		Severity: Info,
		Span:     c.place.Node.Span, Path: c.place.Path(),
		Message: fmt.Sprintf("engines up to 0.11 took `%s` exactly: today the policy covers %s agents too", class, quoteList(classesAbove(class), "and")),
	}
	if c.holder == nil {
		p.Report(d)
		return
	}
	d.Severity = Warning
	d.Help = "rename `scope` if it may cover them"
	if fix, ok := p.exempt(c.policy); ok {
		d.Fixes = append(d.Fixes, fix)
	}
	d.Fixes = append(d.Fixes, Fix{Title: "Cover them too, and rename `scope`", Choice: true, Edits: []Edit{p.renameHolder(c.holder)}})
	p.Report(d)
}
