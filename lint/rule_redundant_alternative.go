package lint

import "fmt"

var _ = register(Rule{
	Code:     "redundant-alternative",
	Severity: Info,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "an alternative that an earlier one makes redundant",
		Why: "Alternatives are tried from left to right, and the first that fits decides. Where nothing comes after them, one that " +
			"begins with an earlier one is never needed: whatever `--force-with-lease` is found in, `--force` is found in too. It " +
			"does no harm, but shows that the author may have meant to tell the two apart.",
		Fix: "Drop the longer alternative, or end the shorter one so that it does not fit: `--force(\\s|$)`.",
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
          value: 'git push (--force|--force-with-lease)'
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
          value: 'git push (--force-with-lease|-f)'
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
			for _, r := range pat.re.Redundant() {
				p.Report(Diagnostic{
					Span: p.within(pat, r.Branch.Start, r.Branch.End),
					Path: pat.place.Path(),
					Message: fmt.Sprintf("the alternative `%s` is redundant: `%s` is found wherever it is",
						shortText(pat.re.Text(r.Branch)), shortText(pat.re.Text(r.By))),
					Help:    "drop it, or end the other one so that it does not fit, as in `(\\s|$)`",
					Tags:    []Tag{Unnecessary},
					Related: []Related{{Span: p.within(pat, r.By.Start, r.By.End), Message: "is found first"}},
				})
			}
		}
	},
})
