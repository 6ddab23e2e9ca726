package lint

import "fmt"

var _ = register(Rule{
	Code:     "foreign-construct",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a construct that means something else in the engine that reads the pattern",
		Why: "The same characters mean different things to different engines, and nothing complains: `[[:space:]]` is a class in " +
			"RE2, and in Python one character out of `[ : s p a c e` with a `]` behind it; `\\<` is a word edge in grep and a plain " +
			"`<` here; `\\A` and `\\z` are the letters A and z in JavaScript; `{,5}` counts in Python and is text elsewhere; `/…/i` " +
			"are slashes. The pattern compiles, and is found nowhere or in the wrong places. Each of these was run on the three " +
			"engines.",
		Fix: "Write what the engine has; the help names it.",
		Bad: `schema_version: "1"
id: careful-shell
name: Careful shell
description: Stops risky calls.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: regex_match
          value: 'rm[[:space:]]+-rf'
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: Careful.
`,
		Good: `schema_version: "1"
id: careful-shell
name: Careful shell
description: Stops risky calls.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: regex_match
          value: 'rm\s+-rf'
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: Careful.
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.re == nil {
				continue
			}
			for _, f := range pat.re.Foreign() {
				d := Diagnostic{Span: p.within(pat, f.Start, f.End), Path: pat.place.Path(), Message: f.Message, Help: f.Help}
				if f.Seldom {
					d.Message += ": " + hardly(p.whenNever(pat))
				}
				if f.Repair != "" && pat.place.Via == nil {
					d.Fixes = []Fix{{Title: fmt.Sprintf("Write `%s` for `%s`", f.Repair, pat.text[f.Start:f.End]), Edits: []Edit{p.replaceIn(pat, f.Start, f.End, f.Repair)}}}
				}
				p.Report(d)
			}
		}
	},
})
