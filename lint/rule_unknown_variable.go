package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unknown-variable",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a template names a variable that does not exist",
		Why: "The hooks replace six variables by their exact names and leave everything else as it is: `{tool}` or " +
			"`{Counter}` reaches the agent as it stands, and `{{counter}}` as `{1}` (behavior schema §4; observed).",
		Fix: "Use one of the six variables, or words.",
		Bad: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behaviour_id}] {tool} may not push like this."
`,
		Good: `schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] {tool_name} may not push like this."
`,
	},
	Check: func(p *Pass) {
		known := valueNames(schema.TemplateVariables())
		for _, at := range p.ByFormat("template") {
			text, ok := placeText(at)
			if !ok {
				continue
			}
			for _, m := range braced.FindAllStringSubmatchIndex(text, -1) {
				written, name := text[m[0]:m[1]], text[m[2]:m[3]]
				exact := slices.Contains(known, name)
				doubled := strings.HasPrefix(text[m[1]:], "}") && strings.HasSuffix(text[:m[0]], "{")
				if exact && !doubled {
					continue
				}
				from, to := m[0], m[1]
				d := Diagnostic{Path: at.Path()}
				switch {
				case exact:
					from, to = from-1, to+1
					d.Message = fmt.Sprintf("`{%s}` keeps its outer braces: the agent reads the value in braces", written)
					d.Help = fmt.Sprintf("write `%s`", written)
					d.Fixes = p.changePart(at, p.Tree.Source(at.Node, from, to), written, true)
				case strings.HasSuffix(text[:m[0]], "$"):
					continue // a variable of the shell
				default:
					d.Message = fmt.Sprintf("`%s` is no template variable: the agent reads it as it stands", written)
					d.Help = "the variables are " + quoteList(braceAll(known), "and")
					if trimmed := strings.TrimSpace(name); slices.Contains(known, trimmed) {
						d.Help = fmt.Sprintf("write `{%s}`, without spaces", trimmed)
						d.Fixes = p.changePart(at, p.Tree.Source(at.Node, from, to), "{"+trimmed+"}", true)
					} else if near, sure := nearest(strings.TrimSpace(name), known); near != "" {
						d.Help = fmt.Sprintf("did you mean `{%s}`?", near)
						d.Fixes = p.changePart(at, p.Tree.Source(at.Node, from, to), "{"+near+"}", sure)
					}
				}
				d.Span = p.Tree.Source(at.Node, from, to)
				p.Report(d)
			}
			for _, m := range opened.FindAllStringSubmatchIndex(text, -1) {
				name := text[m[2]:m[3]]
				if !slices.Contains(known, name) {
					continue
				}
				d := Diagnostic{Path: at.Path()}
				to := m[1]
				if format := formatted.FindString(text[to:]); format != "" {
					to += len(format)
					d.Message = fmt.Sprintf("`%s` is no template variable: the agent reads it as it stands", text[m[0]:to])
					d.Help = fmt.Sprintf("write `{%s}`: a variable takes no format", name)
				} else if unclosed.MatchString(text[to:]) {
					d.Message = fmt.Sprintf("`%s` has no `}` behind it: the agent reads it as it stands", text[m[0]:to])
					d.Help = fmt.Sprintf("write `{%s}`", name)
				} else {
					continue
				}
				d.Span = p.Tree.Source(at.Node, m[0], to)
				d.Fixes = p.changePart(at, d.Span, "{"+name+"}", true)
				p.Report(d)
			}
		}
	},
})

// braced finds what looks like a variable: a name in braces, or nothing in braces. Other text in
// braces, such as JSON or a quantifier, is no attempt at one.
var braced = regexp.MustCompile(`\{([ \t]*[A-Za-z_][A-Za-z0-9_. -]*|)\}`)

var (
	opened = regexp.MustCompile(`\{([a-z_]+)`)
	// What may follow it: a format as other languages write it, as in `{counter:d}`; or nothing that closes
	// the brace before the line ends or the next one opens.
	formatted = regexp.MustCompile(`^[:!|][^\s{}]+\}`)
	unclosed  = regexp.MustCompile(`^(?:[^A-Za-z0-9_{}\n][^{}\n]*)?(?:\{|\n|$)`)
)

func braceAll(names []string) []string {
	braced := make([]string, len(names))
	for i, name := range names {
		braced[i] = "{" + name + "}"
	}
	return braced
}
