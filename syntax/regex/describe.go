package regex

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// maxWords bounds a description, in bytes.
const maxWords = 300

// Describe says in words what the pattern is found in: "`git`, white space, `push`, anything, then
// `--force`". It is short rather than complete; what it leaves out is shown as `…`.
func (re *Regexp) Describe() string {
	d := describer{re: re}
	text := d.node(re.Root)
	if starts, ends := anchors(re.Root); starts && ends && minWidth(re.Root) == 0 && len(sequence(re.Root)) == 2 {
		return "the empty text"
	}
	if len(text) > maxWords {
		cut := strings.LastIndex(text[:maxWords], ", ")
		if cut <= 0 {
			cut = maxWords
			for cut > 0 && !strings.HasPrefix(text[cut:], " ") {
				cut--
			}
		}
		text = text[:cut] + " …"
		if strings.Count(text, "`")%2 == 1 {
			text = text[:strings.LastIndexByte(text, '`')] + "…"
		}
	}
	return text
}

type describer struct {
	re    *Regexp
	depth int
}

// node says what a node matches.
func (d *describer) node(n *Node) string {
	if d.depth > 12 {
		return "…"
	}
	d.depth++
	defer func() { d.depth-- }()
	switch n.Op {
	case Empty:
		return "nothing"
	case Literal:
		return d.literals([]*Node{n})
	case Any:
		if n.Set.Equal(anyRune) {
			return "any character"
		}
		return "any character but a line break"
	case Class, AnyByte:
		return d.class(n)
	case BeginText:
		return "the start of the text"
	case EndText, EndOrLastNL:
		return "the end of the text"
	case BeginLine:
		return "the start of a line"
	case EndLine:
		return "the end of a line"
	case WordEdge:
		return "a word edge"
	case NotWordEdge:
		return "no word edge"
	case Concat:
		return d.sequence(sequence(n))
	case Alternate:
		return d.alternatives(n)
	case Group, Atomic:
		return d.node(n.Subs[0])
	case Repeat:
		return d.repeat(n)
	case Look:
		return d.look(n)
	case Backref:
		return fmt.Sprintf("what group %d matched", n.Index)
	case Conditional:
		return fmt.Sprintf("%s if group %d took part, else %s", d.node(n.Subs[0]), n.Index, d.node(n.Subs[1]))
	}
	return "…"
}

// literals shows characters in a row.
func (d *describer) literals(nodes []*Node) string {
	var b strings.Builder
	fold := false
	for _, n := range nodes {
		fold = fold || n.Fold
		if unicode.IsPrint(n.Rune) {
			b.WriteRune(n.Rune)
		} else {
			b.WriteString(strings.Trim(fmt.Sprintf("%+q", n.Rune), "'"))
		}
	}
	text := code(b.String())
	if fold && strings.ContainsFunc(b.String(), unicode.IsLetter) {
		text += " in any case"
	}
	return text
}

// Show writes a text as code in Markdown: as it is where that can be read, with quotes and escapes
// where it is empty or holds what does not show.
func Show(text string) string {
	plain := text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == '`' })
	switch {
	case plain:
		return "`" + text + "`"
	case strings.Contains(text, "`"):
		return "`` " + strconv.Quote(text) + " ``"
	}
	return "`" + strconv.Quote(text) + "`"
}

// code shows a text as Markdown does.
func code(s string) string {
	switch {
	case s == " ":
		return "a space"
	case s == "`":
		return "a backtick"
	case strings.Contains(s, "`"):
		return `"` + s + `"`
	}
	return "`" + s + "`"
}

// sequence says what nodes match one after the other.
func (d *describer) sequence(nodes []*Node) string {
	var parts []string
	starts, ends := false, false
	if len(nodes) > 1 && nodes[0].Op == BeginText {
		starts = true
		nodes = nodes[1:]
	}
	if last := len(nodes) - 1; last > 0 && (nodes[last].Op == EndText || nodes[last].Op == EndOrLastNL) {
		ends = true
		nodes = nodes[:last]
	}
	for i := 0; i < len(nodes); i++ {
		j := i
		for j < len(nodes) && nodes[j].Op == Literal && nodes[j].Fold == nodes[i].Fold {
			j++
		}
		if j > i {
			parts = append(parts, d.literals(nodes[i:j]))
			i = j - 1
			continue
		}
		if nodes[i].Op == WordEdge {
			if i+1 < len(nodes) && i > 0 {
				continue // between two parts it goes without saying
			}
			if i == 0 && len(nodes) > 1 || i == len(nodes)-1 && len(nodes) > 1 {
				continue
			}
		}
		text := d.node(nodes[i])
		if nodes[i].Op == Alternate && len(nodes) > 1 || nodes[i].Op == Group && nodes[i].Subs[0].Op == Alternate && len(nodes) > 1 {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, ", ")
	if len(parts) > 1 {
		text = strings.Join(parts[:len(parts)-1], ", ") + ", then " + parts[len(parts)-1]
	}
	if edgeWords := wholeWord(nodes); edgeWords != "" {
		text += edgeWords
	}
	switch {
	case starts && ends:
		return "from start to end " + text
	case starts:
		return "at the start " + text
	case ends:
		return text + " at the end"
	}
	return text
}

// wholeWord says what `\b` at the ends asks for.
func wholeWord(nodes []*Node) string {
	if len(nodes) < 2 {
		return ""
	}
	first, last := nodes[0].Op == WordEdge, nodes[len(nodes)-1].Op == WordEdge
	switch {
	case first && last:
		return " as a whole word"
	case first:
		return " at the start of a word"
	case last:
		return " at the end of a word"
	}
	return ""
}

func (d *describer) alternatives(n *Node) string {
	const most = 12
	var parts []string
	for i, s := range n.Subs {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d more", len(n.Subs)-most))
			break
		}
		part := d.node(s)
		if s.Op == Concat && strings.Contains(part, ", ") && len(n.Subs) > 1 {
			part = "(" + part + ")"
		}
		parts = append(parts, part)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " or " + parts[len(parts)-1]
}

func (d *describer) look(n *Node) string {
	word := map[[2]bool]string{
		{false, false}: "followed by ", {false, true}: "not followed by ",
		{true, false}: "preceded by ", {true, true}: "not preceded by ",
	}[[2]bool{n.Behind, n.Negated}]
	return word + d.node(n.Subs[0])
}

// repeat says how often what matches.
func (d *describer) repeat(n *Node) string {
	body := n.Subs[0]
	if words := d.plural(body); words != "" {
		switch {
		case n.Min == 1 && n.Max == Unlimited:
			return words
		case n.Min == 0 && n.Max == Unlimited && words == "anything":
			return words
		case n.Min == 0 && n.Max == Unlimited:
			return "optional " + words
		case words == "anything":
			words = "characters"
		}
		switch {
		case n.Min == 0 && n.Max == 1:
		case n.Min == n.Max:
			return fmt.Sprintf("%d %s", n.Min, words)
		case n.Max == Unlimited:
			return fmt.Sprintf("at least %d %s", n.Min, words)
		default:
			return fmt.Sprintf("%d to %d %s", n.Min, n.Max, words)
		}
	}
	text := d.node(body)
	if strings.Contains(text, ", ") || strings.Contains(text, " or ") {
		text = "(" + text + ")"
	}
	switch {
	case n.Min == 0 && n.Max == 1:
		return "optional " + text
	case n.Min == 0 && n.Max == Unlimited:
		return "any number of " + text
	case n.Min == 1 && n.Max == Unlimited:
		return "one or more " + text
	case n.Min == n.Max:
		return fmt.Sprintf("%d times %s", n.Min, text)
	case n.Max == Unlimited:
		return fmt.Sprintf("at least %d times %s", n.Min, text)
	}
	return fmt.Sprintf("%d to %d times %s", n.Min, n.Max, text)
}

// plural names characters of a kind in the plural; "" if there is no word for them.
func (d *describer) plural(n *Node) string {
	switch {
	case n.Op == Any:
		return "anything"
	case n.Op != Class:
		return ""
	}
	switch d.re.Text(n) {
	case `\d`, "[0-9]":
		return "digits"
	case `\s`:
		return "white space"
	case `\S`:
		return "characters that are no white space"
	case `\w`:
		return "word characters"
	case `[a-z]`:
		return "lower-case letters"
	case `[A-Z]`:
		return "capital letters"
	case `[a-zA-Z]`, `[A-Za-z]`:
		return "letters"
	}
	if n.Items == nil {
		return ""
	}
	if n.Negated {
		return "characters other than " + d.items(n, "and")
	}
	return "characters of " + d.items(n, "and")
}

// class names one character of a set.
func (d *describer) class(n *Node) string {
	switch text := d.re.Text(n); text {
	case `\d`, "[0-9]":
		return "a digit"
	case `\D`:
		return "a character that is no digit"
	case `\s`:
		return "white space"
	case `\S`:
		return "a character that is no white space"
	case `\w`:
		return "a word character"
	case `\W`:
		return "a character that is no word character"
	case `\C`:
		return "any byte"
	default:
		switch {
		case n.Items == nil:
			return "a character of `" + text + "`"
		case len(n.Set) == 0:
			return "a character of an empty set"
		case n.Negated && len(n.Items) == 0:
			return "any character"
		case n.Negated:
			return "a character other than " + d.items(n, "and")
		}
	}
	return "one of " + d.items(n, "or")
}

// items shows what a set in brackets lists; word joins the last two.
func (d *describer) items(n *Node, word string) string {
	var chars strings.Builder
	var parts []string
	for _, it := range n.Items {
		text := d.re.Pattern[it.Start:it.End]
		switch {
		case it.Set == nil && it.Lo == it.Hi && unicode.IsGraphic(it.Lo) && it.Lo != ' ' && it.Lo != '`':
			if chars.Len() > 0 {
				chars.WriteByte(' ')
			}
			chars.WriteRune(it.Lo)
		case text == `\s`:
			parts = append(parts, "white space")
		case text == `\d` || text == "0-9":
			parts = append(parts, "digits")
		case text == `\w`:
			parts = append(parts, "word characters")
		case text == " ":
			parts = append(parts, "a space")
		default:
			parts = append(parts, code(text))
		}
	}
	if chars.Len() > 0 {
		parts = append([]string{"`" + chars.String() + "`"}, parts...)
	}
	const most = 6
	if len(parts) > most {
		parts = append(parts[:most:most], "…")
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " " + word + " " + parts[len(parts)-1]
}
