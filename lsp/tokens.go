package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// The token types that we give, by their place in the legend. Everything that YAML highlighting
// knows is left to it; we mark what only the schema knows.
const (
	tokenProperty = iota
	tokenEnum
	tokenType
	tokenVariable
	tokenParameter
	tokenRegexp
	tokenNumber
	tokenString
	tokenComment
	tokenFunction
)

const modifierDeprecated = 1

func legend() protocol.SemanticTokensLegend {
	return protocol.SemanticTokensLegend{
		TokenTypes:     []string{"property", "enumMember", "type", "variable", "parameter", "regexp", "number", "string", "comment", "function"},
		TokenModifiers: []string{"deprecated"},
	}
}

type token struct {
	span      syntax.Span
	kind      int
	modifiers int
}

func (s *server) semanticTokens(_ context.Context, st *state, params *protocol.SemanticTokensParams) (any, error) {
	b := st.find(params.TextDocument)
	if b == nil {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	return st.encodeTokens(b.document(), syntax.Span{Start: 0, End: len(b.document().Tree.File.Text)}), nil
}

func (s *server) semanticTokensRange(_ context.Context, st *state, params *protocol.SemanticTokensRangeParams) (any, error) {
	b := st.find(params.TextDocument)
	if b == nil {
		return &protocol.SemanticTokens{Data: []uint32{}}, nil
	}
	return st.encodeTokens(b.document(), st.span(b.document().Tree.File, params.Range)), nil
}

// tokens lists the tokens of a document in order; none overlaps another.
func tokens(doc *lint.Document) []token {
	var out []token
	for _, p := range doc.Places {
		if p.Parent == nil || !here(p) {
			continue
		}
		if p.Key != nil && p.Field != nil {
			t := token{span: p.Key.Span, kind: tokenProperty}
			if p.Field.Deprecated != "" {
				t.modifiers = modifierDeprecated
			}
			out = append(out, t)
		}
		if p.Via == nil && p.Node.Kind == syntax.Scalar && p.Type != nil && p.Node.Span.Len() > 0 {
			out = append(out, valueTokens(doc, p)...)
		}
	}
	for _, c := range doc.Tree.Comments {
		if strings.HasPrefix(strings.TrimLeft(c.Text, "# \t"), "forgelint:") {
			out = append(out, token{span: c.Span, kind: tokenComment})
		}
	}
	slices.SortStableFunc(out, func(a, b token) int { return a.span.Start - b.span.Start })
	return out
}

func valueTokens(doc *lint.Document, p *schema.Place) []token {
	t := token{span: p.Node.Span, kind: -1}
	switch format := p.Type.Format; {
	case strings.HasPrefix(format, "regex:"), format == "matcher":
		t.kind = tokenRegexp
	case format == "rule-type":
		t.kind = tokenFunction
	case strings.HasPrefix(format, "path:"), format == "condition-field":
		t.kind = tokenVariable
	case format == "flag", format == "behavior-id", format == "contract-tool":
		t.kind = tokenType
	case format == "template", format == "message-template":
		return variableTokens(doc, p)
	case len(p.Type.Enum) > 0, p.Type.Kind == schema.Boolean:
		t.kind = tokenEnum
	case p.Type.Kind == schema.Integer, p.Type.Kind == schema.Number:
		t.kind = tokenNumber
	default:
		return nil
	}
	return []token{t}
}

// variableTokens marks the `{variables}` of a template, each where it is written.
func variableTokens(doc *lint.Document, p *schema.Place) []token {
	var out []token
	value := p.Node.Value
	for start := 0; ; {
		i := strings.IndexByte(value[start:], '{')
		if i < 0 {
			return out
		}
		i += start
		j := strings.IndexAny(value[i+1:], "{}\n")
		if j < 0 || value[i+1+j] != '}' {
			start = i + 1
			continue
		}
		end := i + 1 + j + 1
		out = append(out, token{span: doc.Tree.Source(p.Node, i, end), kind: tokenParameter})
		start = end
	}
}

// encodeTokens writes tokens as the protocol wants them: five numbers each, relative to the one
// before; a token that goes over several lines is cut into its lines.
func (s *state) encodeTokens(doc *lint.Document, in syntax.Span) *protocol.SemanticTokens {
	data := []uint32{}
	file := doc.Tree.File
	var lastLine, lastStart uint32
	emit := func(span syntax.Span, t token) {
		if span.Len() <= 0 {
			return
		}
		start, end := s.position(file, span.Start), s.position(file, span.End)
		if start.Line < lastLine || start.Line == lastLine && start.Character < lastStart || end.Line != start.Line {
			return
		}
		delta := start.Character
		if start.Line == lastLine {
			delta -= lastStart
		}
		data = append(data, start.Line-lastLine, delta, end.Character-start.Character, uint32(t.kind), uint32(t.modifiers))
		lastLine, lastStart = start.Line, start.Character
	}
	for _, t := range tokens(doc) {
		if t.span.End < in.Start || t.span.Start > in.End {
			continue
		}
		first, last := file.Position(t.span.Start).Line, file.Position(t.span.End).Line
		for line := first; line <= last; line++ {
			of := file.LineSpan(line)
			emit(syntax.Span{Start: max(of.Start, t.span.Start), End: min(of.End, t.span.End)}, t)
		}
	}
	return &protocol.SemanticTokens{Data: data}
}
