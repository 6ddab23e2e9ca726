package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unknown-placeholder",
	Severity: Error,
	Formats:  []string{contractFormat},
	Doc: Doc{
		Summary: `a message template uses a placeholder that the evaluator does not fill`,
		Why: `Three placeholders are filled: ` + "`" + `{clause_id}` + "`" + `, ` + "`" + `{side_effect}` + "`" + ` and ` + "`" + `{violating_precondition}` + "`" + `. Any other stands in the
message of a violation as it is written, braces included.`,
		Fix: `Write one of the three.`,
		Bad: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"], "message_template": "{clause_id}: {sideeffect} came too early"}
  ]
}
`,
		Good: `{
  "schema": "agent-behavior-contract/v0",
  "id": "refund.commit_after_checks",
  "domain": "refund",
  "clauses": [
    {"id": "P2", "kind": "side_effect_after_preconditions", "side_effect": "refund_commit", "preconditions": ["read_policy", "fraud_check"], "message_template": "{clause_id}: {side_effect} came too early"}
  ]
}
`,
	},
	Check: func(p *Pass) {
		known := make([]string, 0, 3)
		for _, v := range schema.MessageVariables() {
			known = append(known, v.Name)
		}
		for _, c := range p.supportedClauses() {
			template := c.place.Child("message_template")
			if !isText(template) {
				continue
			}
			for _, at := range placeholder.FindAllStringIndex(template.Node.Value, -1) {
				written := template.Node.Value[at[0]:at[1]]
				name := strings.Trim(written, "{}")
				if slices.Contains(known, name) && !strings.HasPrefix(written, "{{") {
					continue
				}
				d := Diagnostic{
					Span: p.Tree.Source(template.Node, at[0], at[1]), Path: template.Path(),
					Message: fmt.Sprintf("`%s` is not filled in: use `{%s}`", written, strings.Join(known, "}`, `{")),
				}
				near := strings.TrimSpace(name)
				if !slices.Contains(known, near) {
					near = Suggest(near, known)
				}
				if near != "" {
					d.Help = fmt.Sprintf("did you mean `{%s}`?", near)
					d.Fixes = []Fix{{Title: "Change to `{" + near + "}`", Edits: []Edit{{Span: d.Span, New: "{" + near + "}"}}}}
				}
				p.Report(d)
			}
		}
	},
})

// placeholder is a name in braces.
var placeholder = regexp.MustCompile(`\{\{?[^{}]*\}?\}`)
