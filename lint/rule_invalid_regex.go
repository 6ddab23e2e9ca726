package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "invalid-regex",
	Severity: Error,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a pattern that does not compile in the engine that reads it",
		Why: "Three engines read patterns, and each knows constructs that another refuses. Kyvvu compiles a `pattern` with RE2 when the manifest " +
			"loads: one that fails refuses the whole file. A dotforge `regex_match` is compiled by Python's `re` at every call; when that fails " +
			"the condition is false, without a word, so a trigger that needs it never fires. A `matcher` that is more than a list of names is a " +
			"JavaScript pattern; one that does not compile matches no tool. The verdicts of all three engines on some 1,600 patterns were recorded, " +
			"and this rule is held against them.",
		Fix: "Write what the engine has in the construct's place; the help names it. Put patterns in single quotes, so that YAML leaves the backslashes alone.",
		Bad: `name: Mail
version: "1.0.0"
policies:
  - name: Mail domain
    rule_type: field_matches_regex
    params:
      field: properties.message.recipient
      pattern: '^(?!.*@evil\.io$).+$'
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Mail
version: "1.0.0"
policies:
  - name: Mail domain
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition:
              rule_type: current_is
              params: {kind: step.message}
        - rule_type: not
          params:
            condition:
              rule_type: field_matches_regex
              params:
                field: properties.message.recipient
                pattern: '@evil\.io$'
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.err == nil {
				continue
			}
			err := pat.err
			construct := p.within(pat, err.Start, err.End)
			d := Diagnostic{
				Span:    construct,
				Path:    pat.place.Path(),
				Message: fmt.Sprintf("%s does not compile%s: %s", pat.subject(), pat.whenInvalid(), err.Message),
				Help:    err.Help,
			}
			if pat.dialect == regex.RE2 {
				// The loader refuses the whole value, and with it the file: that is marked, and in it
				// the construct.
				d.Span = pat.place.Node.Span
				if construct != d.Span {
					d.Related = []Related{{Span: construct, Message: "here"}}
				}
			}
			if pat.place.Via == nil {
				d.Fixes = p.regexRepairs(pat)
			}
			if whole, help := matcherMeant(pat); whole != "" {
				d.Help, d.Fixes = help, p.changeText(pat.place, whole, false)
			}
			p.Report(d)
		}
	},
})

// whenInvalid says what happens at run time when the pattern does not compile.
func (pat *pattern) whenInvalid() string {
	switch {
	case pat.dialect == regex.RE2:
		return ""
	case pat.dialect == regex.JavaScript, pat.err.Kind == "repeat-too-large", pat.err.Kind == "too-big":
		return ", and this trigger never fires"
	}
	return ", and the condition is always false"
}

// matcherMeant returns what a matcher was meant to be that another notation made a pattern that does not
// compile: a permission rule such as `Bash(*)`, or `*` as one of several names.
func matcherMeant(pat *pattern) (matcher, help string) {
	if pat.dialect != regex.JavaScript || pat.place.Type == nil || pat.place.Type.Format != "matcher" {
		return "", ""
	}
	if tool, _, ok := strings.Cut(pat.text, "("); ok && schema.ToolNamed(tool) != nil && strings.HasSuffix(pat.text, ")") {
		return tool, fmt.Sprintf("a matcher sees the name of the tool only: write `%s`, and put the rest into a condition", tool)
	}
	if slices.Contains(strings.Split(pat.text, "|"), "*") {
		return "*", "`*` is every tool only where it is the whole matcher: write `*`"
	}
	return "", ""
}

// globalFlags are flags that Python takes at the start of a pattern only.
var globalFlags = regexp.MustCompile(`^\(\?[aimsux]+\)$`)

// regexRepairs returns what may be written in place of what the engine refuses.
func (p *Pass) regexRepairs(pat *pattern) []Fix {
	err := pat.err
	text := pat.text[err.Start:err.End]
	switch {
	case err.Repair != nil:
		return []Fix{{
			Title: fmt.Sprintf("Write `%s` for `%s`", *err.Repair, text),
			Safe:  true,
			Edits: []Edit{p.replaceIn(pat, err.Start, err.End, *err.Repair)},
		}}
	case pat.dialect == regex.Python && globalFlags.MatchString(text):
		moved := text + pat.text[:err.Start] + pat.text[err.End:]
		if compile(moved, pat.dialect) == nil {
			return nil
		}
		return []Fix{{Title: fmt.Sprintf("Move `%s` to the start", text), Edits: []Edit{p.ReplaceText(pat.place.Node, moved)}}}
	case pat.dialect != regex.JavaScript && regex.LooksLikeGlob(pat.text):
		repair := globPattern(pat.text)
		return []Fix{{Title: fmt.Sprintf("Write `%s`", repair), Edits: []Edit{p.ReplaceText(pat.place.Node, repair)}}}
	}
	return nil
}
