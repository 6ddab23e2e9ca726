package lint

import (
	"fmt"
	"strconv"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "out-of-range",
	Severity: Error,
	Doc: Doc{
		Summary: "a number outside its bounds",
		Why:     "A loader that checks the bounds refuses the file. One that does not works with a limit that is reached at once or never.",
		Fix:     "Write a number within the bounds.",
		Bad: `name: Small set
version: "1.0.0"
policies:
  - name: Office hours
    rule_type: working_hours_only
    params:
      timezone: Europe/Amsterdam
      start_hour: 8
      end_hour: 25
    severity: high
    enforcement_point: step_execution
`,
		Good: `name: Small set
version: "1.0.0"
policies:
  - name: Office hours
    rule_type: working_hours_only
    params:
      timezone: Europe/Amsterdam
      start_hour: 8
      end_hour: 18
    severity: high
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, place := range p.Places {
			t := place.Type
			if t == nil || t.Min == nil && t.Max == nil || !fitsType(place) {
				continue
			}
			value, ok := place.Node.Float()
			if !ok || !(t.Min != nil && value < *t.Min || t.Max != nil && value > *t.Max) {
				continue
			}
			d := Diagnostic{Span: place.Node.Span, Path: place.Path()}
			if place.Via != nil {
				d.Span = place.Via.Span
			}
			d.Message = fmt.Sprintf("%s must be %s, not %s", valueOf(place), bounds(t), shortText(place.Node.Value))
			if effect := p.effectOfValue(place); effect != "" {
				d.Message += ": " + effect
			}
			p.Report(d)
		}
	},
})

// bounds says between which numbers a value has to be.
func bounds(t *schema.Type) string {
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	switch {
	case t.Max == nil:
		return "at least " + number(*t.Min)
	case t.Min == nil:
		return "at most " + number(*t.Max)
	}
	return "from " + number(*t.Min) + " to " + number(*t.Max)
}
