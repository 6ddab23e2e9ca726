package lsp

import (
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// agentRegistration is the enforcement point at which a policy judges the profile of an agent, not a step.
const agentRegistration = "agent_registration"

// policyText says in one paragraph what a Kyvvu policy stops, when, and whether it blocks or warns.
func policyText(doc *lint.Document, policy *schema.Place) string {
	point, _ := policy.Text("enforcement_point")
	registration := strings.EqualFold(point, agentRegistration)
	var b strings.Builder
	severity, _ := policy.Text("severity")
	switch value := schema.Vocabulary("severity").Value(severity); {
	case value == nil:
		b.WriteString("Judges")
	case value.Blocks && registration:
		b.WriteString("**Refuses**")
	case value.Blocks:
		b.WriteString("**Blocks**")
	default:
		fmt.Fprintf(&b, "**Warns** (severity `%s` never blocks) of", strings.ToLower(severity))
	}
	if registration {
		b.WriteString(" the registration of an agent when ")
	} else {
		b.WriteString(" a step when ")
	}
	b.WriteString(violatedWhen(doc, policy, 0))
	b.WriteString(".")
	if registration {
		b.WriteString(" It is looked at once, when the agent registers, and governs no step.")
	}
	if class, ok := policy.Text("risk_classification"); ok {
		if schema.Vocabulary("risk_class").Value(class) != nil {
			fmt.Fprintf(&b, " It covers agents of class `%s` or above.", strings.ToLower(class))
		} else {
			fmt.Fprintf(&b, " `%s` is no class, so it covers every agent.", class)
		}
	} else {
		b.WriteString(" It covers every agent.")
	}
	return b.String()
}

// maxNesting bounds how deep a compound rule is told.
const maxNesting = 4

func violatedWhen(doc *lint.Document, p *schema.Place, depth int) string {
	return tell(doc, p, depth, false)
}

// tell ends the sentence "… when" for a policy or sub-condition: when it is violated, or when it passes.
func tell(doc *lint.Document, p *schema.Place, depth int, passes bool) string {
	rule, _ := p.Text("rule_type")
	params := p.Child("params")
	if depth > maxNesting {
		return "…"
	}
	switch rule {
	case "all_of", "any_of":
		list := params.Child("conditions")
		if list == nil || len(list.Children) == 0 {
			if (rule == "all_of") == passes {
				return "always: there are no conditions"
			}
			return "never: there are no conditions"
		}
		join := " **and** "
		if (rule == "all_of") != passes {
			join = " **or** "
		}
		var parts []string
		for _, c := range list.Children {
			parts = append(parts, tell(doc, c, depth+1, passes))
		}
		if depth > 0 && len(parts) > 1 {
			return "(" + strings.Join(parts, join) + ")"
		}
		return strings.Join(parts, join)
	case "not":
		if c := params.Child("condition"); c != nil {
			return tell(doc, c, depth+1, !passes)
		}
		return "…"
	}
	sentence, ok := doc.Format.Rules[rule].Sentence(func(name string) (string, bool) { return paramWords(doc, rule, params, name) })
	switch {
	case ok && passes:
		return sentence.Passes
	case ok:
		return sentence.Violated
	case rule == "":
		return "… (no `rule_type` yet)"
	case passes:
		return "the rule `" + rule + "` passes"
	}
	return "the rule `" + rule + "` is violated"
}

// paramWords is the value of a param in words; its default where it has one.
func paramWords(doc *lint.Document, rule string, params *schema.Place, name string) (string, bool) {
	if p := params.Child(name); p != nil && !(p.Node.Kind == syntax.Scalar && p.Node.Tag == syntax.Null) {
		if len(p.Children) == 0 && p.Node.Kind != syntax.Scalar {
			return "", false
		}
		return valueWords(p, 0), true
	}
	if r := doc.Format.Rules[rule]; r != nil {
		if f := r.Params.Field(name); f != nil && f.Default != "" {
			return "`" + f.Default + "`", true
		}
	}
	return "", false
}

func valueWords(p *schema.Place, depth int) string {
	const most = 6
	if p.Node.Kind == syntax.Scalar {
		return "`" + oneLine(p.Node.Value) + "`"
	}
	if depth > 1 {
		return "…"
	}
	var parts []string
	for i, c := range p.Children {
		if i == most {
			parts = append(parts, "…")
			break
		}
		words := valueWords(c, depth+1)
		if c.Key != nil {
			words = "`" + c.Key.Value + "` = " + words
		}
		parts = append(parts, words)
	}
	if p.Node.Kind == syntax.Mapping {
		return strings.Join(parts, ", ")
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " or " + parts[n-1]
	}
	return strings.Join(parts, "")
}
