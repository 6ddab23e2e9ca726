package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "pattern-letter-case",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a pattern that finds none of a field's known values, for their letter case is another`,
		Why: `A pattern tells letter cases apart. Kinds are written in small letters and verbs in capitals, and so each standard value has one
spelling: ` + "`" + `^External$` + "`" + ` is found in no ` + "`" + `target.trust` + "`" + `, and under ` + "`" + `not` + "`" + ` nothing is ever a violation.`,
		Fix: `Write the value as the steps carry it, or begin the pattern with ` + "`" + `(?i)` + "`" + `.`,
		Bad: `name: CRM agent
policies:
  - name: Nothing leaves
    rule_type: not
    params:
      condition: {rule_type: field_matches_regex, params: {field: properties.target.trust, pattern: ^External$}}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Nothing leaves
    rule_type: not
    params:
      condition: {rule_type: field_matches_regex, params: {field: properties.target.trust, pattern: ^external$}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		patterns := map[*schema.Place]*pattern{}
		for _, pat := range p.patterns() {
			if pat.re != nil && pat.dialect == regex.RE2 {
				patterns[pat.place] = pat
			}
		}
		for _, c := range p.manifest().of("field_matches_regex") {
			words, pat := c.knownWords(), patterns[c.param("pattern")]
			if len(words) == 0 || pat == nil {
				continue
			}
			if slices.ContainsFunc(words, func(word string) bool { found, sure := pat.re.Matches(word); return found || !sure }) {
				continue
			}
			folded := compile("(?i:"+pat.text+")", regex.RE2)
			if folded == nil {
				continue
			}
			found := slices.DeleteFunc(words, func(word string) bool { found, sure := folded.Matches(word); return !found || !sure })
			if len(found) == 0 {
				continue
			}
			d := Diagnostic{
				Span: pat.place.Node.Span, Path: pat.place.Path(),
				Message: fmt.Sprintf("letter case counts, and the value is %s: %s", quoteList(found, "or"), p.whenNever(pat)),
				Help:    "write it as the steps carry it, or begin the pattern with `(?i)`",
			}
			if pat.place.Via == nil {
				d.Fixes = []Fix{{Title: "Begin with `(?i)`", Edits: []Edit{p.replaceIn(pat, 0, 0, "(?i)")}}}
			}
			p.Report(d)
		}
	},
})

// knownWords returns the values that the field of a condition is known to have: none if it may have any.
func (c *condition) knownWords() []string {
	field := c.text("field")
	if !c.policy.atSteps() {
		if field == "risk_classification" {
			return schema.Vocabulary("agent_class").Names()
		}
		return nil
	}
	switch field {
	case "kind", "verb":
		return schema.Vocabulary(field).Names()
	}
	path, ok := strings.CutPrefix(field, "properties.")
	if property := schema.Vocabulary("property").Value(path); ok && property != nil {
		return slices.Clone(property.Values)
	}
	return nil
}
