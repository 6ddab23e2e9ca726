package lint

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/forgelint/forgelint/syntax/regex"
)

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
			for _, f := range foreignConstructs(pat) {
				d := Diagnostic{
					Span:    p.within(pat, f.from, f.to),
					Path:    pat.place.Path(),
					Message: f.message,
					Help:    f.help,
				}
				if f.repair != "" && pat.place.Via == nil {
					d.Fixes = []Fix{{Title: fmt.Sprintf("Write `%s` for `%s`", f.repair, pat.text[f.from:f.to]), Edits: []Edit{p.replaceIn(pat, f.from, f.to, f.repair)}}}
				}
				p.Report(d)
			}
		}
	},
})

// foreign is a construct of another engine in a pattern, with what to write instead.
type foreign struct {
	from, to      int
	message, help string
	repair        string // "" if it is not certain
}

// posixSets are what the classes of POSIX stand for where there are none, for the inside of brackets.
var posixSets = map[string]string{
	"alnum": "A-Za-z0-9", "alpha": "A-Za-z", "digit": "0-9", "space": `\s`, "blank": ` \t`, "lower": "a-z", "upper": "A-Z",
	"xdigit": "0-9A-Fa-f", "word": `\w`, "punct": "!-/:-@[-`{-~",
}

var (
	posixClass   = regexp.MustCompile(`\[:\^?([a-z]+):\]$`)
	slashes      = regexp.MustCompile(`^/.*[\\()\[\]|+*^$ ].*/[gimsuy]{1,4}$`)
	openCount    = regexp.MustCompile(`^\{,[0-9]+\}`)
	spacedCount  = regexp.MustCompile(`^\{ *[0-9]+ *,? *[0-9]* *\}`)
	bracedNumber = regexp.MustCompile(`^\{[0-9A-Fa-f]+\}`)
)

// jsEscapes are escapes of other engines that are the letter itself in JavaScript, with what to write.
var jsEscapes = map[string]string{
	`\A`: "^", `\Z`: "$", `\z`: "$", `\h`: `[ \t]`, `\H`: `[^ \t]`, `\R`: `\r?\n`, `\e`: `\x1b`, `\a`: `\x07`,
	`\G`: "", `\K`: "", `\Q`: "", `\E`: "", `\p`: "", `\P`: "", `\X`: "", `\k`: "", `\g`: "", `\C`: "", `\N`: "",
}

// foreignConstructs finds what other engines read in another way.
func foreignConstructs(pat *pattern) []foreign {
	var found []foreign
	engine := pat.dialect.String()
	if slashes.MatchString(pat.text) {
		found = append(found, foreign{0, len(pat.text), fmt.Sprintf("the slashes are part of the pattern in %s, and what follows the last one is text", engine),
			"write the pattern without slashes, and the flag as `(?i)`", ""})
	}
	pat.re.Root.Walk(func(n *regex.Node) bool {
		text := pat.re.Text(n)
		rest := pat.text[n.Start:]
		switch {
		case n.Op == regex.Literal && (text == `\<` || text == `\>`) && pat.dialect != regex.JavaScript && besideWord(pat.text, n):
			found = append(found, foreign{n.Start, n.End, fmt.Sprintf("`%s` is a plain `%s` in %s, no edge of a word", text, text[1:], engine), "write `\\b`", `\b`})
		case n.Op == regex.Class && n.Items != nil && pat.dialect != regex.RE2 && posixClass.MatchString(text):
			found = append(found, posix(pat, n, text))
		case n.Op == regex.Class && pat.dialect == regex.JavaScript && n.Negated && len(n.Items) == 0:
			found = append(found, foreign{n.Start, n.End, "`[^]` is any character in JavaScript: the `]` closes the set", "write `\\]` for a bracket in the set", ""})
		case n.Op == regex.Literal && text == "{" && pat.dialect != regex.Python && n.Start > 0 && openCount.MatchString(rest):
			c := openCount.FindString(rest)
			found = append(found, foreign{n.Start, n.Start + len(c), fmt.Sprintf("`%s` is text in %s, no count", c, engine), "write `{0" + c[1:] + "`", "{0" + c[1:]})
		case n.Op == regex.Literal && text == "{" && n.Start > 0 && spacedCount.MatchString(rest) && strings.Contains(spacedCount.FindString(rest), " "):
			c := spacedCount.FindString(rest)
			repair := strings.ReplaceAll(c, " ", "")
			found = append(found, foreign{n.Start, n.Start + len(c), fmt.Sprintf("`%s` is text, no count: a count holds no space", c), "write `" + repair + "`", repair})
		case n.Op == regex.Literal && pat.dialect == regex.RE2 && len(text) > 2 && text[0] == '\\' && text[1] >= '1' && text[1] <= '7':
			found = append(found, foreign{n.Start, n.End, fmt.Sprintf("`%s` is the character U+%04X in RE2, no group", text, n.Rune), "RE2 has no backreferences: write out the texts that may repeat", ""})
		case n.Op == regex.Literal && pat.dialect == regex.JavaScript && len(text) >= 2 && text[0] == '\\':
			if f, ok := jsEscape(pat, n, text, rest); ok {
				found = append(found, f)
			}
		}
		return true
	})
	return found
}

// besideWord reports whether one of GNU's word edges touches a word: as an escaped tag it would not.
func besideWord(text string, n *regex.Node) bool {
	word := func(i int) bool {
		return i >= 0 && i < len(text) && (isASCIILetter(rune(text[i])) || isDigit(rune(text[i])) || text[i] == '_')
	}
	if text[n.End-1] == '<' {
		return word(n.End)
	}
	return word(n.Start - 1)
}

func posix(pat *pattern, n *regex.Node, text string) foreign {
	m := posixClass.FindStringSubmatchIndex(text)
	name := text[m[2]:m[3]]
	f := foreign{from: n.Start + m[0], to: n.End, help: "write the characters themselves"}
	f.message = fmt.Sprintf("`%s` is no class in %s: the set holds just these characters", text[m[0]:], pat.dialect)
	set, known := posixSets[name]
	if !known || strings.HasPrefix(text[m[0]:], "[:^") {
		return f
	}
	if strings.HasPrefix(text, "[[:") && m[0] == 1 && strings.HasPrefix(pat.text[n.End:], "]") {
		f.from, f.to = n.Start, n.End+1
		f.message = fmt.Sprintf("`%s]` is no class in %s: it is one of the characters in the brackets, then a `]`", text, pat.dialect)
		f.repair = "[" + set + "]"
		if strings.HasPrefix(set, `\`) {
			f.repair = set
		}
	} else if m[0] == 0 {
		f.repair = "[" + set + "]"
	}
	if f.repair != "" {
		f.help = "write `" + f.repair + "`"
	} else {
		f.help = "write `" + set + "` inside the brackets"
	}
	return f
}

// jsEscape finds an escape that JavaScript reads as the letter itself, or as a character code.
func jsEscape(pat *pattern, n *regex.Node, text, rest string) (foreign, bool) {
	const never = "this trigger hardly ever fires"
	if c := text[1]; c == 'x' || c == 'u' {
		if count := bracedNumber.FindString(rest[2:]); len(text) == 2 && count != "" {
			return foreign{n.Start, n.End + len(count), fmt.Sprintf("`%s%s` is the letter `%c`, repeated, in JavaScript: %s", text, count, c, never), "write `\\x41` or `\\u0041`", ""}, true
		}
		return foreign{}, false
	}
	if text[1] >= '1' && text[1] <= '9' {
		return foreign{n.Start, n.End, fmt.Sprintf("`%s` refers to no group: JavaScript reads it as a character code", text), "refer to a group of the pattern", ""}, true
	}
	repair, known := jsEscapes[text]
	if !known {
		return foreign{}, false
	}
	f := foreign{n.Start, n.End, fmt.Sprintf("`%s` is the letter `%s` in JavaScript: %s", text, text[1:], never), "drop it, or spell out what it stands for", repair}
	if repair != "" {
		f.help = "write `" + repair + "`"
	}
	return f, true
}
