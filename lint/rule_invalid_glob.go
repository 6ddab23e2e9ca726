package lint

import (
	"fmt"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "invalid-glob",
	Severity: Error,
	Formats:  []string{"config"},
	Doc: Doc{
		Summary: "a glob that is not well formed",
		Why:     "A glob that cannot be read matches no file, and what the configuration says of its files holds for none.",
		Fix:     "Close the brackets and braces. `*` stands for a part of a name, `**` for any number of folders.",
		Bad:     "ignore:\n  - \"drafts/[a-z/**\"\n",
		Good:    "ignore:\n  - \"drafts/[a-z]/**\"\n",
	},
	Check: func(p *Pass) {
		check := func(n *syntax.Node, path string) {
			if n.Kind == syntax.Scalar && !doublestar.ValidatePattern(n.Value) {
				p.Report(Diagnostic{Span: n.Span, Path: path, Message: fmt.Sprintf("`%s` is no glob", shortText(n.Value)), Help: "close what is open: `[…]` and `{…}`"})
			}
		}
		for _, place := range p.ByFormat("glob") {
			if place.Node.Kind == syntax.Scalar {
				check(place.Node, place.Path())
			}
			for _, entry := range place.Children {
				if entry.Key != nil {
					check(entry.Key, entry.Path())
				}
			}
		}
	},
})
