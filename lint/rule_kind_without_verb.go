package lint

import (
	"fmt"
	"slices"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "kind-without-verb",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a verb that no step of the kind can have`,
		Why: `Steps of ` + "`" + `step.resource` + "`" + `, ` + "`" + `step.self` + "`" + ` and ` + "`" + `step.credential` + "`" + ` have one of four verbs, those of ` + "`" + `step.message` + "`" + ` GET or POST,
all others none. A step with any other pair cannot be recorded, so a rule that asks for one is never evaluated, and a
condition on it never matches. In a list the other kinds are held, and this one is not.`,
		Fix: `Leave the verb out for a kind that has none, or name the kind that was meant.`,
		Bad: `name: CRM agent
policies:
  - name: No mail after shell use
    rule_type: tainted_path_block
    params: {taint_kind: step.exec, taint_verb: POST, target_kinds: [step.message]}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: No mail after shell use
    rule_type: tainted_path_block
    params: {taint_kind: step.exec, target_kinds: [step.message]}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().conditions {
			if c.params == nil {
				continue
			}
			for _, param := range c.params.Children {
				name := param.Name()
				if name == "target_verbs" {
					p.checkVerbs(c)
				}
				if i := slices.IndexFunc(verbPairs, func(pair verbPair) bool { return pair.verb == name }); i >= 0 {
					p.checkVerb(c, c.set(verbPairs[i].kind), c.set(name))
				}
			}
		}
	},
})

// verbPairs are the params that name a kind, or kinds, and the verb that narrows them.
var verbPairs = []verbPair{
	{"kind", "verb"}, {"forbidden_kind", "forbidden_verb"}, {"taint_kind", "taint_verb"}, {"target_kinds", "target_verb"},
}

type verbPair struct{ kind, verb string }

func (p *Pass) checkVerb(c *condition, kinds, verb *schema.Place) {
	word := textOf(verb)
	if kinds == nil || cells.byVerb[word] == 0 {
		return
	}
	named := kindsIn(kinds)
	if named == 0 {
		return
	}
	held := cells.cellsOf(named) & cells.byVerb[word]
	if held == 0 {
		p.Report(Diagnostic{
			Span: verb.Node.Span, Path: verb.Path(),
			Message: fmt.Sprintf("no %s step has the verb `%s`: %s", quoteList(cells.names(named), "or"), word, c.withoutSteps(verb.Name())),
			Help:    verbHelp(named),
		})
		return
	}
	if !isList(kinds) {
		return
	}
	for _, item := range kinds.Children {
		kind := cells.of(textOf(item))
		if kind != 0 && kind&cells.byVerb[word] == 0 {
			p.Report(Diagnostic{
				Span: item.Node.Span, Path: item.Path(),
				Message: fmt.Sprintf("no `%s` step has the verb `%s`: the rule holds %s only", textOf(item), word, cells.describe(held)),
				Help:    "ask for it in a policy of its own, without the verb",
				Related: []Related{{Span: verb.Node.Span, Message: "the verb"}},
			})
		}
	}
}

// checkVerbs checks the target_verbs of path_within_root, which keep the kinds without verbs in scope.
func (p *Pass) checkVerbs(c *condition) {
	verbs, kinds := c.set("target_verbs"), c.set("target_kinds")
	if !isList(verbs) || len(texts(verbs)) == 0 {
		return
	}
	var allowed cellSet
	for _, word := range texts(verbs) {
		allowed |= cells.byVerb[word]
	}
	if verb := c.set("target_verb"); verb != nil && cells.byVerb[textOf(verb)] != 0 && !slices.Contains(texts(verbs), textOf(verb)) {
		p.Report(Diagnostic{
			Span: verb.Node.Span, Path: verb.Path(),
			Message: fmt.Sprintf("`%s` is none of `target_verbs`, and both have to hold: no step is ever held", textOf(verb)),
			Help:    "write the verbs in `target_verbs` only",
			Related: []Related{{Span: verbs.Node.Span, Message: "the other verbs"}},
		})
	}
	if !isList(kinds) {
		return
	}
	for _, item := range kinds.Children {
		if kind := cells.of(textOf(item)); kind&^cells.verbless != 0 && kind&allowed == 0 {
			p.Report(Diagnostic{
				Span: item.Node.Span, Path: item.Path(),
				Message: fmt.Sprintf("no `%s` step has one of the verbs %s: none is ever held", textOf(item), quoteList(texts(verbs), "or")),
				Help:    verbHelp(cells.kind(textOf(item))),
				Related: []Related{{Span: verbs.Node.Span, Message: "the verbs"}},
			})
		}
	}
}

// verbHelp says which verbs the first of the kinds has.
func verbHelp(kinds kindSet) string {
	name := cells.names(kinds)[0]
	if verbs := schema.Vocabulary("kind").Value(name).Verbs; len(verbs) > 0 {
		return fmt.Sprintf("`%s` has %s", name, quoteList(verbs, "and"))
	}
	return fmt.Sprintf("`%s` has no verb: leave it out", name)
}

// withoutSteps says what a rule does when what the param narrows matches no step.
func (c *condition) withoutSteps(param string) string {
	switch {
	case param == "taint_verb":
		return "nothing ever taints the task"
	case param == "forbidden_verb":
		return "nothing is ever forbidden"
	case c.rule == "current_is":
		if c.negated() {
			return "the condition never holds, and its `not` always passes"
		}
		return "the condition never holds"
	case c.rule == "history_contains":
		return "no entry of the history ever matches"
	case c.rule == "execution_max_steps":
		return "nothing is ever counted"
	}
	return "no step is ever held"
}
