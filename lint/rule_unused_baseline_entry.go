package lint

import (
	"fmt"
	"path/filepath"
)

var _ = register(Rule{
	Code:     "unused-baseline-entry",
	Severity: Info,
	Formats:  []string{baselineFormat.ID},
	Doc: Doc{
		Summary: "an entry of the baseline hides nothing any more",
		Why:     "What it stands for is repaired or has changed. It would hide the same finding if it came back, which nobody has looked at.",
		Fix:     "`forgelint baseline --prune` removes it, and adds nothing.",
		Bad: `-- .forgelint-baseline.json --
{
  "version": 1,
  "findings": [
    {"rule": "unknown-value", "file": "m.yaml", "path": "policies[].params.kind", "hash": "b13d4a4a0c1a1d5e", "count": 1}
  ]
}
-- m.yaml --
` + exampleManifest,
		Good: `-- .forgelint-baseline.json --
{
  "version": 1,
  "findings": []
}
-- m.yaml --
` + exampleManifest,
	},
	Check: func(p *Pass) {
		b, err := newBaseline(p.Document)
		if err != nil {
			return // it is said where the baseline is used
		}
		for i, entry := range b.Entries {
			used := p.Workspace.baselineUse(b, i)
			if used < 0 || used >= entry.Count {
				continue
			}
			d := Diagnostic{Span: entry.span, Path: fmt.Sprintf("findings[%d]", i), Help: "`forgelint baseline --prune` takes it out", Tags: []Tag{Unnecessary}}
			switch {
			case used > 0:
				d.Message = fmt.Sprintf("`%s` is found %d of %d times there: the entry would hide new ones", entry.Rule, used, entry.Count)
			case p.Workspace.Exists(b.FileOf(i)):
				d.Message = fmt.Sprintf("`%s` finds nothing there any more: the entry hides nothing", entry.Rule)
			default:
				d.Message = fmt.Sprintf("`%s` is not there any more: the entry hides nothing", shortText(entry.File))
			}
			p.Report(d)
		}
	},
})

// baselineUse returns how many findings an entry hides, -1 if that is not known.
func (w *Workspace) baselineUse(b *Baseline, entry int) int {
	switch {
	case w == nil:
		return -1
	case w.BaselineUse != nil:
		return w.BaselineUse(entry)
	}
	doc := w.Document(b.FileOf(entry))
	if doc == nil {
		return 0
	}
	config, _ := w.Config(doc.Abs)
	result, _ := Run(doc, config, w) // a rule that fails has no findings to hide
	n := 0
	for _, hidden := range result.Baselined {
		if hidden.Entry == entry && filepath.Clean(doc.Abs) == b.FileOf(entry) {
			n++
		}
	}
	return n
}
