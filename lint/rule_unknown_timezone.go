package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
)

var _ = register(Rule{
	Code:     "unknown-timezone",
	Severity: Warning,
	Formats:  []string{manifestFormat},
	Doc: Doc{
		Summary: `a time zone that does not exist`,
		Why: `` + "`" + `timezone` + "`" + ` is a name of the IANA database, with its letter case. A name that is not there is read as UTC, in silence: the
window is shifted by hours. What is no name at all (empty, or with ` + "`" + `..` + "`" + ` or a leading slash) makes the rule raise, which is a
violation whenever it is evaluated, inside ` + "`" + `any_of` + "`" + ` too.`,
		Fix: `Write a name such as ` + "`" + `Europe/Amsterdam` + "`" + `. Abbreviations such as ` + "`" + `CEST` + "`" + ` and offsets such as ` + "`" + `UTC+2` + "`" + ` are no names; ` + "`" + `Etc/GMT-2` + "`" + ` is two hours ahead of UTC.`,
		Bad: `name: CRM agent
policies:
  - name: Afternoon only
    rule_type: working_hours_only
    params: {start_hour: 14, end_hour: 18, timezone: Amsterdam}
    severity: critical
    enforcement_point: step_execution
`,
		Good: `name: CRM agent
policies:
  - name: Afternoon only
    rule_type: working_hours_only
    params: {start_hour: 14, end_hour: 18, timezone: Europe/Amsterdam}
    severity: critical
    enforcement_point: step_execution
`,
	},
	Check: func(p *Pass) {
		for _, c := range p.manifest().of("working_hours_only") {
			zone := c.param("timezone")
			if !isText(zone) {
				continue
			}
			name := zone.Node.Value
			names := schema.Timezones()
			if _, found := slices.BinarySearch(names, name); found {
				continue
			}
			d := Diagnostic{
				Span: zone.Node.Span, Path: zone.Path(),
				Message: fmt.Sprintf("there is no time zone `%s`: the hours are read as UTC, in silence", name),
				Help:    "write a name of the IANA database, such as `Europe/Amsterdam`",
			}
			if name == "" || strings.HasPrefix(name, "/") || slices.Contains(strings.Split(name, "/"), "..") || slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, name+"/") }) {
				d.Message = fmt.Sprintf("`%s` is no name of a time zone: the rule raises, and every step that it is asked of is %s", name, c.policy.outcome())
			}
			if name == "" {
				d.Message = fmt.Sprintf("an empty text is no name of a time zone: the rule raises, and every step that it is asked of is %s", c.policy.outcome())
			}
			if near := nearZone(name, names); near != "" {
				d.Help = fmt.Sprintf("did you mean `%s`?", near)
				d.Fixes = []Fix{{Title: "Change to `" + near + "`", Edits: []Edit{p.ReplaceText(zone.Node, near)}}}
			} else if m := utcOffset.FindStringSubmatch(name); m != nil {
				sign := "-"
				if m[1] == "-" {
					sign = "+"
				}
				d.Help = fmt.Sprintf("a fixed offset is `Etc/GMT%s%s`: its sign is the other way round", sign, strings.TrimPrefix(m[2], "0"))
			}
			p.Report(d)
		}
	},
})

// utcOffset is an offset in place of a time zone.
var utcOffset = regexp.MustCompile(`^(?:UTC|GMT|Z)?([+-])(\d{1,2})(?::?00)?$`)

// nearZone returns the time zone that was meant, "" if none is near: a city alone names its zone.
func nearZone(name string, zones []string) string {
	city := "/" + foldName(name)
	for _, zone := range zones {
		if foldName(name) != "" && strings.HasSuffix(foldName(zone), city) {
			return zone
		}
	}
	if utcOffset.MatchString(name) || len(name) < 6 {
		return ""
	}
	return Suggest(name, zones)
}
