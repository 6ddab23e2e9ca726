package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "placeholder-host",
	Severity: Info,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `an example domain in an allowlist`,
		Why:     `` + "`" + `example.com` + "`" + ` and its like are kept free for documentation (RFC 2606). In an allowlist they are what an example left behind: ` + "`" + `kyvvu try` + "`" + ` warns about them too.`,
		Fix:     `Write the host of your own service.`,
		Bad: `name: CRM agent
policies:
  - name: Only our hosts
    rule_type: domain_allowlist
    params: {allowed_domains: [api.example.com], target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Only our hosts
    rule_type: domain_allowlist
    params: {allowed_domains: [acme.io], target_kinds: [step.resource]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("domain_allowlist") {
			list := c.param("allowed_domains")
			if !isList(list) {
				continue
			}
			for _, entry := range list.Children {
				host, ok := normaliseHost(textOf(entry))
				if !ok || !isPlaceholder(host) {
					continue
				}
				p.Report(Diagnostic{
					Span: entry.Node.Span, Path: entry.Path(),
					Message: fmt.Sprintf("`%s` is an example domain: no service stands there", textOf(entry)),
					Help:    "write the host of your own service",
				})
				break // one a list
			}
		}
	},
})

// isPlaceholder reports whether a host is, or is below, a domain that is kept free for examples.
func isPlaceholder(host string) bool {
	for _, domain := range schema.Vocabulary("placeholder_host").Enum {
		if host == domain.Name || strings.HasSuffix(host, "."+domain.Name) {
			return true
		}
	}
	return false
}
