package lint

import (
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

var _ = register(Rule{
	Code:     "excessive-nesting",
	Severity: Error,
	Doc: Doc{
		Summary: "brackets nested deeper than a parser follows",
		Why:     `Text of this shape is an attack or an accident. The loader overflows its stack on it, so nothing of the file loads.`,
		Fix:     `Remove the brackets.`,
		Bad:     "# forgelint: format=kyvvu-manifest\nname: " + strings.Repeat("[", 12000) + "\n",
		Good:    exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.ExcessiveNesting) },
})
