package schema_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// These tests read the specifications themselves: every key, value and limit that they name must be in
// the data, and nothing else.

func spec(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared.Dir(t), "spec", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// between returns the text after one line and before another.
func between(t *testing.T, text, after, before string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, after)
	if !ok {
		t.Fatalf("the specification has no %q", after)
	}
	part, _, ok := strings.Cut(rest, before)
	if !ok {
		t.Fatalf("the specification has no %q after %q", before, after)
	}
	return part
}

// rows are the lines of a table whose cells are divided by tabs, without its head.
func rows(text string) [][]string {
	var out [][]string
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "`") && strings.Contains(line, "\t") {
			cells := strings.Split(line, "\t")
			cells[0] = strings.Trim(cells[0], "`")
			out = append(out, cells)
		}
	}
	return out
}

var quoted = regexp.MustCompile("`([^`]+)`")

func quotedWords(text string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

const behaviorSpec = "dotforge-behavior-schema-v1.txt"

// fieldAt finds a field of a behavior by the spec's short path: `triggers[].event`, `recovery.hint`.
func fieldAt(short string) *schema.Field {
	types := schema.Lookup("behavior").Types
	holder, name, ok := strings.Cut(short, ".")
	if !ok {
		if f := schema.Lookup("behavior").Root.Field(short); f != nil {
			return f
		}
		return types["rendering"].Field(short)
	}
	return types[map[string]string{"policy": "policy", "triggers[]": "trigger", "enforcement": "enforcement", "escalation[]": "escalation", "recovery": "recovery"}[holder]].Field(name)
}

func TestBehaviorConstraints(t *testing.T) {
	table := rows(between(t, spec(t, behaviorSpec), "Field constraints summary", "3. Closed DSL"))
	if len(table) != 22 {
		t.Errorf("%d rows", len(table))
	}
	for _, row := range table {
		name, kind, need, def, constraint := row[0], row[1], row[2], row[3], row[4]
		f := fieldAt(name)
		if f == nil {
			t.Errorf("no field %s", name)
			continue
		}
		want := map[string]schema.Kind{"string": schema.String, "enum": schema.String, "boolean": schema.Boolean, "array": schema.Sequence, "integer": schema.Integer}[kind]
		if f.Type.Kind != want {
			t.Errorf("%s is a %v, want %s", name, f.Type.Kind, kind)
		}
		if f.Required != (need == "yes") || (f.RequiredWhen != nil) != (need == "conditional") {
			t.Errorf("%s: required %v %v, want %s", name, f.Required, f.RequiredWhen, need)
		}
		if def = strings.Trim(def, "`"); def == "—" {
			def = ""
		}
		if f.Default != def {
			t.Errorf("%s: default %q, want %q", name, f.Default, def)
		}
		if f.RequiredWhen != nil {
			for _, v := range f.RequiredWhen.Values {
				if !strings.Contains(constraint, "`"+v+"`") {
					t.Errorf("%s: required for %s, %s", name, v, constraint)
				}
			}
		}
		switch {
		case kind == "enum" && strings.HasPrefix(constraint, "`"):
			values := quotedWords(strings.Split(constraint, "(")[0])
			if !slices.Equal(f.Type.Names(), values) {
				t.Errorf("%s: %v, want %v", name, f.Type.Names(), values)
			}
		case strings.HasPrefix(constraint, "Max "):
			n, _ := strconv.Atoi(strings.Fields(constraint)[1])
			if f.Type.MaxLength != n {
				t.Errorf("%s: at most %d, want %d", name, f.Type.MaxLength, n)
			}
		case constraint == ">= 1":
			if f.Type.Min == nil || *f.Type.Min != 1 {
				t.Errorf("%s: %v", name, f.Type.Min)
			}
		case constraint == "At least 1 item":
			if f.Type.MinItems != 1 {
				t.Errorf("%s: at least %d", name, f.Type.MinItems)
			}
		case strings.HasPrefix(constraint, "Kebab-case: "):
			if f.Type.Pattern != "^"+quotedWords(constraint)[0]+"$" {
				t.Errorf("%s: %s", name, f.Type.Pattern)
			}
		case constraint == "One of 5 levels":
			if len(f.Type.Enum) != 5 {
				t.Errorf("%s: %v", name, f.Type.Names())
			}
		}
	}
	// The table's words "Required when" are checked above; these are its two pairs of values.
	for name, want := range map[string][]string{"triggers[].on_present": {"consume", "keep"}, "triggers[].on_absent": {"skip", "violate"}} {
		if got := fieldAt(name).Type.Names(); !slices.Equal(got, want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

var (
	enumComment = regexp.MustCompile(`enum \[([^\]]*)\]`)
	maxComment  = regexp.MustCompile(`max (\d+) chars`)
)

// TestBehaviorReference binds the specification's complete reference, and reads its comments.
func TestBehaviorReference(t *testing.T) {
	text := between(t, spec(t, behaviorSpec), "2. Complete Field Reference\n\n", "Field constraints summary")
	tree := syntax.Parse("behavior.yaml", []byte(text))
	if len(tree.Errors) > 0 {
		t.Fatal(tree.Errors)
	}
	seen := map[*schema.Field]bool{}
	for _, p := range schema.Lookup("behavior").Bind(tree.Docs[0]) {
		if p.Key == nil {
			continue
		}
		if p.Field == nil {
			t.Errorf("%s is no key of the data", p.Path())
			continue
		}
		seen[p.Field] = true
		line := text[p.Key.Span.Start:]
		line, _, _ = strings.Cut(line, "\n")
		_, comment, ok := strings.Cut(line, "# ")
		if !ok {
			continue
		}
		if m := enumComment.FindStringSubmatch(comment); m != nil {
			if want := strings.Split(m[1], ", "); !slices.Equal(p.Type.Names(), want) {
				t.Errorf("%s: %v, want %v", p.Path(), p.Type.Names(), want)
			}
		}
		if m := maxComment.FindStringSubmatch(comment); m != nil && strconv.Itoa(p.Type.MaxLength) != m[1] {
			t.Errorf("%s: at most %d, want %s", p.Path(), p.Type.MaxLength, m[1])
		}
		if strings.Contains(comment, ", required") && !p.Field.Required || strings.Contains(comment, ", optional") && p.Field.Required {
			t.Errorf("%s: required %v: %s", p.Path(), p.Field.Required, comment)
		}
	}
	// All but the flags, which the reference leaves to §3.5.
	for name, typ := range schema.Lookup("behavior").Types {
		for _, f := range typ.Fields {
			if !seen[f] && f.Name != "flag" && f.Name != "on_present" && f.Name != "on_absent" {
				t.Errorf("%s.%s is in the data and not in the reference", name, f.Name)
			}
		}
	}
}

func TestBehaviorTables(t *testing.T) {
	text := spec(t, behaviorSpec)
	values := map[string]schema.Value{}
	var fields []string
	for _, v := range schema.ConditionFields() {
		values[v.Name] = v
		if v.Alias == "" {
			fields = append(fields, v.Name)
		}
	}
	var want []string
	for _, row := range rows(between(t, text, "tool_input fields", "session_state fields")) {
		want = append(want, row[0])
		if tools := strings.Join(values[row[0]].Tools, ", "); tools != row[1] {
			t.Errorf("%s: tools %s, want %s", row[0], tools, row[1])
		}
		if !slices.Equal(values[row[0]].Operands, []string{"text"}) {
			t.Errorf("%s: %v", row[0], values[row[0]].Operands)
		}
	}
	for _, row := range rows(between(t, text, "session_state fields", "Operators")) {
		want = append(want, row[0])
		if row[1] != "integer" || !slices.Equal(values[row[0]].Operands, []string{"number"}) {
			t.Errorf("%s: %v", row[0], values[row[0]].Operands)
		}
	}
	if !slices.Equal(fields, want) {
		t.Errorf("fields %v, want %v", fields, want)
	}
	operands := map[string]string{}
	for _, v := range schema.Operators() {
		operands[v.Name] = strings.Join(v.Operands, " ")
	}
	wantOps := map[string]string{}
	for _, row := range rows(between(t, text, "String operators", "Numeric operators")) {
		wantOps[row[0]] = "text"
	}
	for _, row := range rows(between(t, text, "Numeric operators", "Existence operators")) {
		wantOps[row[0]] = strings.TrimSpace(wantOps[row[0]] + " number")
	}
	for _, row := range rows(between(t, text, "Existence operators", "3.5 Trigger Actions")) {
		wantOps[row[0]] = "text number"
	}
	if fmt.Sprint(operands) != fmt.Sprint(wantOps) {
		t.Errorf("operators %v, want %v", operands, wantOps)
	}
	var actions, variables []string
	for _, row := range rows(between(t, text, "3.5 Trigger Actions", "set_flag\n")) {
		actions = append(actions, row[0])
	}
	if got := fieldAt("triggers[].action").Type.Names(); !slices.Equal(got, actions) {
		t.Errorf("actions %v, want %v", got, actions)
	}
	for _, row := range rows(between(t, text, "4. Template Variables", "5. behaviors/index.yaml")) {
		variables = append(variables, strings.Trim(row[0], "{}"))
	}
	var got []string
	for _, v := range schema.TemplateVariables() {
		got = append(got, v.Name)
	}
	if !slices.Equal(got, variables) {
		t.Errorf("variables %v, want %v", got, variables)
	}
	// The examples of §5, §7 and §8 hold known keys only.
	for format, part := range map[string]string{
		"behavior-index": between(t, text, "see SPEC.md Section 4).\n", "Rules:"),
		"behavior":       between(t, text, "7. Complete Example: search-first", "8. Complete Example"),
	} {
		for _, p := range schema.Lookup(format).Bind(syntax.Parse("x.yaml", []byte(part)).Docs[0]) {
			if p.Key != nil && p.Field == nil {
				t.Errorf("%s: %s is no key of the data", format, p.Path())
			}
		}
	}
}

const contractSpec = "agent-behavior-contract-v0.txt"

var contractKey = regexp.MustCompile(`(?m)^  "(\w+)":.*// (required|optional)`)

func TestContractTables(t *testing.T) {
	text := spec(t, contractSpec)
	format := schema.Lookup("agent-contract")
	check := func(part string, typ *schema.Type, more ...string) {
		t.Helper()
		var names []string
		for _, m := range contractKey.FindAllStringSubmatch(part, -1) {
			f := typ.Field(m[1])
			if f == nil {
				t.Errorf("no key %s", m[1])
				continue
			}
			names = append(names, m[1])
			if f.Required != (m[2] == "required") {
				t.Errorf("%s: required %v", m[1], f.Required)
			}
		}
		names = append(names, more...)
		var got []string
		for _, f := range typ.Fields {
			got = append(got, f.Name)
		}
		if !slices.Equal(got, names) {
			t.Errorf("keys %v, want %v", got, names)
		}
	}
	check(between(t, text, "1 — Top-level shape", "2 — Clause kinds"), format.Root)
	check(between(t, text, "`side_effect_after_preconditions` (Round 05)", "Semantics:"), format.Types["side_effect_after_preconditions"], "message_template")
	if min := format.Root.Field("clauses").Type.MinItems; min != 1 {
		t.Errorf("clauses: at least %d", min)
	}
	if got := format.Root.Field("schema").Type.Names(); len(got) != 1 || !strings.Contains(text, `"schema": "`+got[0]+`"`) {
		t.Errorf("schema: %v", got)
	}
	want := []string{"side_effect_after_preconditions"}
	for _, line := range strings.Split(between(t, text, "Future kinds (deferred)", "The Round 05 evaluator"), "\n") {
		if name, _, ok := strings.Cut(line, " — "); ok {
			want = append(want, name)
		}
	}
	kinds := format.Types["clause_kind"]
	if !slices.Equal(kinds.Names(), want) {
		t.Errorf("kinds %v, want %v", kinds.Names(), want)
	}
	for _, v := range kinds.Enum[1:] {
		if !v.Reserved {
			t.Errorf("%s is deferred", v.Name)
		}
	}
	var variables []string
	for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(between(t, text, `"message_template":`, "Semantics:"), -1) {
		variables = append(variables, m[1])
	}
	var got []string
	for _, v := range schema.MessageVariables() {
		got = append(got, v.Name)
	}
	if !slices.Equal(got, variables) {
		t.Errorf("variables %v, want %v", got, variables)
	}
}

const kyvvuSpec = "kyvvu-rules-reference.txt"

type param struct {
	Description string
	Type        string
	Required    bool
	Enum        []string
	Minimum     *float64
	Maximum     *float64
	Default     any
	Path        string
	Items       *param
	Properties  map[string]*param
}

var ruleHead = regexp.MustCompile(`(?m)^(\w+)\n\n([^\n]+)\n\nEnforcement points: ([^\n]+)\n\nWorst-case time complexity: ([^\n]+)\n\nParameters\n\n`)

func TestKyvvuRules(t *testing.T) {
	text := spec(t, kyvvuSpec)
	format := schema.Lookup("kyvvu-manifest")
	heads := ruleHead.FindAllStringSubmatchIndex(text, -1)
	if len(heads) != 25 {
		t.Fatalf("%d rules in the specification", len(heads))
	}
	for _, h := range heads {
		name := text[h[2]:h[3]]
		rule := format.Rules[name]
		if rule == nil {
			t.Errorf("no rule %s", name)
			continue
		}
		if points := strings.Join(rule.EnforcementPoints, ", "); points != text[h[6]:h[7]] {
			t.Errorf("%s: at %s, want %s", name, points, text[h[6]:h[7]])
		}
		if rule.Complexity != text[h[8]:h[9]] {
			t.Errorf("%s: %s, want %s", name, rule.Complexity, text[h[8]:h[9]])
		}
		var params map[string]*param
		if err := json.NewDecoder(strings.NewReader(text[h[1]:])).Decode(&params); err != nil {
			t.Fatal(name, err)
		}
		checkParams(t, name, rule.Params, params, true)
	}
}

func checkParams(t *testing.T, where string, typ *schema.Type, want map[string]*param, top bool) {
	t.Helper()
	if typ.Open != schema.Closed || typ.Kind != schema.Mapping {
		t.Errorf("%s: takes other keys", where)
	}
	var got, names []string
	for _, f := range typ.Fields {
		got = append(got, f.Name)
	}
	for name := range want {
		names = append(names, name)
	}
	sort.Strings(got)
	sort.Strings(names)
	if !slices.Equal(got, names) {
		t.Errorf("%s: params %v, want %v", where, got, names)
		return
	}
	for name, p := range want {
		f := typ.Field(name)
		at := where + "." + name
		if f.Required != p.Required || top && f.Type.Switch == nil && f.Type.Null == p.Required {
			t.Errorf("%s: required %v, null %v", at, f.Required, f.Type.Null)
		}
		if def := fmt.Sprint(p.Default); p.Default != nil && f.Default != def || p.Default == nil && f.Default != "" && f.Default != "{}" {
			t.Errorf("%s: default %q, want %s", at, f.Default, def)
		}
		if typ.Name != "sub-condition" && f.Doc != p.Description {
			t.Errorf("%s: %s", at, f.Doc)
		}
		if f.Type.Switch == nil {
			checkParam(t, at, f.Type, p)
		}
	}
}

func checkParam(t *testing.T, at string, typ *schema.Type, p *param) {
	t.Helper()
	want := map[string]schema.Kind{"": schema.Any, "string": schema.String, "integer": schema.Integer, "number": schema.Number, "boolean": schema.Boolean, "object": schema.Mapping, "array": schema.Sequence}[p.Type]
	if typ.Kind != want {
		t.Errorf("%s: %v, want %s", at, typ.Kind, p.Type)
	}
	got := typ.Names()
	sort.Strings(got)
	sort.Strings(p.Enum)
	if p.Path != "agent" && !slices.Equal(got, p.Enum) && len(got)+len(p.Enum) > 0 {
		t.Errorf("%s: %v, want %v", at, got, p.Enum)
	}
	for _, b := range []struct{ got, want *float64 }{{typ.Min, p.Minimum}, {typ.Max, p.Maximum}} {
		if (b.got == nil) != (b.want == nil) || b.got != nil && *b.got != *b.want {
			t.Errorf("%s: bounds", at)
		}
	}
	if p.Path != "" && p.Properties == nil && typ.Format != "path:"+p.Path {
		t.Errorf("%s: %s, want a path %s", at, typ.Format, p.Path)
	}
	if p.Items != nil {
		checkParam(t, at+"[]", typ.Items, p.Items)
	}
	if p.Properties != nil {
		checkParams(t, at, typ, p.Properties, false)
		if p.Path != "" && typ.Field("field").Type.Format != "path:"+p.Path {
			t.Errorf("%s: its field is no path %s", at, p.Path)
		}
	}
}

// TestKyvvuWords: what the reference says in prose of kinds, verbs, groups and classes.
func TestKyvvuWords(t *testing.T) {
	text := spec(t, kyvvuSpec)
	for sentence, list := range map[string]string{
		"The standard property groups are ": "property_group",
		"a verb takes ":                     "verb",
		", ordered ":                        "risk_class",
	} {
		_, rest, ok := strings.Cut(text, sentence)
		if !ok {
			t.Errorf("the specification has no %q", sentence)
		}
		rest, _, _ = strings.Cut(rest, ": ")
		for _, name := range schema.Vocabulary(list).Names() {
			if head := rest[:min(200, len(rest))]; !strings.Contains(head, name) {
				t.Errorf("%s: no %s in %q", list, name, head)
			}
		}
	}
	if n := len(schema.Vocabulary("kind").Enum); n != 12 || !strings.Contains(text, "any of the twelve kinds") {
		t.Errorf("%d kinds", n)
	}
}
