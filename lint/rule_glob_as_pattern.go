package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "glob-as-pattern",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a glob where a pattern is read",
		Why: "In a glob `*` is any text; in a pattern it repeats what stands before it. `src/*.py` is `src`, any number of slashes, " +
			"any one character and `py`: it is found in `src.py` and not in `src/main.py`. A glob that begins with `*` does not " +
			"even compile.",
		Fix: "Write `.*` or `[^/]*` for `*`, and `\\.` for the dot.",
		Bad: `schema_version: "1"
id: careful-shell
name: Careful shell
description: Stops risky calls.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
      conditions:
        - field: file_path
          operator: regex_match
          value: 'src/*.py'
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
      matcher: Write
      conditions:
        - field: file_path
          operator: regex_match
          value: 'src/[^/]*\.py$'
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
			if pat.re == nil || pat.dialect == regex.JavaScript || !regex.LooksLikeGlob(pat.text) {
				continue
			}
			at := strings.Index(pat.text, "/*")
			if at < 0 {
				continue
			}
			repair := globPattern(pat.text)
			d := Diagnostic{
				Span:    p.within(pat, at, at+2),
				Path:    pat.place.Path(),
				Message: fmt.Sprintf("this looks like a glob, and `/*` repeats the slash: `%s` is found in %s", shortText(pat.text), regex.Show(strings.ReplaceAll(pat.text, "/*", ""))),
				Help:    fmt.Sprintf("write `%s`", repair),
			}
			if found, sure := pat.re.Matches(strings.ReplaceAll(pat.text, "/*", "")); !found || !sure {
				d.Message = "this looks like a glob, and `/*` repeats the slash"
			}
			if pat.place.Via == nil {
				d.Fixes = []Fix{{Title: fmt.Sprintf("Write `%s`", repair), Edits: []Edit{p.ReplaceText(pat.place.Node, repair)}}}
			}
			p.Report(d)
		}
	},
})

// globPattern turns a glob into a pattern that is found at the end of a path.
func globPattern(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case strings.HasPrefix(glob[i:], "**/"):
			b.WriteString("(.*/)?")
			i += 2
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case strings.IndexByte(`.+(){}[]^$|\`, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	if !strings.HasSuffix(glob, "*") {
		b.WriteByte('$')
	}
	return b.String()
}
