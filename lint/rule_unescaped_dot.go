package lint

import (
	"fmt"
	"regexp"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "unescaped-dot",
	Severity: Info,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "an unescaped `.` in the name of a host or file",
		Why: "`.` is any character. `api.acme.com` is also found in `api-acme.com` and `apixacme.com`, which somebody else may own; " +
			"`.env` is found in `printenv`. The text in the message was tried on the pattern.",
		Fix: "Write `\\.` for a dot.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: properties.target.host
          pattern: '^api.acme.com$'
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: not
    params:
      condition:
        rule_type: field_matches_regex
        params:
          field: properties.target.host
          pattern: '^api\.acme\.com$'
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.re == nil || pat.dialect == regex.JavaScript {
				continue
			}
			if dot := unescapedDot(pat); dot != nil {
				d := Diagnostic{
					Span:    p.within(pat, dot.Start, dot.End),
					Path:    pat.place.Path(),
					Message: fmt.Sprintf("this `.` is any character, not only a dot: %s", otherName(pat, dot)),
					Help:    "write `\\.` for a dot",
				}
				if pat.place.Via == nil {
					d.Fixes = []Fix{{Title: "Write `\\.`", Edits: []Edit{p.replaceIn(pat, dot.Start, dot.End, `\.`)}}}
				}
				p.Report(d)
			}
		}
	},
})

// dottedName is a name in a pattern whose last dot stands before the end of a host or file name.
var dottedName = regexp.MustCompile(`(?:[\w-]|^|/)(\.)(?:com|org|net|io|dev|ai|app|cloud|co|de|eu|uk|internal|local|json|ya?ml|toml|ini|cfg|conf|txt|md|py|js|jsx|ts|tsx|go|rs|rb|sh|php|java|lock|env|pem|key|crt|p12|netrc|ssh|aws|git|github|npmrc|gitignore|sqlite|sql|db|log|zip|tar|gz)(?:$|[^\w.+*?{(|\[-]|\b\$)`)

// unescapedDot returns the first `.` in a pattern that stands in a name as a dot would.
func unescapedDot(pat *pattern) *regex.Node {
	m := dottedName.FindStringSubmatchIndex(pat.text)
	if m == nil {
		return nil
	}
	var found *regex.Node
	pat.re.Root.Walk(func(n *regex.Node) bool {
		if n.Op == regex.Any && n.Start == m[2] {
			found = n
		}
		return n.Op != regex.Repeat || n.Subs[0].Op != regex.Any
	})
	return found
}

// otherName shows a text in which another character stands in the dot's place.
func otherName(pat *pattern, dot *regex.Node) string {
	literal, err := parseRegex(pat.text[:dot.Start]+"-"+pat.text[dot.End:], pat.dialect)
	if err == nil {
		if text, ok := literal.Example(); ok {
			if found, sure := pat.re.Matches(text); found && sure {
				return regex.Show(text) + " is found too"
			}
		}
	}
	return "other names are found too"
}
