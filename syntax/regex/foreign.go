package regex

import (
	"fmt"
	"regexp"
	"strings"
)

// Foreign is a construct that compiles, and means something else in the engine than where its author
// knows it from.
type Foreign struct {
	Start, End    int    // bytes of the pattern
	Message, Help string // as in Error
	Repair        string // what to put in its place; "" where that is not certain
	Seldom        bool   // because of it the pattern is hardly ever found
}

// posixSets are what the classes of POSIX stand for where there are none, for the inside of brackets.
var posixSets = map[string]string{
	"alnum": "A-Za-z0-9", "alpha": "A-Za-z", "digit": "0-9", "space": `\s`, "blank": ` \t`, "lower": "a-z", "upper": "A-Z",
	"xdigit": "0-9A-Fa-f", "word": `\w`, "punct": "!-/:-@[-`{-~",
}

// jsEscapes are escapes of other engines that are the letter itself in JavaScript, with what to write.
var jsEscapes = map[string]string{
	`\A`: "^", `\Z`: "$", `\z`: "$", `\h`: `[ \t]`, `\H`: `[^ \t]`, `\R`: `\r?\n`, `\e`: `\x1b`, `\a`: `\x07`,
	`\G`: "", `\K`: "", `\Q`: "", `\E`: "", `\p`: "", `\P`: "", `\X`: "", `\k`: "", `\g`: "", `\C`: "", `\N`: "",
}

var (
	posixName    = regexp.MustCompile(`\[:\^?([a-z]+):\]$`)
	slashes      = regexp.MustCompile(`^/(?:.*[\\()\[\]|+*^$ ].*/[gimsuy]{1,4}|[^/]+/(?:i|gi|ig|im|mi))$`)
	openCount    = regexp.MustCompile(`^\{,[0-9]+\}`)
	spacedCount  = regexp.MustCompile(`^\{ *[0-9]+ *,? *[0-9]* *\}`)
	bracedNumber = regexp.MustCompile(`^\{[0-9A-Fa-f]+\}`)
)

// Foreign finds what other engines read in another way.
func (re *Regexp) Foreign() []Foreign {
	var found []Foreign
	if slashes.MatchString(re.Pattern) {
		found = append(found, Foreign{
			End:     len(re.Pattern),
			Message: fmt.Sprintf("the slashes are part of the pattern in %s, and what follows the last one is text", re.Dialect),
			Help:    "write the pattern without slashes, and the flag as `(?i)`",
			Seldom:  true,
		})
	}
	re.Root.Walk(func(n *Node) bool {
		var f *Foreign
		switch n.Op {
		case Class:
			f = re.foreignClass(n)
		case Literal:
			if f = re.foreignCount(n); f == nil {
				f = re.foreignEscape(n)
			}
		}
		if f != nil {
			found = append(found, *f)
		}
		return true
	})
	return found
}

// foreignCount finds a count that is text.
func (re *Regexp) foreignCount(n *Node) *Foreign {
	if n.Start == 0 || re.Text(n) != "{" {
		return nil
	}
	rest := re.Pattern[n.Start:]
	if c := openCount.FindString(rest); c != "" && re.Dialect != Python {
		return &Foreign{n.Start, n.Start + len(c), fmt.Sprintf("`%s` is text in %s, no count", c, re.Dialect), "write `{0" + c[1:] + "`", "{0" + c[1:], true}
	}
	if c := spacedCount.FindString(rest); strings.Contains(c, " ") {
		repair := strings.ReplaceAll(c, " ", "")
		return &Foreign{n.Start, n.Start + len(c), fmt.Sprintf("`%s` is text, no count: a count holds no space", c), "write `" + repair + "`", repair, true}
	}
	return nil
}

// foreignEscape finds an escape that is no more than a character.
func (re *Regexp) foreignEscape(n *Node) *Foreign {
	text := re.Text(n)
	if len(text) < 2 || text[0] != '\\' {
		return nil
	}
	octal := text[1] >= '1' && text[1] <= '7'
	switch {
	case re.Dialect == JavaScript:
		return re.jsEscape(n, text)
	case (text == `\<` || text == `\>`) && re.besideWord(n):
		return &Foreign{n.Start, n.End, fmt.Sprintf("`%s` is a plain `%s` in %s, no edge of a word", text, text[1:], re.Dialect), "write `\\b`", `\b`, true}
	case re.Dialect == RE2 && octal && len(text) > 2:
		return &Foreign{n.Start, n.End, fmt.Sprintf("`%s` is the character U+%04X in RE2, no group", text, n.Rune), "RE2 has no backreferences: write out the texts that may repeat", "", true}
	}
	return nil
}

// gnuEdge finds GNU's edge of the start of a word.
var gnuEdge = regexp.MustCompile(`\\<\w`)

// besideWord reports whether one of GNU's word edges touches a word. The escaped brackets of a tag
// such as `\<\/b\>` do not, or only one of them.
func (re *Regexp) besideWord(n *Node) bool {
	if n.Rune == '<' {
		return gnuEdge.MatchString(re.Pattern[n.Start:min(n.End+1, len(re.Pattern))])
	}
	return n.Start > 0 && isWordByte(rune(re.Pattern[n.Start-1])) && (gnuEdge.MatchString(re.Pattern) || !strings.Contains(re.Pattern, `\<`))
}

// jsEscape finds an escape that JavaScript reads as the letter itself, or as a character code.
func (re *Regexp) jsEscape(n *Node, text string) *Foreign {
	c := text[1]
	if count := bracedNumber.FindString(re.Pattern[n.End:]); (text == `\x` || text == `\u`) && count != "" {
		return &Foreign{n.Start, n.End + len(count), fmt.Sprintf("`%s%s` is the letter `%c`, repeated, in JavaScript", text, count, c), "write `\\x41` or `\\u0041`", "", true}
	}
	if '1' <= c && c <= '9' {
		return &Foreign{n.Start, n.End, fmt.Sprintf("`%s` refers to no group: JavaScript reads it as a character code", text), "refer to a group of the pattern", "", true}
	}
	repair, known := jsEscapes[text]
	if !known {
		return nil
	}
	help := "drop it, or spell out what it stands for"
	if repair != "" {
		help = "write `" + repair + "`"
	}
	return &Foreign{n.Start, n.End, fmt.Sprintf("`%s` is the letter `%s` in JavaScript", text, text[1:]), help, repair, true}
}

// IsPOSIX reports whether a class is written as one of POSIX where there are none.
func (re *Regexp) IsPOSIX(n *Node) bool { return re.foreignClass(n) != nil && len(n.Items) > 0 }

// foreignClass finds classes of POSIX where there are none, and JavaScript's `[^]`.
func (re *Regexp) foreignClass(n *Node) *Foreign {
	if n.Items == nil {
		return nil
	}
	if re.Dialect == JavaScript && n.Negated && len(n.Items) == 0 {
		return &Foreign{n.Start, n.End, "`[^]` is any character in JavaScript: the `]` closes the set", "write `\\]` for a bracket in the set", "", false}
	}
	text := re.Text(n)
	m := posixName.FindStringSubmatchIndex(text)
	if m == nil || re.Dialect == RE2 && m[0] > 0 {
		return nil
	}
	closed := strings.HasPrefix(re.Pattern[n.End:], "]") // then the text would have to hold the bracket
	f := &Foreign{Start: n.Start + m[0], End: n.End, Help: "write the characters themselves", Seldom: closed}
	f.Message = fmt.Sprintf("`%s` is no class in %s: the set holds just these characters", text[m[0]:], re.Dialect)
	set, known := posixSets[text[m[2]:m[3]]]
	switch {
	case re.Dialect == RE2:
		f.Repair = "[" + text + "]"
	case !known || strings.HasPrefix(text[m[0]:], "[:^"):
		return f
	case m[0] == 1 && closed:
		f.Start, f.End = n.Start, n.End+1
		f.Message = fmt.Sprintf("`%s]` is no class in %s: it is one of the characters in the brackets, then a `]`", text, re.Dialect)
		f.Repair = "[" + set + "]"
		if set[0] == '\\' {
			f.Repair = set
		}
	case m[0] == 0:
		f.Repair = "[" + set + "]"
	}
	if f.Repair != "" {
		f.Help = "write `" + f.Repair + "`"
	} else {
		f.Help = "write `" + set + "` inside the brackets"
	}
	return f
}
