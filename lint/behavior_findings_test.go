package lint

import (
	"strings"
	"testing"
)

// pushGuard is a behavior without a finding; tests change one thing in it.
const pushGuard = `schema_version: "1"
id: push-guard
name: Push Guard
description: Asks before a push.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: regex_match
          value: 'git\s+push'
      logic: all
      action: evaluate
  enforcement:
    default_level: nudge
    escalation:
      - after: 3
        level: soft_block
  recovery:
    hint: Ask first.
rendering:
  nudge_template: "{behavior_name}: ask first ({counter})"
  block_reason: Ask before pushing.
`

// TestBehaviorFindings holds what one fault in a behavior makes the linter say: all of it, so that nothing
// that only follows from it is said beside it.
func TestBehaviorFindings(t *testing.T) {
	const (
		flagged  = "action: check_flag\n      flag: asked\n      on_present: keep\n      on_absent: violate"
		lineEnd  = "it works only because the compiler drops the line break at the end"
		noTool   = "unknown-tool: `%s` is no tool of the host: this trigger never fires || tools are called as in `Bash`, `Write`, `Edit` or `Read`, capitals included; `*` alone is every tool"
		noCount  = "nudge-form: the nudge does not show the count (`{counter}`) || write one line such as `{behavior_name}: … ({counter})`"
		compiler = "the compiler stops, and no hook is made"
	)
	dead := func(text, help string) string {
		return "dead-matcher: the matcher sees the name of the tool only, and no tool is called as `" + text + "` asks: this trigger never fires || " + help
	}
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"nothing", "", "", nil},

		// What the compiler's shell drops.
		{"event with a line break", "event: PreToolUse", "event: |\n        PreToolUse", []string{
			"unknown-value: `PreToolUse\\n` is no value of `event`: " + lineEnd + " || did you mean `PreToolUse`? it is `PreToolUse`, `PostToolUse`, `UserPromptSubmit` or `Stop`"}},
		{"action with a line break", "action: evaluate", "action: |\n        evaluate", []string{
			"unknown-value: `evaluate\\n` is no value of `action`: " + lineEnd + " || did you mean `evaluate`? it is `evaluate`, `set_flag` or `check_flag`"}},
		{"level with a line break", "default_level: nudge", "default_level: |\n      nudge", []string{
			"unknown-value: `nudge\\n` is no value of `default_level`: " + lineEnd + " || did you mean `nudge`? it is `silent`, `nudge`, `warning`, `soft_block` or `hard_block`"}},
		{"id with a line break", "id: push-guard", "id: |\n  push-guard", []string{
			"invalid-name: `push-guard\\n` cannot be `id`, which must match `^[a-z][a-z0-9-]*[a-z0-9]$`: " + lineEnd + " || did you mean `push-guard`?"}},
		{"operator keeps its line break", "operator: regex_match", "operator: |\n            regex_match", []string{
			"unknown-value: `regex_match\\n` is no value of `operator`: this trigger never fires || did you mean `regex_match`? it is `regex_match`, `contains`, `not_contains`, `equals`, `starts_with`, `ends_with`, `exists` or `not_exists`"}},

		// What follows from a fault is not said beside it.
		{"action unknown", "action: evaluate", "action: set-flag", []string{
			"unknown-value: `set-flag` is no value of `action`: " + compiler + " || did you mean `set_flag`? it is `evaluate`, `set_flag` or `check_flag`"}},
		{"on_absent unknown", "action: evaluate", strings.Replace(flagged, "violate", "violated", 1), []string{
			"unknown-value: `violated` is no value of `on_absent`: " + compiler + " || did you mean `violate`? it is `skip` or `violate`"}},

		// Flags.
		{"flag empty", "action: evaluate", "action: set_flag\n      flag: \"\"", []string{
			"empty-text: `flag` must not be empty: " + compiler + " || ",
			"never-violates: no trigger counts a violation: the behavior never comes to a level, and says nothing || write `on_absent: violate`, or add a trigger with `action: evaluate`",
			"unused-template: `nudge_template` is never shown: no trigger counts a violation || remove it, or add the level to the escalation",
			"unused-template: `block_reason` is never shown: no trigger counts a violation || remove it, or add the level to the escalation"}},
		{"flag null", "action: evaluate", strings.Replace(flagged, "asked", "", 1), []string{
			"wrong-type: `flag` has no value, not a string: " + compiler + " || give it a value"}},

		// Matchers in another notation.
		{"matcher negated", "matcher: Bash", "matcher: '!Bash'", []string{dead("!Bash", "`!` does not negate: every tool but `Bash` is `^(?!Bash$)`")}},
		{"matcher in slashes", "matcher: Bash", "matcher: /Bash/", []string{dead("/Bash/", "the characters around it belong to the pattern: write `Bash`")}},
		{"matcher in typographic quotes", "matcher: Bash", "matcher: “Bash”", []string{dead("“Bash”", "the characters around it belong to the pattern: write `Bash`")}},
		{"matcher as a permission rule", "matcher: Bash", "matcher: Bash(*)", []string{
			"invalid-regex: `matcher` does not compile, and this trigger never fires: `*` has nothing before it to repeat || a matcher sees the name of the tool only: write `Bash`, and put the rest into a condition"}},
		{"star as one of several", "matcher: Bash", "matcher: Bash|*", []string{
			"invalid-regex: `matcher` does not compile, and this trigger never fires: `*` has nothing before it to repeat || `*` is every tool only where it is the whole matcher: write `*`"}},
		{"matcher any", "matcher: Bash", "matcher: any", []string{strings.Replace(noTool, "%s", "any", 1)}},

		// Keys by other names.
		{"conditions called when", "conditions:", "when:", []string{
			"unknown-key: `when` is no key of a trigger: without conditions this trigger fires on every call of `Bash` || did you mean `conditions`?"}},
		{"description called desc", "description:", "desc:", []string{
			"unknown-key: `desc` is no key of a behavior || did you mean `description`, which is required and missing?"}},

		// Values.
		{"value null", "value: 'git\\s+push'", "value: ~", []string{
			"wrong-type: `value` is null, not a string: the hook fails, and this trigger never fires || give it a value"}},
		{"exists with false", "operator: regex_match\n          value: 'git\\s+push'", "operator: exists\n          value: false", []string{
			"misread-value: `exists` does not look at `value`: `false` asks for the same as `true` || write `operator: not_exists` if the opposite is meant, else leave `value` out"}},
		{"exists with true", "operator: regex_match\n          value: 'git\\s+push'", "operator: exists\n          value: true", nil},
		{"schema_version as a float", `schema_version: "1"`, "schema_version: 1.0", []string{
			"wrong-type: `schema_version` must be a string, not the number `1.0` || write \"1\" with quotes"}},
		{"pattern in slashes", `'git\s+push'`, "/push/i", []string{
			"foreign-construct: the slashes are part of the pattern in Python, and what follows the last one is text: this trigger hardly ever fires || write the pattern without slashes, and the flag as `(?i)`"}},
		{"path as a pattern", `'git\s+push'`, "/tmp/x", nil},
		{"pattern for the empty text", `'git\s+push'`, "'^$'", nil},

		{"number for a text", "operator: regex_match\n          value: 'git\\s+push'", "operator: lte\n          value: 3", []string{
			"operator-field-mismatch: `lte` compares numbers, and `command` is a text: this trigger never fires || use `regex_match`, `contains`, `equals`, `starts_with` or `ends_with`"}},
		{"number for a text that some tools lack", "matcher: Bash\n      conditions:\n        - field: command\n          operator: regex_match\n          value: 'git\\s+push'",
			"matcher: Bash|Read\n      conditions:\n        - field: command\n          operator: lte\n          value: 3", []string{
				"field-not-sent: `Read` does not send `command`: for it this condition is always true || give each tool a trigger of its own",
				"operator-field-mismatch: `lte` compares numbers, and `command` is a text: it is true for the tools that do not send it, and for no other || use `regex_match`, `contains`, `equals`, `starts_with` or `ends_with`"}},
		{"not_contains where some tools lack the field", "matcher: Bash\n      conditions:\n        - field: command\n          operator: regex_match\n          value: 'git\\s+push'",
			"matcher: Bash|Read\n      conditions:\n        - field: command\n          operator: not_contains\n          value: --dry-run", []string{
				"field-not-sent: `Read` does not send `command`: for it this condition is always true || give each tool a trigger of its own"}},

		{"operator that negates", "operator: regex_match", "operator: regex_not_match", []string{
			"unknown-value: `regex_not_match` is no value of `operator`: this trigger never fires || " + negationHelp}},
		{"another that negates", "operator: regex_match", "operator: notStartsWith", []string{
			"unknown-value: `notStartsWith` is no value of `operator`: this trigger never fires || " + negationHelp}},
		{"operator that negates as one of ours does", "operator: regex_match\n          value: 'git\\s+push'", "operator: does_not_contain\n          value: x", []string{
			"unknown-value: `does_not_contain` is no value of `operator`: this trigger never fires || did you mean `not_contains`? it is `regex_match`, `contains`, `not_contains`, `equals`, `starts_with`, `ends_with`, `exists` or `not_exists`"}},
		{"pattern for contains", "operator: regex_match\n          value: 'git\\s+push'", "operator: contains\n          value: git push.*--force", []string{
			"literal-operator: `contains` compares literally, and `.*` is no gap there: this trigger hardly ever fires || use `regex_match`"}},

		// Templates.
		{"variable with a format", "({counter})", "({counter:02d})", []string{
			noCount,
			"unknown-variable: `{counter:02d}` is no template variable: the agent reads it as it stands || write `{counter}`: a variable takes no format"}},
		{"variable not closed", "ask first ({counter})", "ask first ({counter of {tool_name})", []string{
			noCount,
			"unknown-variable: `{counter` has no `}` behind it: the agent reads it as it stands || write `{counter}`"}},
		{"text in braces", "ask first ({counter})", "ask {3} first ({counter})", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(pushGuard, c.old) {
				t.Fatalf("%q is not in the behavior", c.old)
			}
			got := behaviorFindings(t, strings.Replace(pushGuard, c.old, c.new, 1))
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func behaviorFindings(t *testing.T, text string) []string {
	t.Helper()
	result, err := Run(Parse("behaviors/push-guard/behavior.yaml", "behavior", []byte(text), nil), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range result.Diagnostics {
		found = append(found, d.Code+": "+d.Message+" || "+d.Help)
	}
	return found
}
