package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "fragile-name",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "the behavior's name holds characters that spoil its messages",
		Why: "The hook puts the name into the message with `sed 's|{behavior_name}|NAME|'`. A `|`, a line break or a " +
			"`\\1` in the name makes that fail, and the message is **empty**; `&` stands for `{behavior_name}` itself, " +
			"`\\n`, `\\U` and `\\E` change the text, and a variable inside the name is replaced once more (observed).",
		Fix: "Use words: `and` for `&`, `or` for `|`.",
		Bad: `schema_version: "1"
id: plan-first
name: Plan & Verify
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
		Good: `schema_version: "1"
id: plan-first
name: Plan and Verify
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
  enforcement:
    default_level: nudge
  recovery:
    hint: Do it another way.
rendering:
  nudge_template: "{behavior_name}: think again ({counter})"
`,
	},
	Check: func(p *Pass) {
		at := p.Root().Child("name")
		name, ok := placeText(at)
		if !ok || !usesVariable(p, "behavior_name") {
			return
		}
		for _, f := range nameFaults {
			m := f.pattern.FindStringIndex(name)
			if m == nil {
				continue
			}
			written := strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(name[m[0]:m[1]])
			p.Report(Diagnostic{
				Span:    p.Tree.Source(at.Node, m[0], m[1]),
				Path:    at.Path(),
				Message: fmt.Sprintf("`%s` in the name spoils every message with `{behavior_name}`: %s", written, f.effect),
				Help:    f.help,
			})
			return
		}
	},
})

// nameFaults are what sed reads in the replacement of an `s|…|…|` command, the worst first.
var nameFaults = []struct {
	pattern      *regexp.Regexp
	effect, help string
}{
	{regexp.MustCompile(`\|`), "the message is empty", "write a word or `/` instead"},
	{regexp.MustCompile(`\n.`), "the message is empty", "write the name on one line"},
	{regexp.MustCompile(`\\[1-9]`), "the message is empty", "leave the backslash out"},
	{regexp.MustCompile(`\\$`), "the message is empty", "leave the backslash out"},
	{regexp.MustCompile(`&`), "`&` becomes `{behavior_name}`", "write `and`"},
	{regexp.MustCompile(`\\.`), "the backslash changes the text behind it", "leave the backslash out"},
	{regexp.MustCompile(`\{(counter|tool_name|level|threshold)\}`), "the variable inside it is replaced too", "leave the braces out"},
}

// usesVariable reports whether a text that the hooks show has the variable. They never show
// `override_prompt`.
func usesVariable(p *Pass, name string) bool {
	return slices.ContainsFunc(p.ByFormat("template"), func(at *schema.Place) bool {
		text, _ := placeText(at)
		return at.Name() != "override_prompt" && strings.Contains(text, "{"+name+"}")
	})
}
