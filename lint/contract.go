package lint

import (
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// contractFormat is the format of behavior contracts.
const contractFormat = "agent-contract"

// supportedClause is the only kind of clause that evaluators of v0 read (contract specification §2).
const supportedClause = "side_effect_after_preconditions"

// clause is a clause of a contract that is an object.
type clause struct {
	place         *schema.Place
	kind          *schema.Place // nil if it is missing
	sideEffect    *schema.Place // nil if it is missing or no text
	preconditions []*schema.Place
	listed        *schema.Place // the list of preconditions; nil if it is missing or no list
}

// supported reports whether the evaluator reads the clause.
func (c *clause) supported() bool { return textOf(c.kind) == supportedClause }

// label names the clause in messages.
func (c *clause) label() string {
	if id := textOf(c.place.Child("id")); id != "" {
		return "`" + id + "`"
	}
	return "this clause"
}

// clauses returns the clauses of a contract in their order.
func (d *Document) clauses() []*clause {
	list := d.Root().Child("clauses")
	if !isList(list) {
		return nil
	}
	var found []*clause
	for _, item := range list.Children {
		if item.Node.Kind != syntax.Mapping {
			continue
		}
		c := &clause{place: item, kind: item.Child("kind")}
		if side := item.Child("side_effect"); isText(side) {
			c.sideEffect = side
		}
		if listed := item.Child("preconditions"); isList(listed) {
			c.listed = listed
			for _, p := range listed.Children {
				if isText(p) {
					c.preconditions = append(c.preconditions, p)
				}
			}
		}
		found = append(found, c)
	}
	return found
}

// supportedClauses returns the clauses that the evaluator reads.
func (d *Document) supportedClauses() []*clause {
	var found []*clause
	for _, c := range d.clauses() {
		if c.supported() {
			found = append(found, c)
		}
	}
	return found
}

// clauseKinds returns the kinds of the specification, the deferred ones too.
func clauseKinds() *schema.Type { return schema.Lookup(contractFormat).Types["clause_kind"] }
