package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "step-outside-task",
	Severity: Error,
	Formats:  []string{stepsFormat},
	Doc: Doc{
		Summary: "a step stands before the task begins or after it ended",
		Why: `A task begins once: ` + "`kyvvu try` adds `task.start`" + ` by itself unless the file begins with it, so one that stands
further down is a second one (an error). Nothing can follow a ` + "`task.end` or `task.error`" + ` unless a policy blocked it (a
warning). The command ends with an error, and shows no decision at all, not even those of the steps before.`,
		Fix: "Put `task.start` first, or leave it out. Put what ends the task last.",
		Bad: `steps:
  - {step_name: done, kind: task.end}
  - {step_name: shell, kind: step.exec}
`,
		Good: `steps:
  - {step_name: begin, kind: task.start}
  - {step_name: shell, kind: step.exec}
  - {step_name: done, kind: task.end}
`,
	},
	Check: func(p *Pass) {
		var end *schema.Place
		for _, step := range p.steps() {
			kind, _ := step.Text("kind")
			switch {
			case end != nil:
				p.Report(Diagnostic{
					Severity: Warning, // a policy may block the end, and the task goes on
					Span:     stepSpan(step),
					Path:     step.Path(),
					Message:  fmt.Sprintf("this step comes after `%s`: unless a policy blocks that, the task is over and no step is evaluated", end.Child("kind").Node.Value),
					Help:     "move what ends the task to the end of the list",
					Related:  []Related{{Span: stepSpan(end), Message: "the task ends here"}},
				})
			case kind == "task.start" && step.Index > 0:
				p.Report(Diagnostic{
					Span:    stepSpan(step),
					Path:    step.Path(),
					Message: "the task has begun already: `task.start` is added before the first step, and no step is evaluated",
					Help:    "move `task.start` to the top of the list, or remove it",
				})
			case kind == "task.end" || kind == "task.error":
				end = step
			}
		}
	},
})

// stepSpan marks a step by its kind, or by its first key.
func stepSpan(step *schema.Place) syntax.Span {
	if kind := step.Child("kind"); kind != nil && kind.Via == nil {
		return kind.Node.Span
	}
	return header(step)
}
