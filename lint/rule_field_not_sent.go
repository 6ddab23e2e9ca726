package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "field-not-sent",
	Severity: Error,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a condition on a field that none of the trigger's tools sends",
		Why: "A field that is not in the tool's input reads as an empty text: the condition never holds, or with " +
			"`not_contains` and `not_exists` always. `Edit` sends `new_string` and no `content`, `NotebookEdit` sends " +
			"`notebook_path`, a prompt has `prompt` only (tools of the host; observed). Where only some of the tools lack " +
			"the field it is worth knowing. Patterns and tools of MCP servers are passed over: their inputs are not known.",
		Fix: "Ask for a field that the tool sends, or watch another tool.",
		Bad: `schema_version: "1"
id: no-notebooks
name: No Notebooks
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: NotebookEdit
      conditions:
        - field: file_path
          operator: ends_with
          value: .ipynb
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `schema_version: "1"
id: no-notebooks
name: No Notebooks
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Write
      conditions:
        - field: file_path
          operator: ends_with
          value: .ipynb
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Check: func(p *Pass) {
		eachCondition(p, func(t *trigger, c *triggerCondition) {
			event := schema.EventNamed(t.event)
			if event == nil || !isTextField(c.field) || t.at.Child("event") == nil {
				return
			}
			d := Diagnostic{Span: c.fieldAt.Node.Span, Path: c.fieldAt.Path()}
			if !event.ToolInput {
				if slices.Contains(event.Fields, c.field) {
					return
				}
				d.Message = fmt.Sprintf("`%s` has no `%s`: %s", t.event, c.field, t.emptyField(c))
				d.Help = fmt.Sprintf("`%s` is an input of tools: watch `PreToolUse`", c.field)
				if closed := closedFieldsOf(event); len(closed) > 0 {
					d.Help = "this event sends " + quoteList(closed, "and")
				}
				p.Report(d)
				return
			}
			tools, known := t.matcher.listed()
			if !known {
				return
			}
			var lack []string
			sent := false
			for _, tool := range tools {
				if tool.Sends(c.field) {
					sent = true
				} else if !slices.Contains(lack, tool.Name) {
					lack = append(lack, tool.Name)
				}
			}
			names := quoteList(lack, "and")
			if len(lack) > fewValues {
				names = fmt.Sprintf("%d of the tools", len(lack))
			}
			switch {
			case len(lack) == 0:
				return
			case sent:
				d.Severity = Info
				effect := "compares an empty text"
				switch c.eval("") {
				case always:
					effect = "is always true"
				case never:
					effect = "is never true"
				}
				d.Message = fmt.Sprintf("%s %s not send `%s`: for %s this condition %s", names, doOrDoes(lack), c.field, itOrThem(lack), effect)
				d.Help = "give each tool a trigger of its own"
			default:
				d.Message = fmt.Sprintf("%s %s not send `%s`: %s", names, doOrDoes(lack), c.field, t.emptyField(c))
				d.Help = sentHelp(tools)
			}
			p.Report(d)
		})
	},
})

// emptyField says what a condition on a field that is always empty does to its trigger.
func (t *trigger) emptyField(c *triggerCondition) string {
	if c.truth(t) == depends {
		return "the condition compares an empty text"
	}
	return t.consequence(c)
}

func closedFieldsOf(e *schema.Event) []string {
	return slices.DeleteFunc(slices.Clone(e.Fields), func(f string) bool { return closedField(f) == nil })
}

// sentHelp lists the fields of the closed set that the tools send.
func sentHelp(tools []*schema.Tool) string {
	var fields, others []string
	for _, tool := range tools {
		for _, f := range tool.Fields {
			switch {
			case slices.Contains(fields, f) || slices.Contains(others, f):
			case closedField(f) != nil:
				fields = append(fields, f)
			default:
				others = append(others, f)
			}
		}
	}
	switch {
	case len(fields) > 0:
		return "conditions can ask for " + quoteList(fields, "or")
	case len(others) > 0 && len(others) <= 8:
		return "it sends " + quoteList(others, "and") + ", which conditions cannot ask for"
	}
	return "no condition can look into this tool: leave it out, or watch another tool"
}

func doOrDoes(names []string) string {
	if len(names) == 1 {
		return "does"
	}
	return "do"
}

func itOrThem(names []string) string {
	if len(names) == 1 {
		return "it"
	}
	return "them"
}
