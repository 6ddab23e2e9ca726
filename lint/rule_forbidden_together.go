package lint

import "fmt"

var _ = register(Rule{
	Code:     "forbidden-together",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `several policies forbid a kind altogether`,
		Why: `Each of the policies forbids some verbs of the kind. Together they leave none: no step of the kind can run. That is said in no place of
the file.`,
		Fix: `If the kind is to be forbidden, say so in one policy: ` + "`" + `not` + "`" + ` over ` + "`" + `current_is` + "`" + `. If not, take a verb out.`,
		Bad: `name: CRM agent
policies:
  - name: No sending
    rule_type: not
    params: {condition: {rule_type: current_is, params: {kind: step.message, verb: POST}}}
    severity: critical
    enforcement_point: step_execution
  - name: No reading
    rule_type: execution_max_steps
    params: {kind: step.message, verb: GET, max_steps: 0}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: No sending
    rule_type: not
    params: {condition: {rule_type: current_is, params: {kind: step.message, verb: POST}}}
    severity: critical
    enforcement_point: step_execution
  - name: Little reading
    rule_type: execution_max_steps
    params: {kind: step.message, verb: GET, max_steps: 9}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, kind := range p.manifest().forbiddenTogether() {
			last := kind.by[len(kind.by)-1]
			at := last.root.mark()
			d := Diagnostic{
				Span: at.Node.Span, Path: at.Path(),
				Message: fmt.Sprintf("with the policies before it no `%s` step can run at all: each forbids some of its verbs, together all", kind.name),
				Help:    "to forbid the kind write one `not` over `current_is`",
			}
			for _, other := range kind.by[:len(kind.by)-1] {
				d.Related = append(d.Related, Related{Span: other.where(), Message: fmt.Sprintf("forbids %s", cells.describe(other.forbids()&cells.of(kind.name)))})
			}
			p.Report(d)
		}
	},
})

// forbiddenKind is a kind that several policies forbid, a part each.
type forbiddenKind struct {
	name string
	by   []*policy // in source order; the last one completes it
}

// forbids returns the cells that a policy never lets through.
func (p *policy) forbids() cellSet { return cells.all &^ p.always.pass }

// governs reports whether the policy blocks steps of every agent.
func (p *policy) governs() bool { return p.atSteps() && p.blocks() && p.sphere().class == "" }

func (m *manifest) forbiddenTogether() []forbiddenKind {
	var found []forbiddenKind
	var gone cellSet
	for _, p := range m.policies {
		if !p.governs() {
			continue
		}
		own := p.forbids()
		if own&^gone == 0 {
			continue
		}
		before := cells.within(gone)
		gone |= own
		for _, name := range cells.names(cells.within(gone) &^ before &^ cells.within(own)) {
			found = append(found, forbiddenKind{name, m.forbidding(p, cells.of(name))})
		}
	}
	return found
}

// forbidding returns the policies up to last that forbid some of the cells, each more than those before.
func (m *manifest) forbidding(last *policy, of cellSet) []*policy {
	var by []*policy
	var gone cellSet
	for _, p := range m.policies {
		if p.governs() && p.forbids()&of&^gone != 0 {
			by = append(by, p)
			gone |= p.forbids()
		}
		if p == last {
			break
		}
	}
	return by
}
