package lsp

import (
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"go.lsp.dev/protocol"
)

// markup is a Markdown text in the form that the client wants: its first choice that we can give,
// plain text where it names none.
func (s *state) markup(formats []protocol.MarkupKind, markdown string) *protocol.MarkupContent {
	if i := slices.IndexFunc(formats, func(k protocol.MarkupKind) bool {
		return k == protocol.MarkupKindMarkdown || k == protocol.MarkupKindPlainText
	}); i >= 0 && formats[i] == protocol.MarkupKindMarkdown {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: markdown}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: plainText(markdown)}
}

var markdownMarks = regexp.MustCompile("(?m)^```.*\n?|\\*\\*|^#+ |^\\|?[-|: ]+\\|$\n?")

// plainText takes the marks out of a Markdown text of ours.
func plainText(markdown string) string {
	text := markdownMarks.ReplaceAllString(markdown, "")
	text = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`).ReplaceAllString(text, "$1 ($2)")
	return strings.TrimSpace(strings.ReplaceAll(text, "`", ""))
}

// typeName says in a few words what a value has to be.
func typeName(t *schema.Type) string {
	switch {
	case t == nil || t.Kind == schema.Any:
		return "any value"
	case t.Kind == schema.Sequence && t.Items != nil:
		return "list of " + typeName(t.Items)
	case t.Kind == schema.Mapping && t.Name != "":
		return "mapping (" + t.Name + ")"
	case len(t.Enum) > 0 && t.Format != "":
		return strings.ReplaceAll(t.Format, "-", " ")
	}
	return t.Kind.String()
}

// ruleText describes a rule type of the registry.
func ruleText(r *schema.RuleType) string {
	var b strings.Builder
	b.WriteString(r.Description)
	if words := violationWords(r); words != "" {
		b.WriteString("\n\n**In plain words**: " + words)
	}
	if len(r.EnforcementPoints) > 0 {
		b.WriteString("\n\n**Enforcement points**: `" + strings.Join(r.EnforcementPoints, "`, `") + "`")
	}
	if r.Complexity != "" {
		b.WriteString("\n\n**Complexity**: " + r.Complexity)
	}
	return b.String()
}

func violationWords(r *schema.RuleType) string {
	sentence, ok := r.Sentence(nil)
	if !ok {
		return ""
	}
	return "evaluated on " + r.Evaluated + "; violated when " + sentence.Violated
}
