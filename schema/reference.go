package schema

import (
	"fmt"
	"slices"
	"strings"
)

// Reference returns the reference page of the format as Markdown, made from its data.
func (f *Format) Reference() string {
	r := reference{format: f, anchors: map[*Type]string{}, words: map[string]bool{}}
	fmt.Fprintf(&r.out, "<!-- Made from schema/data by `UPDATE=1 go test ./schema`. Do not edit. -->\n\n# %s (`%s`)\n\n%s\n\nSource: %s.\n", f.Title, f.ID, f.Doc, f.Source)
	r.queue = append(r.queue, section{"The file", "", f.Root})
	r.anchors[f.Root] = anchor("The file")
	r.sections()
	if len(f.Rules) > 0 {
		r.rules()
		r.sections()
	}
	for _, w := range r.lists {
		fmt.Fprintf(&r.out, "\n## %s\n\n", w.title)
		r.values(w.t)
	}
	return r.out.String()
}

type reference struct {
	format  *Format
	out     strings.Builder
	queue   []section
	anchors map[*Type]string // of the mappings that have a section
	lists   []wordList       // enums that are long or used often
	words   map[string]bool  // titles of lists
}

type section struct {
	title, doc string
	t          *Type
}

type wordList struct {
	title string
	t     *Type
}

// sections writes what is queued, and what that queues.
func (r *reference) sections() {
	for len(r.queue) > 0 {
		s := r.queue[0]
		r.queue = r.queue[1:]
		r.mapping(s)
	}
}

// mapping writes the section of a mapping.
func (r *reference) mapping(s section) {
	fmt.Fprintf(&r.out, "\n## %s\n", s.title)
	if s.doc != "" {
		fmt.Fprintf(&r.out, "\n%s\n", s.doc)
	}
	r.fields(s.t)
	switch {
	case s.t.Open == Closed:
		fmt.Fprintf(&r.out, "\nAny other key is refused")
		if s.t.IgnoredPrefix != "" {
			fmt.Fprintf(&r.out, ", except those that begin with `%s`: they are ignored", s.t.IgnoredPrefix)
		}
		r.out.WriteString(".\n")
	case s.t.Open == Ignored:
		r.out.WriteString("\nAny other key is ignored.\n")
	default:
		r.out.WriteString("\nOther keys may stand here.\n")
	}
}

// fields writes the table of a mapping's keys, and the values of short enums below it.
func (r *reference) fields(t *Type) {
	if len(t.Fields) == 0 {
		return
	}
	r.out.WriteString("\n| key | value | required | default | meaning |\n|---|---|---|---|---|\n")
	var enums []*Field
	var dropped []string
	for _, f := range t.Fields {
		if f.Hidden {
			continue
		}
		if f.Inert != "" && !f.Misleads {
			dropped = append(dropped, "`"+f.Name+"`")
			continue
		}
		value := r.value(f.Type)
		if e := enumOf(f.Type); e != nil && !r.listed(e) {
			enums = append(enums, f)
		}
		def := ""
		if f.Default != "" {
			def = "`" + f.Default + "`"
		}
		fmt.Fprintf(&r.out, "| `%s` | %s | %s | %s | %s |\n", f.Name, cell(value), required(f), def, cell(meaning(f)))
	}
	if len(dropped) > 0 {
		fmt.Fprintf(&r.out, "\nAccepted and dropped: %s.\n", strings.Join(dropped, ", "))
	}
	for _, f := range enums {
		fmt.Fprintf(&r.out, "\nValues of `%s`:\n\n", f.Name)
		r.values(enumOf(f.Type))
	}
}

func meaning(f *Field) string {
	m := f.Doc
	if m != "" && !strings.ContainsAny(m[len(m)-1:], ".!?") {
		m += "."
	}
	if f.Deprecated != "" {
		m += " Deprecated: " + f.Deprecated + "."
	}
	if len(f.Was) > 0 {
		m += " Was `" + strings.Join(f.Was, "`, `") + "`."
	}
	return m
}

func required(f *Field) string {
	switch {
	case f.Required:
		return "yes"
	case f.RequiredWhen != nil && len(f.RequiredWhen.Values) > 4:
		return "for most values of `" + f.RequiredWhen.Sibling + "`"
	case f.RequiredWhen != nil:
		return "if `" + f.RequiredWhen.Sibling + "` is `" + strings.Join(f.RequiredWhen.Values, "` or `") + "`"
	}
	return "no"
}

// value says in words what a value must be.
func (r *reference) value(t *Type) string {
	if t == nil {
		return "anything"
	}
	if t.Switch != nil {
		if t.Switch.Inside {
			for _, g := range groups(t.Switch) {
				r.section("A clause of kind `"+strings.Join(g.values, "`, `")+"`", g.t)
			}
			if e := t.Switch.Else; e != nil {
				r.section("Any other "+t.Name, e)
			}
			return t.Name + ", by its `" + t.Switch.Sibling + "`"
		}
		return "by `" + t.Switch.Sibling + "`"
	}
	var words string
	switch t.Kind {
	case Mapping:
		words = "mapping"
		switch {
		case t.Name != "" && len(t.Fields) > 0:
			words = fmt.Sprintf("[%s](#%s)", t.Name, r.section(heading(t.Name), t))
		case len(t.Fields) > 0:
			var names []string
			for _, f := range t.Fields {
				names = append(names, fmt.Sprintf("`%s` (%s)", f.Name, r.value(f.Type)))
			}
			words = "mapping of " + strings.Join(names, ", ")
		case keyWords[t.Format] != "" && t.Items != nil:
			words = "mapping of " + keyWords[t.Format] + " to " + r.value(t.Items)
		case keyWords[t.Format] != "":
			words = "mapping of " + keyWords[t.Format] + " to values"
		}
	case Sequence:
		words = "list"
		if t.Items != nil && (t.Items.Kind != Any || t.Items.Switch != nil) {
			words = "list of " + r.value(t.Items)
		}
		if t.MinItems > 0 {
			words += fmt.Sprintf(", at least %d", t.MinItems)
		}
	default:
		words = t.Kind.String()
	}
	if e := enumOf(t); e == t && t.Kind != Sequence {
		if r.listed(t) {
			words = fmt.Sprintf("[%s](#%s)", listTitles[t.Format].one, anchor(listTitles[t.Format].all))
		} else {
			words = "`" + strings.Join(t.Names(), "`, `") + "`"
		}
		if t.OpenEnum {
			words += " (others load)"
		}
	}
	if d := formatWords[t.Format]; d != "" && len(t.Enum) == 0 && t.Kind != Mapping {
		words += ": " + d
	}
	if t.Min != nil {
		words += fmt.Sprintf(", ≥ %v", *t.Min)
	}
	if t.Max != nil {
		words += fmt.Sprintf(", ≤ %v", *t.Max)
	}
	if t.MaxLength > 0 {
		words += fmt.Sprintf(", at most %d characters", t.MaxLength)
	}
	if t.PatternWords != "" {
		words += ": " + t.PatternWords
	}
	return words
}

// formatWords says what a text means beyond its type.
var formatWords = map[string]string{
	"path:full": "a full path", "path:property": "a path below `properties`", "path:output": "a path below `output`",
	"path:agent": "an attribute of the agent", "regex:re2": "an RE2 pattern", "regex:python": "a Python pattern",
	"matcher": "a matcher", "template": "a template", "rule-type": "a rule of the registry", "timezone": "an IANA time zone",
	"glob": "a glob", "file": "a path", "tool": "a tool", "flag": "a flag",
}

// keyWords says what the keys of a mapping are.
var keyWords = map[string]string{"path:property": "paths below `properties`", "path:output": "paths below `output`", "glob": "globs", "rule-code": "codes of rules"}

// section queues the section of a mapping and returns its anchor.
func (r *reference) section(title string, t *Type) string {
	if a := r.anchors[t]; a != "" {
		return a
	}
	r.anchors[t] = anchor(title)
	r.queue = append(r.queue, section{title, t.Doc, t})
	return r.anchors[t]
}

// enumOf returns the type whose values are listed: the value's own, or that of a list's items.
func enumOf(t *Type) *Type {
	if t != nil && t.Kind == Sequence {
		t = t.Items
	}
	if t == nil || len(t.Enum) == 0 {
		return nil
	}
	return t
}

// listed reports whether an enum has a list of its own at the end of the page, and sees to it.
func (r *reference) listed(t *Type) bool {
	title := listTitles[t.Format].all
	if title == "" {
		return false
	}
	if !r.words[title] {
		r.words[title] = true
		r.lists = append(r.lists, wordList{title, t})
	}
	return true
}

// listTitles are the names of the enums that are long and used often: of a value, and of the list.
var listTitles = map[string]struct{ one, all string }{
	"kind": {"kind", "Kinds"}, "verb": {"verb", "Verbs"}, "level": {"level", "Levels"}, "agent-class": {"class of agents", "Classes of agents"},
}

func (r *reference) values(t *Type) {
	for _, v := range t.Enum {
		fmt.Fprintf(&r.out, "- `%s`: %s", v.Name, v.Doc)
		if len(v.Tools) > 0 {
			fmt.Fprintf(&r.out, " Sent by %s.", strings.Join(v.Tools, ", "))
		}
		if len(v.Verbs) > 0 {
			fmt.Fprintf(&r.out, " Takes `%s`.", strings.Join(v.Verbs, "`, `"))
		}
		r.out.WriteString("\n")
	}
}

// rules writes the registry.
func (r *reference) rules() {
	r.out.WriteString("\n## Rules\n\nWhat `rule_type` may name. A rule passes or is violated; so is the policy that asks it.\n")
	for _, name := range r.format.RuleNames() {
		rule := r.format.Rules[name]
		fmt.Fprintf(&r.out, "\n### %s\n\n%s\n", name, rule.Description)
		fmt.Fprintf(&r.out, "\n- Enforcement points: `%s`\n", strings.Join(rule.EnforcementPoints, "`, `"))
		if sentence, ok := rule.Sentence(nil); ok {
			fmt.Fprintf(&r.out, "- Evaluated on %s\n- Violated when %s\n", rule.Evaluated, sentence.Violated)
		}
		if rule.Complexity != "" {
			fmt.Fprintf(&r.out, "- Complexity: %s\n", rule.Complexity)
		}
		r.fields(rule.Params)
		if rule.Example != "" {
			fmt.Fprintf(&r.out, "\n```yaml\nrule_type: %s\nparams:\n%s\n```\n", name, indented(rule.Example))
		}
	}
}

// heading makes a title of a type's name.
func heading(name string) string {
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
}

func indented(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

// cell escapes what would end a cell of a table.
func cell(s string) string {
	return strings.ReplaceAll(strings.Join(slices.DeleteFunc(strings.Split(s, "\n"), func(l string) bool { return l == "" }), " "), "|", "\\|")
}

// anchor is the name that a heading gets on the usual hosts.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, title)
}
