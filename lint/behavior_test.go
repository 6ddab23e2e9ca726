package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/schema"
)

// behaviorOf reads a behavior whose triggers, enforcement and rendering are these.
func behaviorOf(t *testing.T, triggers, enforcement string) *behavior {
	t.Helper()
	text := "schema_version: \"1\"\nid: guard\nname: Guard\ndescription: A guard.\ncategory: core\nscope: session\npolicy:\n  triggers:\n" +
		triggers + "  enforcement:\n" + enforcement + "  recovery: {hint: No.}\n"
	doc := Parse("behavior.yaml", "", []byte(text), schema.Lookup("behavior"))
	if len(doc.Tree.Errors) > 0 {
		t.Fatalf("%v in\n%s", doc.Tree.Errors, text)
	}
	return doc.behavior()
}

const plainEnforcement = "    default_level: nudge\n"

func TestMatcher(t *testing.T) {
	for _, c := range []struct {
		matcher     string // as YAML
		matches     string // of the tools below
		all, listed bool
	}{
		{`"*"`, "Bash Write Edit TodoWrite Agent Task mcp__x__y", true, false},
		{`""`, "Bash Write Edit TodoWrite Agent Task mcp__x__y", true, false},
		{`Write`, "Write", false, true},
		{`bash`, "", false, false},
		{`Write|Edit`, "Write Edit", false, true},
		{`"Write, Edit |"`, "Write Edit", false, true},
		{`Task`, "Agent Task", false, true},
		{`mcp__x`, "", false, false},
		{`mcp__x__y`, "mcp__x__y", false, false},
		{`Write.*`, "Write TodoWrite", false, false},
		{`^Write`, "Write", false, false},
		{`Bash(git *)`, "", false, false},
		{`(?i)bash`, "", false, false},
		{`"Write\n"`, "Write", false, true},
		{`"|"`, "", false, false},
	} {
		b := behaviorOf(t, "    - {event: PreToolUse, matcher: "+quoteFlow(c.matcher)+"}\n", plainEnforcement)
		m := &b.triggers[0].matcher
		var got []string
		for _, tool := range strings.Fields("Bash Write Edit TodoWrite Agent Task mcp__x__y") {
			if m.matches(tool) {
				got = append(got, tool)
			}
		}
		_, listed := m.listed()
		if strings.Join(got, " ") != c.matches || m.all != c.all || listed != c.listed {
			t.Errorf("%s matches %v, all %t, listed %t; want %s, %t, %t", c.matcher, got, m.all, listed, c.matches, c.all, c.listed)
		}
	}
}

// quoteFlow quotes a plain scalar that a flow mapping could not hold.
func quoteFlow(text string) string {
	if strings.HasPrefix(text, `"`) {
		return text
	}
	return "'" + text + "'"
}

func TestStages(t *testing.T) {
	for _, c := range []struct{ enforcement, want string }{
		{"default_level: hard_block", "1:hard_block"},
		{"default_level: silent\n    escalation: [{after: 1, level: nudge}, {after: 3, level: warning}]", "1:nudge 3:warning"},
		{"default_level: silent\n    escalation: [{after: 3, level: warning}, {after: 2, level: nudge}]", "1:silent 2:nudge 3:warning"},
		{"default_level: hard_block\n    escalation: [{after: 1, level: nudge}]", "1:nudge"},
		{"default_level: warning\n    escalation: [{after: 2, level: nudge}, {after: 3, level: soft_block}]", "1:warning 3:soft_block"},
		{"default_level: silent\n    escalation: [{after: 2, level: hard_block}, {after: 2, level: nudge}]", "1:silent 2:nudge"},
		{"default_level: silent\n    escalation: [{after: 1.5, level: nudge}, {after: -1, level: warning}]", "1:warning"},
	} {
		b := behaviorOf(t, "    - {event: Stop}\n", "    "+c.enforcement+"\n")
		var got []string
		for _, s := range b.levels.stages {
			got = append(got, fmt.Sprintf("%d:%s", s.violation, b.levels.name(s.level)))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.enforcement, got, c.want)
		}
	}
}

func TestTruth(t *testing.T) {
	words := map[truth]string{depends: "depends", always: "always", never: "never", crashes: "crashes"}
	for _, c := range []struct{ head, conditions, want string }{
		{"matcher: Bash", "[]", "always"},
		{"matcher: Bash", "[{field: command, operator: contains, value: x}]", "depends"},
		{"matcher: Bash", "[{field: command, operator: contains, value: ''}]", "always"},
		{"matcher: Bash", "[{field: command, operator: contains, value: 5}]", "crashes"},
		{"matcher: Bash, logic: any", "[{field: command, operator: contains, value: 5}, {field: command, operator: contains, value: ''}]", "crashes"},
		{"matcher: Bash", "[{field: command, operator: like, value: x}]", "never"},
		{"matcher: Bash, logic: any", "[{field: command, operator: like, value: x}, {field: command, operator: exists}]", "depends"},
		{"matcher: Bash", "[{field: counter, operator: gte, value: 0}]", "always"},
		{"matcher: Bash", "[{field: counter, operator: equals, value: 0}]", "never"},
		{"matcher: Bash", "[{field: command, operator: gt, value: 0}]", "never"},
		{"matcher: Bash", "[{field: command, operator: equals, value: 5}]", "depends"},
		{"matcher: Bash", "[{field: command, operator: equals, value: yes}]", "never"},
		{"matcher: Edit", "[{field: content, operator: contains, value: x}]", "never"},
		{"matcher: Edit", "[{field: content, operator: not_contains, value: x}]", "always"},
		{"matcher: Write|Edit", "[{field: content, operator: contains, value: x}]", "depends"},
		{"matcher: mcp__x__y", "[{field: command, operator: contains, value: x}]", "depends"},
		{"matcher: Bash", "[{field: cmd, operator: contains, value: x}]", "never"},
		{"matcher: Bash", "[{field: permission_mode, operator: contains, value: x}]", "depends"},
		{"matcher: '*'", "[{field: cmd, operator: contains, value: x}]", "depends"},
		{"matcher: Bash", "[{field: command, operator: contains, value: ''}, {field: command, operator: exists}]", "depends"},
	} {
		b := behaviorOf(t, fmt.Sprintf("    - {event: PreToolUse, %s, conditions: %s}\n", c.head, c.conditions), plainEnforcement)
		if got := words[b.triggers[0].truth()]; got != c.want {
			t.Errorf("%s %s: %s, want %s", c.head, c.conditions, got, c.want)
		}
	}
}

func TestBothFire(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"matcher: Bash, conditions: [{field: command, operator: contains, value: rm}]", "matcher: Bash, conditions: [{field: command, operator: contains, value: rm -rf}]", "`rm -rf`"},
		{"matcher: Bash, conditions: [{field: command, operator: contains, value: push --force}]", "matcher: Bash, conditions: [{field: command, operator: starts_with, value: git push}]", "`git push --force`"},
		{"matcher: Bash, conditions: [{field: command, operator: regex_match, value: '(^|;)go test'}]", "matcher: Bash, conditions: [{field: command, operator: regex_match, value: 'git\\s+push$'}]", "`go test && git push` joined"},
		{"matcher: Bash, conditions: [{field: command, operator: equals, value: a}]", "matcher: Bash, conditions: [{field: command, operator: equals, value: b}]", ""},
		{"matcher: Bash, conditions: [{field: command, operator: exists}]", "matcher: Bash, conditions: [{field: command, operator: not_exists}]", ""},
		{"matcher: Bash", "matcher: Write", ""},
		{"matcher: Bash", "matcher: '*'", "every call of `Bash`"},
		{"matcher: mcp__a__.*", "matcher: '*'", "every call that `mcp__a__.*` matches"},
		{"matcher: mcp__a__.*", "matcher: mcp__a__b", "every call of `mcp__a__b`"},
	} {
		b := behaviorOf(t, "    - {event: PreToolUse, "+c.a+"}\n    - {event: PreToolUse, "+c.b+"}\n", plainEnforcement)
		got := ""
		if call := bothFire(b.triggers[0], b.triggers[1]); call != nil {
			got = call.words
			if call.joined {
				got += " joined"
			}
		}
		if got != c.want {
			t.Errorf("%s\n%s\n%q, want %q", c.a, c.b, got, c.want)
		}
	}
}

func TestCountSentences(t *testing.T) {
	for text, want := range map[string]int{
		"":                                    0,
		"One":                                 1,
		"One. Two.":                           2,
		"Uses e.g. this and v1.2 of main.go":  1,
		"Stop! Why? \"Because.\" Then go on.": 4,
		"Prüft große Dateien. Meldet sich.":   2,
	} {
		if got := countSentences(text); got != want {
			t.Errorf("%q has %d sentences, want %d", text, got, want)
		}
	}
}

// TestGarbledSetter: where a trigger may be meant to set the flag, another finding speaks of it, and
// nothing is said of the check.
func TestGarbledSetter(t *testing.T) {
	const check = "    - {event: PreToolUse, matcher: Write, action: check_flag, flag: planned, on_present: keep, on_absent: violate}\n"
	for setter, want := range map[string]bool{
		"    - {event: PreToolUse, matcher: Read}\n":                                                       true,
		"    - {event: PreToolUse, matcher: Read, action: set_flag, flag: planned}\n":                      false,
		"    - {event: PreToolUse, matcher: Read, action: [set_flag], flag: planned}\n":                    false,
		"    - {event: PreToolUse, matcher: Read, action: set_flag, flags: planned}\n":                     false,
		"    - {event: PreToolUse, matcher: Read, flag: planned}\n":                                        false,
		"    - {event: PreToolUse, matcher: Read, flag: another}\n":                                        true,
		"    - {event: PreToolUse, matcher: Read, flag_on_match: planned}\n":                               false,
		"    - {event: PreToolUse, matcher: Read, action: set_flag, flag: another}\n":                      true,
		"    - {event: PreToolUse, matcher: Read, action: set-flag, flag: another}\n    - {event: Stop}\n": true,
	} {
		text := "schema_version: \"1\"\nid: guard\nname: Guard\ndescription: A guard.\ncategory: core\nscope: session\npolicy:\n  triggers:\n" +
			setter + check + "  enforcement:\n" + plainEnforcement + "  recovery: {hint: No.}\n"
		example := LookupRule("flag-never-set").example(map[string][]byte{"behaviors/guard/behavior.yaml": []byte(text)})
		result, err := Run(example.Documents[0], nil, example.Workspace)
		if err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(result.Diagnostics, func(d Diagnostic) bool { return d.Code == "flag-never-set" })
		if got != want {
			t.Errorf("%s reported %t, want %t", setter, got, want)
		}
	}
}

func TestCommentInTextAtEachLineEnd(t *testing.T) {
	for _, eol := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll("id: guard\nrendering:\n  warning_template: |\n    a\n    # one\n    b\n\n    # two\n", "\n", eol)
		doc := Parse("behavior.yaml", "", []byte(text), schema.Lookup("behavior"))
		result, err := Run(doc, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range result.Diagnostics {
			if d.Code == "comment-in-text" {
				got = append(got, doc.Text(d.Span))
			}
		}
		if strings.Join(got, " ") != "# one # two" {
			t.Errorf("line ends %q: %q", eol, got)
		}
	}
}
