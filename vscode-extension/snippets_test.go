// Package vscode holds the tests of what the extension is made of beside its TypeScript: snippets,
// icon, versions.
package vscode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// snippet is an entry of a snippet file of VS Code. It has no prefix: the extension offers it where it
// fits, and VS Code in its command Insert Snippet.
type snippet struct {
	Description  string   `json:"description"`
	IsWholeFile  bool     `json:"isFileTemplate,omitempty"`
	Body         []string `json:"body"`
	file         string   // where it is tried
	before       string   // what stands in that file before it
	indent       int      // of the place where it is tried
	source       string   // what it is made of
	enforcements []string // of a policy: what its rule supports
}

// snippets are made of policy files: the sources beside the snippet files, and the registry's example
// of each rule type.
func snippets(t *testing.T) (yaml, json map[string]*snippet) {
	t.Helper()
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join("snippets", "source", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	title := func(format string) string {
		f := schema.Lookup(format)
		return f.Title + ". " + f.Doc
	}
	const index = "schema_version: \"1\"\nbehaviors:\n"
	yaml = map[string]*snippet{
		"Behavior": {
			IsWholeFile: true, Description: title("behavior"),
			file: "behaviors/my-behavior/behavior.yaml", source: read("behavior.yaml"),
		},
		"Behavior index entry": {
			Description: schema.Lookup("behavior-index").Doc,
			file:        "behaviors/index.yaml", before: index, indent: 2, source: read("index-entry.yaml"),
		},
		"Manifest": {
			IsWholeFile: true, Description: title("kyvvu-manifest"),
			file: "policies/manifest.yaml", source: read("manifest.yaml"),
		},
		"forgelint configuration": {
			IsWholeFile: true, Description: title("config"),
			file: ".forgelint.yaml", source: read("configuration.yaml"),
		},
	}
	manifest := schema.Lookup("kyvvu-manifest")
	for _, name := range manifest.RuleNames() {
		rule := manifest.Rules[name]
		yaml["Policy: "+name] = &snippet{
			Description: rule.Description,
			file:        "policies/policy.yaml", before: "name: One policy\nversion: \"1.0.0\"\npolicies:\n", indent: 2,
			source: fmt.Sprintf("- name: %s\n  rule_type: %s\n  params:\n%s\n  severity: critical\n  enforcement_point: step_execution\n",
				strings.ReplaceAll(name, "_", " "), name, indented(strings.TrimRight(rule.Example, "\n"), 4)),
			enforcements: rule.EnforcementPoints,
		}
	}
	json = map[string]*snippet{
		"Agent behavior contract": {
			IsWholeFile: true, Description: title("agent-contract"),
			file: "my.contract.json", source: read("contract.json"),
		},
	}
	return yaml, json
}

// TestSnippets holds that the snippet files are what the sources and the schema make of them.
// UPDATE=1 writes them.
func TestSnippets(t *testing.T) {
	yaml, contracts := snippets(t)
	for name, group := range map[string]map[string]*snippet{"yaml": yaml, "json": contracts} {
		for _, s := range group {
			s.Body = strings.Split(strings.TrimRight(s.body(t), "\n"), "\n")
		}
		var out bytes.Buffer
		e := json.NewEncoder(&out) // sorts by name
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(group); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("snippets", name+".json")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(out.String(), string(old)); diff != "" {
			t.Errorf("%s is out of date; UPDATE=1 mends it (-made +there):\n%s", file, diff)
		}
	}
}

// body makes each scalar of the source a place to type in; where the schema lists the values, they
// are the choice. What chooses the shape of the rest stays: schema version and rule type.
func (s *snippet) body(t *testing.T) string {
	before := s.before
	text := before + indented(s.source, s.indent)
	doc := lint.Parse(s.file, "", []byte(text), nil)
	if doc.Format == nil || len(doc.Tree.Errors) > 0 {
		t.Fatalf("%s: format %v, %v:\n%s", s.file, doc.Format, doc.Tree.Errors, text)
	}
	var out strings.Builder
	at, stop := len(before), 0
	for _, p := range doc.Places {
		span := p.Node.Span
		if span.Start < at || p.Node.Kind != syntax.Scalar || s.fixed(p) {
			continue
		}
		if p.Node.Style == syntax.SingleQuoted || p.Node.Style == syntax.DoubleQuoted {
			span.Start++
			span.End--
		}
		stop++
		value := doc.Text(span)
		out.WriteString(escape(text[at:span.Start], `$\}`))
		if choice := s.choice(p, value); len(choice) > 1 {
			fmt.Fprintf(&out, "${%d|%s|}", stop, strings.Join(choice, ","))
		} else {
			fmt.Fprintf(&out, "${%d:%s}", stop, escape(value, `$\}`))
		}
		at = span.End
	}
	out.WriteString(escape(text[at:], `$\}`))
	lines := strings.Split(out.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, strings.Repeat(" ", s.indent))
	}
	return strings.Join(lines, "\n")
}

// fixed reports whether there is but one value, or what stands beside a value depends on it.
func (s *snippet) fixed(p *schema.Place) bool {
	if p.Type != nil {
		switch {
		case p.Type.Format == "rule-type", len(p.Type.Enum) == 1, p.Type.Format == "enforcement-point" && len(s.enforcements) == 1:
			return true
		}
	}
	if p.Parent == nil || p.Parent.Parent == nil || p.Parent.Parent.Type == nil {
		return false
	}
	items := p.Parent.Parent.Type.Items
	return items != nil && items.Switch != nil && items.Switch.Inside && items.Switch.Sibling == p.Name()
}

// choice returns the values that may stand at a place, the one that is there first; nil for a free text.
func (s *snippet) choice(p *schema.Place, value string) []string {
	if p.Type == nil {
		return nil
	}
	names := []string{}
	switch {
	case p.Type.Kind == schema.Boolean:
		names = []string{"true", "false"}
	case p.Type.Format == "enforcement-point" && s.enforcements != nil:
		names = s.enforcements
	default:
		for _, v := range p.Type.Enum {
			if v.Alias == "" && !v.Reserved {
				names = append(names, v.Name)
			}
		}
	}
	choice := []string{value}
	for _, n := range names {
		if n != value {
			choice = append(choice, escape(n, `\,|`))
		}
	}
	return choice
}

func escape(text, characters string) string {
	return regexp.MustCompile("["+regexp.QuoteMeta(characters)+"]").ReplaceAllString(text, `\$0`)
}

func indented(text string, n int) string {
	return regexp.MustCompile(`(?m)^(.)`).ReplaceAllString(text, strings.Repeat(" ", n)+"$1")
}

// warned are the policies whose example in the registry loads, and means something only within a
// compound or with another field.
var warned = []string{"Policy: any_of", "Policy: current_is", "Policy: field_not_empty", "Policy: history_contains"}

// TestSnippetsAreRight expands each snippet as the editor does, without typing into it, and lints the
// file that holds it.
func TestSnippetsAreRight(t *testing.T) {
	yaml, contracts := snippets(t)
	made := 0
	for file, group := range map[string]map[string]*snippet{"yaml": yaml, "json": contracts} {
		raw, err := os.ReadFile(filepath.Join("snippets", file+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var written map[string]snippet
		if err := json.Unmarshal(raw, &written); err != nil {
			t.Fatal(err)
		}
		for name, s := range written {
			want, ok := group[name]
			if !ok {
				t.Errorf("%s.json holds %q, which nothing makes", file, name)
				continue
			}
			made++
			t.Run(name, func(t *testing.T) {
				text := expand(strings.Join(s.Body, "\n") + "\n")
				if text != want.source {
					t.Errorf("expands to another text (-want +got):\n%s", cmp.Diff(want.source, text))
				}
				dir := t.TempDir()
				put(t, dir, yaml["Behavior"].file, yaml["Behavior"].source) // the entry's behavior
				abs := put(t, dir, want.file, want.before+indented(text, want.indent))
				raw, err := os.ReadFile(abs)
				if err != nil {
					t.Fatal(err)
				}
				result, err := lint.Run(lint.Parse(want.file, abs, raw, nil), nil, lint.NewWorkspace(nil))
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range result.Diagnostics {
					if d.Severity == lint.Error || d.Severity == lint.Warning && !slices.Contains(warned, name) {
						t.Errorf("%s[%s] at %s: %s", d.Severity, d.Code, d.Path, d.Message)
					}
				}
			})
		}
	}
	if want := len(schema.Lookup("kyvvu-manifest").Rules) + 5; made != want {
		t.Errorf("%d snippets, want %d", made, want)
	}
}

func put(t *testing.T, dir, name, text string) string {
	abs := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(abs), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(abs, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return abs
}

// expand reads the snippet syntax: `${1:text}`, `${1|a,b|}` (the first), and `\` before a character
// that stands for itself.
func expand(body string) string {
	part := regexp.MustCompile(`\\([$\\}])|\$\{\d+:((?:[^}\\]|\\.)*)\}|\$\{\d+\|((?:[^,|\\]|\\.)*)(?:,(?:[^|\\]|\\.)*)?\|\}`)
	return part.ReplaceAllStringFunc(body, func(found string) string {
		m := part.FindStringSubmatch(found)
		i := slices.IndexFunc(m[1:], func(s string) bool { return s != "" })
		if i < 0 {
			return ""
		}
		return regexp.MustCompile(`\\(.)`).ReplaceAllString(m[1+i], "$1")
	})
}
