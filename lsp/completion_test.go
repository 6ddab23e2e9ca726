package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// opened is a state with one open document, and the cursor of the text's `¦`.
func opened(t testing.TB, path, text string) (*state, *buffer, int) {
	t.Helper()
	offset := strings.Index(text, "¦")
	if offset >= 0 {
		text = strings.Replace(text, "¦", "", 1)
	}
	s := &state{client: &client{}, buffers: map[uri.URI]*buffer{}, files: lint.NewWorkspace(nil), results: &sync.Map{}}
	key := uri.File(path)
	s.open(buffer{key: key, uri: key, version: 1, abs: path, file: syntax.NewFile(path, []byte(text))})
	s.files = s.files.With(s)
	return s, s.buffers[key], offset
}

func labelsAt(t testing.TB, path, text string) []string {
	t.Helper()
	s, b, offset := opened(t, path, text)
	var labels []string
	for _, item := range itemsAt(s, b, offset) {
		labels = append(labels, item.Label)
	}
	sort.Strings(labels)
	return labels
}

func itemsAt(s *state, b *buffer, offset int) []protocol.CompletionItem {
	doc := b.document()
	params := &protocol.CompletionParams{}
	params.TextDocument.URI = b.key
	params.Position = s.position(doc.Tree.File, offset)
	result, err := (&server{}).completion(nil, s, params)
	if err != nil {
		panic(err)
	}
	return result.(*protocol.CompletionList).Items
}

type registryRule struct {
	Name    string
	Points  []string                   `json:"enforcement_points"`
	Schema  map[string]registryParam   `json:"params_schema"`
	Example map[string]json.RawMessage `json:"example"`
}

type registryParam struct {
	Type  string
	Enum  []string
	Path  string
	Items *struct {
		Enum []string
	}
	Properties map[string]registryParam
}

func registry(t testing.TB) []registryRule {
	t.Helper()
	data, err := os.ReadFile("../schema/data/kyvvu-rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Rules []registryRule }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Rules) != 25 {
		t.Fatalf("%d rules", len(file.Rules))
	}
	return file.Rules
}

// place is a way to write the params of a rule around the cursor.
type placing struct {
	name    string
	nesting string // "", "not", "all_of"
	flow    bool
	crlf    bool
	more    bool // another policy below
	below   bool // rule_type below params
}

func placings() []placing {
	var out []placing
	for _, nesting := range []string{"", "not", "all_of"} {
		for bits := range 16 {
			p := placing{nesting: nesting, flow: bits&1 != 0, crlf: bits&2 != 0, more: bits&4 != 0, below: bits&8 != 0}
			p.name = fmt.Sprintf("%s flow=%t crlf=%t more=%t below=%t", nesting, p.flow, p.crlf, p.more, p.below)
			out = append(out, p)
		}
	}
	return out
}

// write puts a rule with the params' text into a manifest. In block style entries are lines, in flow
// style the entries of a mapping; the one with `¦` is where the cursor is.
func (p placing) write(rule string, entries []string) string {
	var b strings.Builder
	b.WriteString("name: m\nversion: \"1\"\npolicies:\n  - name: first\n")
	indent := "    "
	pair := func(key, value string) { fmt.Fprintf(&b, "%s%s: %s\n", indent, key, value) }
	body := func() {
		params := func() {
			if p.flow {
				fmt.Fprintf(&b, "%sparams: {%s}\n", indent, strings.Join(entries, ", "))
				return
			}
			fmt.Fprintf(&b, "%sparams:\n", indent)
			for _, e := range entries {
				fmt.Fprintf(&b, "%s  %s\n", indent, e)
			}
		}
		if p.below {
			params()
			pair("rule_type", rule)
		} else {
			pair("rule_type", rule)
			params()
		}
	}
	switch p.nesting {
	case "not":
		pair("rule_type", "not")
		b.WriteString("    params:\n      condition:\n")
		indent = "        "
		body()
	case "all_of":
		pair("rule_type", "all_of")
		b.WriteString("    params:\n      conditions:\n        - rule_type: current_is\n          params: {kind: step.exec}\n")
		start := b.Len()
		indent = "          "
		body()
		text := b.String()
		item := text[start:]
		b.Reset()
		b.WriteString(text[:start] + "        - " + strings.TrimPrefix(item, indent))
	default:
		body()
	}
	b.WriteString("    severity: low\n    enforcement_point: step_execution\n")
	if p.more {
		b.WriteString("  - name: second\n    rule_type: field_not_empty\n    params:\n      field: kind\n    severity: low\n    enforcement_point: step_execution\n")
	}
	text := b.String()
	if p.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

const manifestPath = "/w/manifests/m.yaml"

// TestParamsOfEveryRule asks for keys in the params of every rule, in every way to write them, with
// none, one or all but one of the params there.
func TestParamsOfEveryRule(t *testing.T) {
	for _, rule := range registry(t) {
		var names []string
		for name := range rule.Schema {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, p := range placings() {
			for _, there := range [][]string{nil, names[:1], names[:len(names)-1]} {
				var entries []string
				for _, name := range there {
					entries = append(entries, name+": "+sample(rule.Schema[name], p.flow))
				}
				for _, typed := range []string{"¦", names[len(names)-1][:1] + "¦"} {
					text := p.write(rule.Name, append(slices.Clone(entries), typed))
					want := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(there, n) })
					if got := labelsAt(t, manifestPath, text); !slices.Equal(got, want) {
						t.Errorf("%s, %s: got %v, want %v in\n%s", rule.Name, p.name, got, want, text)
						return
					}
				}
			}
		}
	}
}

// sample is some value of a param, on one line.
func sample(p registryParam, flow bool) string {
	switch p.Type {
	case "array":
		return "[]"
	case "object":
		return "{}"
	case "integer", "number":
		return "1"
	case "boolean":
		return "true"
	}
	return "x"
}

// TestValuesOfEveryParam asks for the value of every param that has known ones.
func TestValuesOfEveryParam(t *testing.T) {
	agent := names(schema.Vocabulary("agent_attribute"))
	for _, rule := range registry(t) {
		for name, param := range rule.Schema {
			var want []string
			list := false
			switch {
			case len(param.Enum) > 0:
				want = slices.Clone(param.Enum)
			case param.Items != nil && len(param.Items.Enum) > 0:
				want, list = slices.Clone(param.Items.Enum), true
			case param.Type == "boolean":
				want = []string{"false", "true"}
			case param.Path == "agent":
				want = agent
			default:
				continue
			}
			sort.Strings(want)
			for _, p := range placings() {
				forms := []string{name + ": ¦", name + ": s¦"}
				if !p.flow {
					forms = append(forms, name+":¦", name+": \"¦", name+": '¦'")
				} else {
					forms = append(forms, name+": \"¦\"")
				}
				if list {
					forms = []string{name + ": [¦]", name + ": [step.exec, ¦]", name + ": [\"¦\"]"}
					if !p.flow {
						forms = append(forms, name+": ¦", name+": [¦", name+":\n        "+strings.Repeat(" ", p.depth())+"- ¦")
					}
				}
				for _, form := range forms {
					text := p.write(rule.Name, []string{form})
					if got := labelsAt(t, manifestPath, text); !slices.Equal(got, want) {
						t.Errorf("%s.%s, %s: got %v, want %v in\n%s", rule.Name, name, p.name, got, want, text)
						return
					}
				}
			}
		}
	}
}

func (p placing) depth() int {
	switch p.nesting {
	case "not":
		return 4
	case "all_of":
		return 6
	}
	return 0
}

func names(t *schema.Type) []string {
	var out []string
	for _, v := range t.Enum {
		out = append(out, v.Name)
	}
	sort.Strings(out)
	return out
}

// TestAcceptedEdits accepts every completion of many places and checks that nothing but the cursor's
// line changes, that the text then parses, and that the rest of it is as it was.
func TestAcceptedEdits(t *testing.T) {
	for _, rule := range registry(t) {
		for _, p := range placings() {
			text := p.write(rule.Name, []string{"¦"})
			s, b, offset := opened(t, manifestPath, text)
			for _, item := range itemsAt(s, b, offset) {
				edit := item.TextEdit.(*protocol.TextEdit)
				span := s.span(b.file, edit.Range)
				if edit.Range.Start.Line != edit.Range.End.Line || !span.Touches(offset) {
					t.Fatalf("%s: the edit of %s is at %v", p.name, item.Label, edit.Range)
				}
				after := b.file.Text[:span.Start] + edit.NewText + b.file.Text[span.End:]
				if tree := syntax.Parse(manifestPath, []byte(after)); len(tree.Errors) > 0 {
					t.Fatalf("%s: with %s the text does not parse: %s\n%s", p.name, item.Label, tree.Errors[0].Message, after)
				}
			}
		}
	}
}
