package lsp

import (
	"fmt"
	"math"
	"strings"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/schema"
)

// ladderText says in a table what a behavior does at which violation.
func ladderText(stages []lint.Stage) string {
	var b strings.Builder
	b.WriteString("| violation | level |\n|---|---|\n")
	for i, stage := range stages {
		switch {
		case i+1 == len(stages):
			fmt.Fprintf(&b, "| %d and more |", stage.Violation)
		case stages[i+1].Violation == stage.Violation+1:
			fmt.Fprintf(&b, "| %d |", stage.Violation)
		default:
			fmt.Fprintf(&b, "| %d to %d |", stage.Violation, stages[i+1].Violation-1)
		}
		fmt.Fprintf(&b, " `%s` |\n", stage.Level)
	}
	return b.String()
}

// idleThresholds are the entries of an escalation that change nothing, by the place of their level,
// with the level that holds there.
func idleThresholds(behavior *schema.Place) map[*schema.Place]string {
	stages := lint.Stages(behavior)
	list := behavior.Child("policy").Child("enforcement").Child("escalation")
	if len(stages) == 0 || list == nil {
		return nil
	}
	idle := map[*schema.Place]string{}
	for _, item := range list.Children {
		after, level := item.Child("after"), item.Child("level")
		if after == nil || level == nil {
			continue
		}
		n, ok := after.Node.Float()
		if !ok {
			continue
		}
		holds, reached := "", false
		for _, stage := range stages {
			reached = reached || stage.At == level
			if float64(stage.Violation) <= math.Ceil(max(1, n)) {
				holds = stage.Level
			}
		}
		if !reached && holds != "" && holds != level.Node.Value {
			idle[level] = holds
		}
	}
	return idle
}
