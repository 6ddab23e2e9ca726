package schema

import "sync"

// Timezones returns the names of the IANA time zone database, sorted, links and legacy names included.
var Timezones = sync.OnceValue(func() []string { return timezones("names") })

// OfferedTimezones returns the time zones that an editor offers: the main places of each offset and of
// each region. A list of all would bury the likely ones.
var OfferedTimezones = sync.OnceValue(func() []string { return timezones("offered") })

func timezones(list string) []string {
	all, _ := readData("timezones").(object).get(list)
	var names []string
	for _, name := range all.([]any) {
		names = append(names, name.(string))
	}
	return names
}
