package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "task-order",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `an order of steps that no task has`,
		Why: `A task begins with ` + "`" + `task.start` + "`" + `, once, and is over with ` + "`" + `task.end` + "`" + ` or ` + "`" + `task.error` + "`" + `: no step comes before the one or after the others. A rule
that waits for such an order never stops anything, or stops all that it holds; one that forbids to follow ` + "`" + `task.start` + "`" + ` stops it too.`,
		Fix: `Name the kinds of steps that stand inside a task.`,
		Bad: `name: CRM agent
policies:
  - name: Commands only after a finished task
    rule_type: step_requires_predecessor
    params: {target_kinds: [step.exec], required_kind: task.end}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Commands only after a passed gate
    rule_type: step_requires_gate
    params: {target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			if c.broken {
				continue
			}
			if at, message := c.orderFault(); at != nil {
				p.Report(Diagnostic{
					Span: at.Node.Span, Path: at.Path(), Message: message,
					Help: "name kinds of steps that stand inside a task",
				})
			}
		}
	},
})

// orderFault finds a kind that cannot stand where the rule looks for it, or that always stands there.
func (c *condition) orderFault() (at *schema.Place, message string) {
	const (
		all   = "every step that the rule holds is a violation"
		never = "the rule is never violated"
	)
	first := cells.kind("task.start")
	last := cells.kind("task.end") | cells.kind("task.error")
	switch c.rule {
	case "step_requires_predecessor", "step_directly_preceded_by", "step_preceded_by_without_intervening", "step_requires_dedicated_predecessor":
		at := c.param("required_kind")
		switch kind := kindsIn(at); {
		case kind&last != 0:
			return at, fmt.Sprintf("no step comes after `%s`, which ends the task: %s", textOf(at), all)
		case kind == first && c.rule == "step_requires_predecessor" && c.target().cells&cells.start == 0:
			return at, "every step comes after `task.start`: " + never
		}
	case "history_contains":
		if at := c.param("kind"); kindsIn(at)&last != 0 {
			return at, fmt.Sprintf("no step comes after `%s`, which ends the task: no entry of the history ever matches", textOf(at))
		}
	case "step_not_after", "tainted_path_block":
		at := c.param("forbidden_predecessor_kinds")
		if c.rule == "tainted_path_block" {
			at = c.param("taint_kind")
		}
		kinds := kindsIn(at)
		switch filtered := hasEntries(c.param("taint_property_filter")) || hasEntries(c.param("taint_output_filter")); {
		case kinds&first != 0 && !filtered && c.target().cells&^cells.start != 0:
			return at, "every step comes after `task.start`: " + all
		case kinds != 0 && kinds&^last == 0:
			return at, fmt.Sprintf("no step comes after %s, which ends the task: %s", quoteList(cells.names(kinds), "or"), never)
		}
	case "conditional_successor_required":
		if at := c.param("required_kind"); kindsIn(at) == first {
			return at, "`task.start` comes after no other step: every step that follows the trigger is a violation"
		}
		if at := c.param("trigger_kinds"); kindsIn(at) != 0 && kindsIn(at)&^last == 0 {
			return at, fmt.Sprintf("no step comes after %s, which ends the task: this trigger never fires", quoteList(cells.names(kindsIn(at)), "or"))
		}
	case "sequence_forbidden":
		list := c.param("forbidden_sequence")
		if !isList(list) {
			return nil, ""
		}
		for i, item := range list.Children {
			switch kind := kindsIn(item); {
			case kind == first && i > 0:
				return item, "`task.start` comes after no other step: the sequence never occurs"
			case kind&last != 0 && i < len(list.Children)-1:
				return item, fmt.Sprintf("no step comes after `%s`, which ends the task: the sequence never occurs", textOf(item))
			}
		}
	case "execution_max_steps", "max_consecutive_same_type":
		most := c.param("max_steps")
		if c.rule == "max_consecutive_same_type" {
			most = c.param("max_consecutive")
		}
		if n, ok := intOf(most); ok && n > 0 && kindsIn(c.param("kind")) == first {
			return most, "a task has one `task.start`: " + never
		}
	}
	return nil, ""
}
