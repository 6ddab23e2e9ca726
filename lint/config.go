package lint

// Config is the configuration that holds for a file. A nil Config changes nothing.
type Config struct {
	severities map[string]Severity // by rule code
}

// severity returns what the configuration says of a rule, and whether it says anything.
func (c *Config) severity(code string) (Severity, bool) {
	if c == nil {
		return Off, false
	}
	severity, set := c.severities[code]
	return severity, set
}
