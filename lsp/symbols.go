package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
	"go.lsp.dev/protocol"
)

// symbol is a node of the outline.
type symbol struct {
	name, detail string
	kind         protocol.SymbolKind
	span, where  syntax.Span // of the whole, and of what names it, inside it
	children     []symbol
}

// outline lists what a reader looks for in a document: the items of its lists under their names,
// and the collections that hold them.
func outline(doc *lint.Document) []symbol {
	var out []symbol
	for _, root := range doc.Roots {
		out = append(out, outlineOf(root)...)
	}
	return out
}

func outlineOf(p *schema.Place) []symbol {
	if p.Via != nil && p.Parent != nil {
		return nil // it is listed where it is written
	}
	var out []symbol
	for _, c := range p.Children {
		if !here(c) || c.Node.Kind == syntax.Scalar {
			continue
		}
		s := symbol{span: entrySpan(c), children: outlineOf(c)}
		if c.Key != nil {
			s.name, s.where, s.kind = c.Key.Value, c.Key.Span, protocol.SymbolKindField
			if c.Node.Kind == syntax.Sequence {
				s.kind = protocol.SymbolKindArray
			}
		} else {
			s.name, s.detail, s.where = itemName(c)
			s.kind = protocol.SymbolKindObject
			if t := c.Type; t != nil && (t.Name == "policy" || t.Name == "trigger" || t.Name == "clause") {
				s.kind = protocol.SymbolKindFunction
			}
		}
		if s.name == "" {
			s.name = `""` // clients refuse a symbol without a name
		}
		if s.where.Start < s.span.Start || s.where.End > s.span.End {
			s.where = syntax.Span{Start: s.span.Start, End: s.span.Start}
		}
		out = append(out, s)
	}
	return out
}

// nameKeys are the keys whose value names an item of a list, and those that tell more of it.
var nameKeys = []struct {
	name   string
	detail []string
}{
	{"name", []string{"rule_type"}},
	{"id", []string{"kind"}},
	{"step_name", []string{"kind", "verb"}},
	{"rule_type", nil},
	{"event", []string{"matcher", "action"}},
	{"field", []string{"operator", "value"}},
	{"after", []string{"level"}},
	{"tool", nil},
}

// itemName returns what an item of a list is called, and where that is written.
func itemName(p *schema.Place) (name, detail string, span syntax.Span) {
	for _, keys := range nameKeys {
		c := p.Child(keys.name)
		if c == nil || c.Node.Kind != syntax.Scalar || c.Node.Value == "" {
			continue
		}
		var details []string
		for _, key := range keys.detail {
			if d := p.Child(key); d != nil && d.Node.Kind == syntax.Scalar && d.Node.Value != "" {
				details = append(details, d.Node.Value)
			}
		}
		return oneLine(c.Node.Value), oneLine(strings.Join(details, " ")), written(c)
	}
	return fmt.Sprintf("[%d]", p.Index), "", syntax.Span{Start: p.Node.Span.Start, End: p.Node.Span.Start}
}

// oneLine makes a text fit for a list: no line breaks, not endless.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return text
}

func (s *server) documentSymbol(_ context.Context, st *state, params *protocol.DocumentSymbolParams) (any, error) {
	b := st.find(params.TextDocument)
	if b == nil {
		return protocol.DocumentSymbolSlice{}, nil
	}
	doc := b.document()
	can := st.client.can.TextDocument
	if can != nil && can.DocumentSymbol != nil && is(can.DocumentSymbol.HierarchicalDocumentSymbolSupport) {
		return protocol.DocumentSymbolSlice(st.symbolTree(doc, outline(doc))), nil
	}
	return protocol.SymbolInformationSlice(st.symbolList(doc, b, "", outline(doc))), nil
}

func (s *state) symbolTree(doc *lint.Document, symbols []symbol) []protocol.DocumentSymbol {
	out := make([]protocol.DocumentSymbol, len(symbols))
	for i, sym := range symbols {
		out[i] = protocol.DocumentSymbol{
			Name: sym.name, Kind: sym.kind,
			Range:          s.rangeOf(doc.Tree.File, sym.span),
			SelectionRange: s.rangeOf(doc.Tree.File, sym.where),
			Children:       s.symbolTree(doc, sym.children),
		}
		if sym.detail != "" {
			out[i].Detail = ptr(sym.detail)
		}
	}
	return out
}

func (s *state) symbolList(doc *lint.Document, b *buffer, container string, symbols []symbol) []protocol.SymbolInformation {
	var out []protocol.SymbolInformation
	for _, sym := range symbols {
		info := protocol.SymbolInformation{Location: protocol.Location{URI: b.uri, Range: s.rangeOf(doc.Tree.File, sym.span)}}
		info.Name, info.Kind = sym.name, sym.kind
		if container != "" {
			info.ContainerName = ptr(container)
		}
		out = append(out, info)
		out = append(out, s.symbolList(doc, b, sym.name, sym.children)...)
	}
	return out
}
