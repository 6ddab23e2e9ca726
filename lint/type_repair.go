package lint

import (
	"math"
	"strconv"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// typeRepair says how a value gets its type, and does so where that is certain.
func (p *Pass) typeRepair(place *schema.Place) (help string, fixes []Fix) {
	n, t := place.Node, place.Type
	replace := func(title, text string, safe bool) []Fix {
		if place.Via != nil {
			return nil
		}
		return []Fix{{Title: title, Safe: safe, Edits: []Edit{{Span: n.Span, New: text}}}}
	}
	if n.Kind == syntax.Mapping && t.Kind == schema.Sequence {
		return p.listRepair(place)
	}
	if n.Kind != syntax.Scalar {
		return "", nil
	}
	switch t.Kind {
	case schema.String:
		if value, ok := n.Float(); ok && len(t.Enum) > 0 {
			// `1.0` is the number that the text `1` stands for.
			if text := strconv.FormatFloat(value, 'f', -1, 64); text != n.Value && inEnum(t, text) {
				quoted := p.Quote(text, syntax.DoubleQuoted)
				return "write " + quoted + " with quotes", replace("Change to `"+text+"`", quoted, true)
			}
		}
		if len(t.Enum) > 0 && !t.OpenEnum && !inEnum(t, n.Value) {
			if len(t.Enum) <= fewValues {
				help = "use " + quoteList(t.Names(), "or")
			}
			return help, nil
		}
		if n.Style != syntax.Plain || n.TagSpan.Len() > 0 {
			return "", nil
		}
		quoted := p.Quote(n.Value, syntax.DoubleQuoted)
		return "write " + quoted + " with quotes", replace("Quote the value", quoted, true)
	case schema.Boolean:
		if n.Tag == syntax.Str && syntax.ResolvePlain(n.Value) == syntax.Bool {
			value, _ := (&syntax.Node{Tag: syntax.Bool, Value: n.Value}).Bool()
			text := strconv.FormatBool(value)
			return "a quoted `" + n.Value + "` is a text; write " + text + " without quotes", replace("Remove the quotes", text, true)
		}
		if value, ok := n.Int(); ok && (value == 0 || value == 1) {
			text := strconv.FormatBool(value == 1)
			return "write " + text, replace("Change to `"+text+"`", text, false)
		}
	case schema.Integer, schema.Number:
		if n.Tag == syntax.Str {
			switch tag := syntax.ResolvePlain(n.Value); {
			case tag == syntax.Int, tag == syntax.Float && t.Kind == schema.Number:
				return "write " + n.Value + " without quotes", replace("Remove the quotes", n.Value, true)
			}
			if value, err := strconv.ParseFloat(n.Value, 64); err == nil && value == math.Trunc(value) && math.Abs(value) < 1e15 {
				text := strconv.FormatInt(int64(value), 10)
				return "YAML 1.1 reads it as a text; write " + text, replace("Change to `"+text+"`", text, true)
			}
		}
		if value, ok := n.Float(); ok && value == math.Trunc(value) && math.Abs(value) < 1e15 {
			text := strconv.FormatInt(int64(value), 10)
			return "write " + text, replace("Change to `"+text+"`", text, true)
		}
	case schema.Sequence:
		if t.Items != nil && t.Items.Kind == schema.String && n.Tag == syntax.Str && n.Style != syntax.Literal && n.Style != syntax.Folded {
			text := "[" + p.Text(n.Span) + "]"
			if n.Style == syntax.Plain {
				text = "[" + p.Quote(n.Value, syntax.Plain) + "]"
			}
			return "write a list with one item", replace("Make it a list", text, false)
		}
	}
	return "", nil
}

// listRepair makes a mapping the one item of a list.
func (p *Pass) listRepair(place *schema.Place) (help string, fixes []Fix) {
	n := place.Node
	if place.Type.Items == nil || place.Type.Items.Kind != schema.Mapping || len(n.Pairs) == 0 || place.Via != nil {
		return "", nil
	}
	help = "write it as an item, behind a dash"
	if n.Style == syntax.Flow {
		edits := []Edit{
			{Span: syntax.Span{Start: n.Span.Start, End: n.Span.Start}, New: "["},
			{Span: syntax.Span{Start: n.Span.End, End: n.Span.End}, New: "]"},
		}
		return "write it in a list: `[{…}]`", []Fix{{Title: "Make it a list", Edits: edits}}
	}
	if place.Key == nil {
		return help, nil
	}
	// Every line of it moves two columns in.
	var edits []Edit
	text := p.Tree.File.Text
	for line := p.lineStart(n.Span.Start); line < n.Span.End; line = p.nextLine(p.lineEnd(line)) {
		at := syntax.Span{Start: max(line, n.Span.Start), End: max(line, n.Span.Start)}
		switch {
		case len(edits) == 0:
			edits = append(edits, Edit{Span: at, New: "- "})
		case strings.TrimSpace(text[line:p.lineEnd(line)]) != "":
			edits = append(edits, Edit{Span: at, New: "  "})
		}
	}
	return help, []Fix{{Title: "Make it a list", Edits: edits}}
}
