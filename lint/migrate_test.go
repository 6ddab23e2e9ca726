package lint

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
)

// TestMigration repairs the published manifests of older engines: what is left are decisions, each with
// its choices, and all other policies load. The real engine counts the same policies.
func TestMigration(t *testing.T) {
	docs := olderManifests(t)
	for _, test := range []struct {
		name   string
		unsafe bool
		left   map[string]int // errors, and what speaks of the migration, by rule
		loads  int            // policies
	}{
		{"safe", false, map[string]int{"older-dialect": 1, "changed-meaning": 6, "renamed-key": 6, "missing-key": 6, "unknown-rule": 6, "unknown-value": 8}, 125},
		{"unsafe", true, map[string]int{"unknown-rule": 6, "unknown-value": 8}, 137},
	} {
		t.Run(test.name, func(t *testing.T) {
			left, loads, all := map[string]int{}, 0, 0
			for _, doc := range docs {
				fixed := applyCertain(t, doc, test.unsafe)
				if again := applyCertain(t, fixed, test.unsafe); again.Tree.File.Text != fixed.Tree.File.Text {
					t.Errorf("%s: a second repair changes it again", doc.Path)
				}
				if lost := lostComment(doc, fixed); lost != "" {
					t.Errorf("%s: lost the comment %s", doc.Path, lost)
				}
				refused := map[string]bool{}
				for _, d := range mustRun(t, doc.Path, fixed).Diagnostics {
					if d.Severity != Error && d.Code != "changed-meaning" && d.Code != "older-dialect" {
						continue
					}
					left[d.Code]++
					if d.Severity == Error {
						refused[policyPath.FindString(d.Path)] = true
					}
					if d.Help == "" || d.Code != "older-dialect" && d.Code != "renamed-key" && len(d.Fixes) < 2 {
						t.Errorf("%s: no decision with choices: %s: %s", doc.Path, d.Path, d.Message)
					}
				}
				n := len(fixed.Root().Child("policies").Children)
				all, loads = all+n, loads+n-len(refused)
			}
			if d := diff.Diff(test.left, left); d != "" {
				t.Errorf("what is left (-want +got):\n%s", d)
			}
			if loads != test.loads || all != 151 {
				t.Errorf("%d of %d policies load, want %d", loads, all, test.loads)
			}
		})
	}
}

// TestMigrationKeepsLines: but for the rewritten rules a repaired file has the same lines, with other
// words in them.
func TestMigrationKeepsLines(t *testing.T) {
	word := regexp.MustCompile(`[\w.]+`)
	for _, doc := range olderManifests(t) {
		fixed := applyCertain(t, doc, false)
		before, after := strings.SplitAfter(doc.Tree.File.Text, "\n"), strings.SplitAfter(fixed.Tree.File.Text, "\n")
		if len(before) != len(after) {
			t.Errorf("%s: %d lines, had %d", doc.Path, len(after), len(before))
			continue
		}
		for i := range before {
			a, b := word.ReplaceAllString(before[i], "w"), word.ReplaceAllString(after[i], "w")
			if a != b || strings.HasPrefix(strings.TrimSpace(before[i]), "#") && before[i] != after[i] {
				t.Errorf("%s:%d: %q became %q", doc.Path, i+1, before[i], after[i])
			}
		}
	}
}

var policyPath = regexp.MustCompile(`^policies\[\d+\]`)

func applyCertain(t *testing.T, doc *Document, unsafe bool) *Document {
	repaired, err := Apply(doc, nil, nil, func(d Diagnostic) *Fix { return d.CertainFix(unsafe) })
	if err != nil {
		t.Fatal(err)
	}
	if len(repaired.Refused) > 0 || repaired.Unfinished {
		t.Errorf("%s: unfinished: %+v", doc.Path, repaired.Refused)
	}
	return repaired.Document
}

// olderManifests reads the published manifests of older engines.
func olderManifests(t *testing.T) []*Document {
	var docs []*Document
	for _, dialect := range []string{"kyvvu-old-dialect", "kyvvu-middle-dialect"} {
		dir := filepath.Join(shared.Dir(t), "corpus", dialect)
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".yaml" {
				return err
			}
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			docs = append(docs, Parse(dialect+"/"+filepath.ToSlash(rel), "", mustRead(t, path), nil))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return docs
}

// TestMigrationDocs holds docs/migration.md to the data of the dialects; UPDATE=1 writes it.
func TestMigrationDocs(t *testing.T) {
	file := filepath.Join(shared.Root(t), "docs", "migration.md")
	want := migrationPage()
	if update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := diff.Diff(want, string(mustRead(t, file))); d != "" {
		t.Errorf("UPDATE=1 writes it (-want +got):\n%s", d)
	}
}

// migrationPage writes the page about older dialects.
func migrationPage() string {
	var b strings.Builder
	b.WriteString(`# Migration of older dialects

<!-- Written by a test from schema/data/dialects.json and engines.json: UPDATE=1 go test ./lint -run TestMigrationDocs -->

Policy files outlive the engines that they were written for. forgelint recognises the older dialects
([older-dialect](rules/older-dialect.md)), says of each old word what it is called today
([renamed-key](rules/renamed-key.md) and others), and writes the new words:

` + "```sh" + `
forgelint lint --fix policies/                   # what is only called otherwise
forgelint lint --fix --unsafe-fixes policies/    # also what an older engine did, written as today's does it
` + "```" + `

What is left needs a decision of the author. Each finding says which, and editors offer the choices.

## Dialects

| format | written for | recognised by |
|---|---|---|
`)
	for _, d := range schema.Dialects() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", d.Format, d.WrittenFor, d.Signs)
	}
	b.WriteString(`
## What changed its meaning

Observed by running the engines. Where ` + "`--fix`" + ` alone would change what a policy does, it leaves one old word in
it until the finding [changed-meaning](rules/changed-meaning.md) is decided.

| what | up to engine | meant | today | to keep the meaning |
|---|---|---|---|---|
`)
	for _, c := range schema.Changes() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", c.What, c.Until, c.Was, c.Now, c.Keep)
	}
	b.WriteString("\n## Words\n")
	for _, table := range []struct{ title, name string }{
		{"Params of Kyvvu rules", "kyvvu-param"},
		{"Enforcement points", "kyvvu-enforcement-point"},
		{"Rules of Kyvvu", "kyvvu-rule"},
		{"Gates", "kyvvu-gate-kind"},
		{"Paths", "kyvvu-path"},
		{"Properties, in filters", "kyvvu-property"},
		{"Triggers of behaviors", "behavior-trigger"},
		{"Events of hooks", "hook-event"},
	} {
		fmt.Fprintf(&b, "\n### %s\n\n| old | today | safe | |\n|---|---|---|---|\n", table.title)
		if table.name == "kyvvu-enforcement-point" {
			for _, was := range schema.Lookup("kyvvu-manifest").Types["policy"].Field("enforcement_point").Was {
				fmt.Fprintf(&b, "| `%s:` | `enforcement_point:` | yes | |\n", was)
			}
		}
		for _, r := range schema.Renames(table.name) {
			today, safe := "the author decides", ""
			if r.New != "" {
				today = "`" + r.New + "`"
			}
			if r.Safe {
				safe = "yes"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Old, today, safe, strings.ReplaceAll(r.Words, "|", `\|`))
		}
		if table.name == "kyvvu-path" {
			for _, property := range schema.Vocabulary("property").Enum {
				if strings.Contains(property.Name, ".") {
					fmt.Fprintf(&b, "| `%s` | `properties.%s` | yes | |\n", property.Name, property.Name)
				}
			}
		}
	}
	return strings.ReplaceAll(b.String(), "|  |", "| |")
}

// TestEveryTableIsShown: the page about migration has all tables of the data.
func TestEveryTableIsShown(t *testing.T) {
	page := migrationPage()
	for _, name := range slices.Sorted(maps.Keys(schema.RenameTables())) {
		for _, r := range schema.Renames(name) {
			if !strings.Contains(page, "| `"+r.Old+"` |") {
				t.Errorf("%s: `%s` is not on the page", name, r.Old)
			}
		}
	}
}

// TestMigrationFixes makes each fix of the older manifests alone, the choices too, and repairs them
// with other line ends: the same text comes of it.
func TestMigrationFixes(t *testing.T) {
	docs := append(olderManifests(t), Parse("choices.yaml", "", []byte(olderChoices), schema.Lookup(manifestFormat)))
	for _, doc := range docs {
		checkFixes(t, doc.Path, doc)
		windows := strings.NewReplacer("\r\n", "\r\n", "\n", "\r\n")
		crlf := Parse(doc.Path, "", []byte(windows.Replace(doc.Tree.File.Text)), doc.Format)
		checkFixes(t, doc.Path+" with CRLF", crlf)
		for _, unsafe := range []bool{false, true} {
			want := windows.Replace(applyCertain(t, doc, unsafe).Tree.File.Text)
			if d := diff.Diff(want, applyCertain(t, crlf, unsafe).Tree.File.Text); d != "" {
				t.Errorf("%s with CRLF (-want +got):\n%s", doc.Path, d)
			}
		}
	}
}

// olderChoices is a manifest of the old dialect in unusual styles.
const olderChoices = `name: Choices
version: "1.0"
policies:
-   name: Deep
    rule_type: all_of
    params:
        conditions:
        -   rule_type: domain_allowlist
            params:

                # two of them
                "allowed_domains":
                -   acme.io
                -   "acme.\
                  dev"
                # the end

        -   {rule_type: pii_in_request, params: {patterns: ['a\d', "b\\d"]}}
        -   rule_type: pii_in_request
            params:
                patterns: ['a\d',
                           "b\\d"]
    severity: critical
    scope: step_execution
-   params: {field: "exec.command",
             pattern: "a|b"}
    rule_type: field_matches_regex
    name: In another order
    severity: critical
    scope: "step_execution"
    risk_classification: 'minimal'
-   name: An agent's class
    rule_type: field_matches_regex
    params:
        pattern: >-
            a
            b
        field: purpose
    severity: high
    scope: agent_registration
    risk_classification: limited
-   name: A choice in a block
    rule_type: field_matches_regex
    params:
        field: purpose
        pattern: |
            a|b
    severity: high
    scope: agent_registration
-   name: Decided
    rule_type: history_contains
    params: {step_type: step.gate, property_filter: {guard.result: "passed"}}
    severity: critical
    scope: task_execution
`
