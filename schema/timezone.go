package schema

import "sync"

// Timezones returns the names of the IANA time zone database, sorted, links and legacy names included.
var Timezones = sync.OnceValue(func() []string {
	list := readData("timezones").([]any)
	names := make([]string, len(list))
	for i, name := range list {
		names[i] = name.(string)
	}
	return names
})
