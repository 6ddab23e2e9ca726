package lint

import "github.com/forgelint/forgelint/syntax"

var _ = register(Rule{
	Code:     "excessive-aliasing",
	Severity: Error,
	Doc: Doc{
		Summary: "aliases that expand to an enormous value",
		Why:     `A few lines of aliases of aliases can expand to billions of values. A loader that walks over them runs out of memory, and the file is not checked beyond this point.`,
		Fix:     `Write the values out, or use fewer levels of aliases.`,
		Bad: `# forgelint: format=kyvvu-manifest
name: &a [x, x, x, x, x, x, x, x, x, x]
k0: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
k1: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
k2: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
k3: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
k4: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
k5: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]
k6: &h [*g, *g, *g, *g, *g, *g, *g, *g, *g, *g]
k7: &i [*h, *h, *h, *h, *h, *h, *h, *h, *h, *h]
`,
		Good: exampleManifest,
	},
	Check: func(p *Pass) { p.reportFaults(syntax.ExcessiveAliasing) },
})
