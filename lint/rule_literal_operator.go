package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "literal-operator",
	Severity: Warning,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a pattern where the operator compares literally",
		Why: "`contains`, `not_contains`, `equals`, `starts_with` and `ends_with` compare with the text as it is written. A `|` " +
			"between words is no alternative, `.*` no gap, `^` no start: no command holds that text, so the condition is never " +
			"true, and with `not_contains` always. The generated hooks were run: `not_contains` with `npm test|pytest` fires on " +
			"every command, tested or not.",
		Fix: "Use `regex_match`, or several conditions; `not_contains` has no counterpart among patterns, so write one condition for " +
			"each word.",
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
          operator: not_contains
          value: npm test|pytest|cargo test
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
          operator: not_contains
          value: npm test
        - field: command
          operator: not_contains
          value: pytest
  enforcement:
    default_level: warning
  recovery:
    hint: Do it another way.
rendering:
  warning_template: Careful.
`,
	},
	Check: func(p *Pass) {
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			text, ok := placeText(c.value)
			if !ok || len(text) > regex.MaxLength || !slices.Contains(literalOperators, c.operator) {
				return
			}
			from, to, what := patternIn(text)
			if at := strings.IndexByte(text, '*'); what == "" && at >= 0 && c.field == "file_path" {
				from, to, what = at, at+1, "wildcard"
			}
			if what == "" {
				return
			}
			effect := "this trigger hardly ever fires"
			switch {
			case c.operator == "not_contains" && (t.any || len(t.conditions) == 1):
				effect = "this trigger fires on nearly " + t.calls()
			case c.operator == "not_contains":
				effect = "this condition is nearly always true"
			case t.any && len(t.conditions) > 1:
				effect = "this condition is hardly ever true"
			}
			d := Diagnostic{
				Span:    p.Tree.Source(c.value.Node, from, to),
				Path:    c.value.Path(),
				Message: fmt.Sprintf("`%s` compares literally, and `%s` is no %s there: %s", c.operator, text[from:to], what, effect),
				Help:    "use `regex_match`",
			}
			if c.operator == "not_contains" {
				d.Help = "write one `not_contains` for each text"
			} else if what == "wildcard" {
				d.Help = "write what the path ends with or contains, without the `*`"
			} else if pattern, ok := asPattern(c.operator, text); ok && c.value.Via == nil && c.opAt.Via == nil {
				edits := []Edit{p.ReplaceText(c.opAt.Node, "regex_match")}
				if pattern != text {
					edits = append(edits, p.ReplaceText(c.value.Node, pattern))
				}
				d.Fixes = []Fix{{Title: "Change the operator to `regex_match`", Edits: edits}}
			}
			p.Report(d)
		})
	},
})

var (
	// words with `|` between them, as no shell writes a pipe
	wordsWithPipes = regexp.MustCompile(`^[\w ./:@~-]*[\w./-](\|[\w./-][\w ./:@~-]*)+$`)
	// what a pipe is usually made to
	pipedTo = regexp.MustCompile(`^(ba|z|da|k|c|fi)?sh\b|^(sudo|tee|xargs|python3?|perl|ruby|node|php|e?grep|rg|cat|head|tail|less|more|sort|uniq|wc|awk|sed|cut|tr|jq|base64|xxd|gzip|gunzip|tar|nc|ncat|ssh|dd|openssl|psql|mysql|sqlite3|docker|kubectl|at|curl|wget|bc|env|time|pbcopy|xclip)\b`)
	// `C:\Users` and `\Windows\`: a path of Windows
	windowsPath = regexp.MustCompile(`^[A-Za-z]:\\|\\[A-Z][a-z]{2,}`)
	regexPieces = []struct {
		piece *regexp.Regexp
		what  string
	}{
		{regexp.MustCompile(`^\(\?[a-z]+\)`), "flag"},
		{regexp.MustCompile(`\\[sSdDwWbB]([+*?{]|\b|$|[^A-Za-z0-9])`), "class of characters"},
		{regexp.MustCompile(`\\\.`), "dot"},
		{regexp.MustCompile(`\[(\^?[^\]\[]*[a-zA-Z0-9]-[a-zA-Z0-9][^\]\[]*)\](\+|\{[0-9])`), "set of characters"},
		{regexp.MustCompile(`\([\w ./-]+(\|[\w ./-]+)+\)`), "alternative"},
		{regexp.MustCompile(`[^ /]\.[*+]($|[^ ])`), "gap"},
		{regexp.MustCompile(`^\^[A-Za-z./~(\[]`), "start of the text"},
		{regexp.MustCompile(`[a-z)\]]\$$`), "end of the text"},
	}
)

// patternIn finds what only a pattern would hold: its place in the text, and what it would be.
func patternIn(text string) (from, to int, what string) {
	if wordsWithPipes.MatchString(text) {
		at := strings.IndexByte(text, '|')
		if !pipedTo.MatchString(text[at+1:]) {
			return at, at + 1, "alternative"
		}
	}
	for _, r := range regexPieces {
		m := r.piece.FindStringIndex(text)
		if m == nil || text[m[0]] == '\\' && windowsPath.MatchString(text) {
			continue
		}
		from, to = m[0], m[1]
		switch r.what {
		case "gap":
			from++
			to = from + 2
		case "start of the text":
			to = from + 1
		case "end of the text":
			from++
		case "class of characters":
			to = from + 2
		case "set of characters":
			to = from + strings.IndexByte(text[from:], ']') + 1
		}
		return from, to, r.what
	}
	return 0, 0, ""
}

// asPattern returns the pattern that does what the author of a literal comparison meant.
func asPattern(operator, text string) (pattern string, ok bool) {
	switch operator {
	case "starts_with":
		text = "^(?:" + strings.TrimPrefix(text, "^") + ")"
	case "ends_with":
		text = "(?:" + strings.TrimSuffix(text, "$") + ")$"
	case "equals":
		text = "^(?:" + strings.TrimSuffix(strings.TrimPrefix(text, "^"), "$") + ")$"
	}
	return text, compile(text, regex.Python) != nil
}
