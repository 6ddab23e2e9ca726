package lint

import (
	"fmt"

	"github.com/forgelint/forgelint/syntax/regex"
)

var _ = register(Rule{
	Code:     "empty-alternative",
	Severity: Warning,
	Formats:  []string{"behavior", "kyvvu-manifest"},
	Doc: Doc{
		Summary: "a `|` with nothing on one side",
		Why: "An alternative that is empty matches the empty text, so it is found everywhere: `rm |` is not \"rm and a pipe\" but \"rm, " +
			"or anything\". Where the branch makes the whole pattern match everything this is a warning; inside a group, where it " +
			"only makes the group optional, an info.",
		Fix: "Drop the `|`, write `\\|` for a pipe in the text, or `(…)?` for something optional.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition:
              rule_type: current_is
              params: {kind: step.message}
        - rule_type: field_matches_regex
          params:
            field: properties.message.recipient
            pattern: '@acme\.io$|'
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Pattern 1
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition:
              rule_type: current_is
              params: {kind: step.message}
        - rule_type: field_matches_regex
          params:
            field: properties.message.recipient
            pattern: '@acme\.io$'
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, pat := range p.patterns() {
			if pat.re == nil {
				continue
			}
			if branch := emptyBranch(pat.re); branch != nil && pat.dialect != regex.JavaScript {
				at := pipeOf(pat.text, branch)
				d := Diagnostic{
					Span:    p.within(pat, at, at+1),
					Path:    pat.place.Path(),
					Message: fmt.Sprintf("an alternative beside this `|` is empty, so %s is found in every text: %s", pat.subject(), p.whenAlways(pat)),
					Help:    "drop the `|`, or write `\\|` for a pipe in the text",
				}
				if pat.place.Via == nil {
					d.Fixes = []Fix{{Title: "Drop the `|`", Edits: []Edit{p.replaceIn(pat, at, at+1, "")}}}
				}
				p.Report(d)
				continue
			}
			for _, branch := range emptyBranches(pat.re.Root) {
				at := pipeOf(pat.text, branch)
				p.Report(Diagnostic{
					Span:     p.within(pat, at, at+1),
					Path:     pat.place.Path(),
					Severity: Info,
					Message:  "an alternative beside this `|` is empty: the group matches nothing too",
					Help:     "write `(…)?` if the group is optional, `\\|` for a pipe in the text",
				})
			}
		}
	},
})

// emptyBranch returns the empty alternative that makes a pattern match everything; nil if there is
// none.
func emptyBranch(re *regex.Regexp) *regex.Node {
	if re.Everything() != regex.All {
		return nil
	}
	top := re.Root
	for top.Op == regex.Group {
		top = top.Subs[0]
	}
	if top.Op != regex.Alternate {
		return nil
	}
	for _, s := range top.Subs {
		if s.Op == regex.Empty {
			return s
		}
	}
	return nil
}

// emptyBranches returns one empty alternative of each group that has some.
func emptyBranches(root *regex.Node) []*regex.Node {
	var found []*regex.Node
	root.Walk(func(n *regex.Node) bool {
		if n.Op == regex.Alternate {
			for _, s := range n.Subs {
				if s.Op == regex.Empty {
					found = append(found, s)
					break
				}
			}
		}
		return true
	})
	return found
}

// pipeOf returns the offset of the `|` beside an empty alternative.
func pipeOf(text string, branch *regex.Node) int {
	if branch.Start > 0 && text[branch.Start-1] == '|' {
		return branch.Start - 1
	}
	return branch.Start
}
