package lint

import (
	"fmt"
	"slices"
	"strings"
)

var _ = register(Rule{
	Code:     "contradicting-policies",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `two policies that no step can satisfy both`,
		Why: `Each of the two may be right alone. Together they leave nothing: a step cannot come directly after two different kinds, a host cannot be on two
lists that share none, an hour cannot be in two windows that do not meet. Every step that both hold violates one of them.`,
		Fix: `Merge the two: one list, or ` + "`" + `any_of` + "`" + ` over the two conditions.`,
		Bad: `name: CRM agent
policies:
  - name: After a gate
    rule_type: step_directly_preceded_by
    params: {required_kind: step.gate, target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
  - name: After a model
    rule_type: step_directly_preceded_by
    params: {required_kind: step.model, target_kinds: [step.exec, step.message]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: After a gate
    rule_type: step_directly_preceded_by
    params: {required_kind: step.gate, target_kinds: [step.exec]}
    severity: critical
    enforcement_point: step_execution
  - name: After a model
    rule_type: step_directly_preceded_by
    params: {required_kind: step.model, target_kinds: [step.message]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, pair := range p.manifest().contradictions() {
			at := pair.second.root.param(pair.param)
			p.Report(Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("%s: every %s violates one of this policy and %s", pair.why, pair.what, pair.first.title()),
				Help:    "merge the two policies, or let them hold different kinds",
				Related: []Related{{Span: pair.first.root.param(pair.param).Node.Span, Message: "what the other policy asks for"}},
			})
		}
	},
})

// contradiction is a pair of policies that no step satisfies both.
type contradiction struct {
	first, second *policy
	param         string // that contradicts
	what, why     string
}

// contradictions compares each policy with one of each sort before it: the first that holds a cell.
func (m *manifest) contradictions() []contradiction {
	var found []contradiction
	before := map[string]*policy{} // by rule, class and cell or zone
	for _, p := range m.policies {
		if !p.atSteps() || p.root.params == nil {
			continue
		}
		c, class := p.root, p.sphere().class
		switch c.rule {
		case "step_directly_preceded_by", "domain_allowlist":
			t := c.target()
			if t.filtered {
				continue
			}
			compared := map[*policy]bool{}
			for i := range cells.kindAt {
				if t.cells&(1<<i) == 0 {
					continue
				}
				key := fmt.Sprint(c.rule, class, i)
				first := before[key]
				if first == nil {
					before[key] = p
					continue
				}
				if compared[first] {
					continue
				}
				compared[first] = true
				if d, ok := contradict(first, p); ok {
					d.what = cells.describe(first.root.target().cells&t.cells) + " step"
					found = append(found, d)
				}
			}
		case "working_hours_only":
			key := fmt.Sprint(c.rule, class, c.text("timezone"))
			first := before[key]
			if first == nil {
				before[key] = p
			} else if apart(first.root, c) {
				found = append(found, contradiction{first, p, "start_hour", "step at any hour", "the two windows do not meet"})
			}
		}
	}
	return found
}

// contradict compares two policies of one rule that hold the same steps.
func contradict(first, second *policy) (d contradiction, ok bool) {
	d = contradiction{first: first, second: second}
	if second.root.rule == "step_directly_preceded_by" {
		a, b := first.root.text("required_kind"), second.root.text("required_kind")
		d.param, d.why = "required_kind", fmt.Sprintf("a step cannot come directly after both a `%s` and a `%s`", a, b)
		return d, a != b && cells.of(a) != 0 && cells.of(b) != 0
	}
	d.param, d.why = "allowed_domains", "no host is on both lists"
	a, b := hosts(first.root), hosts(second.root)
	if len(a) == 0 || len(b) == 0 {
		return d, false
	}
	for _, x := range a {
		if slices.ContainsFunc(b, func(y string) bool {
			return x == y || strings.HasSuffix(x, "."+y) || strings.HasSuffix(y, "."+x)
		}) {
			return d, false
		}
	}
	return d, true
}

// hosts returns the hosts that an allowlist lets pass.
func hosts(c *condition) []string {
	var found []string
	for _, entry := range texts(c.param("allowed_domains")) {
		if host, ok := normaliseHost(entry); ok {
			found = append(found, host)
		}
	}
	return found
}

// apart reports whether two windows of hours share no hour.
func apart(a, b *condition) bool {
	for hour := range int64(24) {
		if inHours(a, hour) && inHours(b, hour) {
			return false
		}
	}
	return true
}

// inHours reports whether an hour is inside a window; an unreadable one holds all.
func inHours(c *condition, hour int64) bool {
	start, ok := intOf(c.param("start_hour"))
	end, known := intOf(c.param("end_hour"))
	switch {
	case !ok || !known || start == end:
		return true
	case start < end:
		return start <= hour && hour < end
	}
	return start <= hour || hour < end
}
