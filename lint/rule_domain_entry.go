package lint

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "domain-entry",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `an entry of a domain allowlist that is read otherwise`,
		Why: `The entries are compared with the host of a step, equal or below. An entry that is no plain DNS name - with a wildcard, white
space, an underscore or a letter outside ASCII - equals no host. An address is reduced to its host, so that port, path and
user have no say; a range of addresses is one address; a top-level domain lets everything below it pass.`,
		Fix: `Write the bare host: ` + "`" + `acme.io` + "`" + ` covers ` + "`" + `api.acme.io` + "`" + ` too.`,
		Bad: `name: CRM agent
policies:
  - name: Only our hosts
    rule_type: domain_allowlist
    params: {allowed_domains: ["*.acme.io"], target_kinds: [step.resource]}
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
			if !isList(c.param("allowed_domains")) {
				continue
			}
			for _, entry := range c.param("allowed_domains").Children {
				p.checkDomain(entry)
			}
		}
	},
})

func (p *Pass) checkDomain(entry *schema.Place) {
	d := Diagnostic{Span: entry.Node.Span}
	if d.Span.Len() == 0 {
		d.Span = entry.Parent.Node.Span
	}
	if !isText(entry) {
		d.Message = "the entry is no text: it matches no host"
		d.Help = "write a host, in quotes if it looks like a number"
		d.Path = entry.Path()
		p.Report(d)
		return
	}
	text := entry.Node.Value
	host, ok := normaliseHost(text)
	plain := strings.ToLower(strings.TrimSuffix(text, "."))
	_, network, _ := strings.Cut(plain, "/")
	switch {
	case ok && host == plain:
		if schema.Vocabulary("top_level_domain").Value(host) == nil {
			return
		}
		d.Message = fmt.Sprintf("`%s` is a whole top-level domain: every host below it passes", text)
		d.Help = "write the domain that is meant"
	case ok && network != "" && isDigits(network) && isDigits(strings.ReplaceAll(host, ".", "")):
		d.Message = fmt.Sprintf("a range of addresses is no entry: `%s` is read as the one host `%s`", text, host)
		d.Help = "list each address; a raw address is allowed only if it is listed"
	case ok:
		d.Message = fmt.Sprintf("`%s` is read as the host `%s`: %s", text, host, droppedParts(text))
		p.offerHost(&d, entry, host)
	case text == "":
		d.Message = "an empty entry matches no host"
		d.Help = "write a host, or remove the entry"
	default:
		d.Message = fmt.Sprintf("`%s` is no plain host name: the entry matches no host", text)
		p.offerHost(&d, entry, bareHost(text))
	}
	d.Path = entry.Path()
	p.Report(d)
}

// offerHost offers a host in place of an entry; none if it is empty.
func (p *Pass) offerHost(d *Diagnostic, entry *schema.Place, host string) {
	if host == "" {
		d.Help = "write a bare host: it covers the hosts below it too"
		return
	}
	d.Help = fmt.Sprintf("write `%s`: it covers the hosts below it too", host)
	d.Fixes = []Fix{{Title: "Change to `" + host + "`", Edits: []Edit{p.ReplaceText(entry.Node, host)}}}
}

// droppedParts says what of an address has no say.
func droppedParts(text string) string {
	switch {
	case strings.Contains(text, "://"):
		return "scheme, port and path have no say"
	case strings.Contains(text, "@"):
		return "what stands before the `@` has no say"
	case strings.Contains(text, "/"):
		return "a path has no say"
	}
	return "a port has no say"
}

// bareHost returns the host that an entry with a wildcard, a leading dot or white space was meant to be;
// "" if that is no host either.
func bareHost(text string) string {
	host, ok := normaliseHost(strings.TrimLeft(strings.TrimSpace(text), "*."))
	if !ok {
		return ""
	}
	return host
}
