package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "verb-of-kind",
	Severity: Error,
	Formats:  []string{stepsFormat},
	Doc: Doc{
		Summary: "a step's verb is not one that its kind takes",
		Why: `Each kind of step takes its own verbs: resource, self and credential one of four, message ` + "`GET` or `POST`" + `,
all others none. ` + "`kyvvu try`" + ` refuses a step with another pair, and then evaluates no step at all.`,
		Fix: "Write a verb that the kind takes, or remove the verb where the kind takes none.",
		Bad: `steps:
  - {step_name: shell, kind: step.exec, verb: POST}
`,
		Good: `steps:
  - {step_name: shell, kind: step.exec}
`,
	},
	Check: func(p *Pass) {
		kinds, verbs := schema.Vocabulary("kind"), schema.Vocabulary("verb")
		for _, step := range p.steps() {
			name, _ := step.Text("kind")
			kind := kinds.Value(name)
			if kind == nil {
				continue
			}
			verb, written := step.Text("verb")
			at := step.Child("verb")
			switch {
			case !written && len(kind.Verbs) > 0 && (at == nil || isNull(at.Node)):
				p.reportMissingVerb(step, kind)
			case written && verbs.Value(verb) != nil && !slices.Contains(kind.Verbs, verb):
				p.reportVerb(at, kind)
			}
		}
	},
})

func (p *Pass) reportMissingVerb(step *schema.Place, kind *schema.Value) {
	d := Diagnostic{
		Span:    step.Child("kind").Node.Span,
		Path:    joinPath(step.Path(), "verb"),
		Message: fmt.Sprintf("a step of `%s` needs a verb: no step is evaluated", kind.Name),
		Help:    "add `verb`: " + quoteList(kind.Verbs, "or"),
	}
	if step.Child("verb") == nil {
		for _, verb := range kind.Verbs {
			if edit, ok := p.InsertEntry(step, "verb", verb); ok {
				d.Fixes = append(d.Fixes, Fix{Title: fmt.Sprintf("Add `verb: %s`", verb), Edits: []Edit{edit}})
			}
		}
	}
	p.Report(d)
}

func (p *Pass) reportVerb(at *schema.Place, kind *schema.Value) {
	d := Diagnostic{Span: at.Node.Span, Path: at.Path()}
	if at.Via != nil {
		d.Span = at.Via.Span
	}
	if len(kind.Verbs) == 0 {
		d.Message = fmt.Sprintf("`%s` takes no verb: no step is evaluated", kind.Name)
		d.Help = "remove `verb`"
		if edit, ok := p.RemoveEntry(at); ok {
			d.Fixes = []Fix{{Title: "Remove `verb`", Edits: []Edit{edit}}}
		}
	} else {
		d.Message = fmt.Sprintf("`%s` does not take `%s`: no step is evaluated", kind.Name, at.Node.Value)
		d.Help = "use " + quoteList(kind.Verbs, "or")
		if at.Via == nil {
			for _, verb := range kind.Verbs {
				d.Fixes = append(d.Fixes, Fix{Title: "Change to `" + verb + "`", Edits: []Edit{p.ReplaceText(at.Node, verb)}})
			}
		}
	}
	p.Report(d)
}
