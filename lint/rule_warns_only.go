package lint

import (
	"fmt"
	"regexp"
	"strings"
)

var _ = register(Rule{
	Code:     "warns-only",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a policy that says it blocks, and only warns`,
		Why: `Only ` + "`" + `critical` + "`" + ` stops a step. A violation of a ` + "`" + `high` + "`" + `, ` + "`" + `medium` + "`" + ` or ` + "`" + `low` + "`" + ` policy is recorded with its risk, and the step runs. A
name that says block, deny, stop, prevent, forbid, refuse or reject promises more (a warning); so does such a description (an info).`,
		Fix: `Write ` + "`" + `severity: critical` + "`" + `, or a name that says what happens.`,
		Bad: `name: CRM agent
policies:
  - name: Block unknown steps
    rule_type: not
    params: {condition: {rule_type: current_is, params: {kind: step.unknown}}}
    severity: medium
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Block unknown steps
    rule_type: not
    params: {condition: {rule_type: current_is, params: {kind: step.unknown}}}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, policy := range p.manifest().policies {
			if policy.severity == "" || policy.blocks() || policy.severe == nil {
				continue
			}
			severity := policy.severityPlace
			d := Diagnostic{Span: severity.Node.Span, Severity: Warning}
			said := policy.namePlace
			word, purpose := blockingWord(textOf(said))
			if purpose {
				d.Severity = Info
			}
			if word == "" {
				d.Severity, said = Info, policy.description
				if word, purpose = blockingWord(textOf(said)); purpose {
					continue // what it is for, not what it does
				}
			}
			if word == "" {
				continue
			}
			d.Path = severity.Path()
			d.Message = fmt.Sprintf("`%s` only warns, and the step runs: the policy's %s says `%s`", severity.Node.Value, said.Name(), word)
			d.Help = "only `critical` blocks"
			d.Related = []Related{{Span: said.Node.Span, Message: "what it says"}}
			if said.Node.Span.Len() > 0 {
				at := strings.Index(said.Node.Value, word)
				d.Related[0].Span = p.Tree.Source(said.Node, at, at+len(word))
			}
			d.Fixes = []Fix{{Title: "Change to `critical`", Choice: true, Edits: []Edit{p.ReplaceText(severity.Node, "critical")}}}
			p.Report(d)
		}
	},
})

// blockingWords are what a policy says that stops a step. Nouns such as "block list" are none of them.
var blockingWords = regexp.MustCompile(`(?i)\b(?:block(?:s|ed)?|den(?:y|ies|ied)|stop(?:s|ped)?|prevent(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?|refuse[sd]?|reject(?:s|ed)?|disallow(?:s|ed)?)\b`)

// blockingStems are how blockingWords begin. Nearly every text holds none of them, which is found out
// in a fraction of the time that the pattern takes.
var blockingStems = []string{"block", "den", "stop", "prevent", "forbid", "prohibit", "refuse", "reject", "disallow"}

func holdsStem(text string) bool {
	inWord := false
	for i := range len(text) {
		c := text[i] | 0x20 // small letters; other characters become others that are no letters either
		letter := 'a' <= c && c <= 'z'
		if letter && !inWord && (c == 'b' || c == 'd' || c == 'f' || c == 'p' || c == 'r' || c == 's') {
			for _, stem := range blockingStems {
				if len(text)-i >= len(stem) && strings.EqualFold(text[i:i+len(stem)], stem) {
					return true
				}
			}
		}
		inWord = letter
	}
	return false
}

// noVerb is what stands around such a word where it stops nothing.
var noVerb = regexp.MustCompile(`(?i)(?:\b(?:not|never|without|non|un|no|warn\w*|n't)[ -](?:\w+ )?$|-$)|^(?:[ -]?(?:lists?|sizes?|words?|storage|devices?|chains?|levels?|codes?)\b|-)`)

// blockingWord returns the word with which a text says that steps are stopped, "" without one. purpose: it
// only says what the policy is for, as in "a gate to prevent loops".
func blockingWord(text string) (word string, purpose bool) {
	if !holdsStem(text) {
		return "", false
	}
	for _, at := range blockingWords.FindAllStringIndex(text, -1) {
		before := text[:at[0]]
		if noVerb.MatchString(before) || noVerb.MatchString(text[at[1]:]) {
			continue
		}
		if found := text[at[0]:at[1]]; !strings.HasSuffix(strings.ToLower(before), "to ") {
			return found, false
		} else if word == "" {
			word, purpose = found, true
		}
	}
	return word, purpose
}
