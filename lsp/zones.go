package lsp

import "go.lsp.dev/protocol"

// zones are the time zones that are offered: the main places of each offset and of each region. Any
// IANA name is taken; a list of all would bury the likely ones.
var zones = []string{
	"UTC",
	"Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Amsterdam", "Europe/Berlin", "Europe/Brussels", "Europe/Madrid",
	"Europe/Paris", "Europe/Rome", "Europe/Stockholm", "Europe/Vienna", "Europe/Warsaw", "Europe/Zurich", "Europe/Athens",
	"Europe/Helsinki", "Europe/Kyiv", "Europe/Istanbul",
	"America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage",
	"America/Toronto", "America/Vancouver", "America/Halifax", "America/Mexico_City", "America/Bogota", "America/Lima",
	"America/Santiago", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Pacific/Honolulu",
	"Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi",
	"Asia/Jerusalem", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Jakarta", "Asia/Manila",
	"Asia/Singapore", "Asia/Hong_Kong", "Asia/Shanghai", "Asia/Taipei", "Asia/Seoul", "Asia/Tokyo",
	"Australia/Perth", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland",
}

func (c *completing) timezones() []candidate {
	var out []candidate
	for _, zone := range zones {
		out = append(out, candidate{label: zone, text: zone, kind: protocol.CompletionItemKindValue})
	}
	return out
}
