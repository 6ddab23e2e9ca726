package lint

import (
	"fmt"
	"path/filepath"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "missing-file",
	Severity: Error,
	Formats:  []string{"config"},
	Doc: Doc{
		Summary: "a file that the configuration names is not there",
		Why:     "The configuration builds on the file. Without it nothing is linted, rather than that some rules are silently not what they should be.",
		Fix:     "Correct the path: it starts from the folder of the configuration.",
		Bad: `-- .forgelint.yaml --
extends: [../shared/base.yaml]
`,
		Good: `-- .forgelint.yaml --
extends: [base.yaml]
-- base.yaml --
# forgelint: format=config
rules:
  unknown-key: error
`,
	},
	Check: func(p *Pass) {
		if p.Workspace == nil || p.Abs == "" {
			return
		}
		for _, place := range p.ByFormat("file") {
			n := place.Node
			if n.Kind != syntax.Scalar || isNull(n) || p.Workspace.Exists(resolvePath(filepath.Dir(p.Abs), n.Value)) {
				continue
			}
			p.Report(Diagnostic{Span: n.Span, Path: place.Path(), Message: fmt.Sprintf("there is no file `%s`", shortText(n.Value)), Help: "the path starts from the folder of this configuration"})
		}
	},
})
