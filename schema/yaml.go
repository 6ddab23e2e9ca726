package schema

import (
	"regexp"
	"strings"
)

// plain is a text that every YAML reader takes as that text without quotes.
var plain = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*$`)

// blockYAML writes an example of the registry as a block mapping, without a final line break.
func blockYAML(v any, indent int) string {
	pad := strings.Repeat(" ", indent)
	var lines []string
	switch v := v.(type) {
	case object:
		for _, m := range v {
			switch c := m.value.(type) {
			case object:
				if len(c) > 0 {
					lines = append(lines, pad+m.key+":\n"+blockYAML(c, indent+2))
					continue
				}
			case []any:
				if len(c) > 0 {
					lines = append(lines, pad+m.key+":\n"+blockYAML(c, indent+2))
					continue
				}
			}
			lines = append(lines, pad+m.key+": "+flowYAML(m.value))
		}
	case []any:
		for _, e := range v {
			if o, ok := e.(object); ok && len(o) > 0 {
				lines = append(lines, pad+"- "+strings.TrimPrefix(blockYAML(o, indent+2), pad+"  "))
				continue
			}
			lines = append(lines, pad+"- "+flowYAML(e))
		}
	default:
		return pad + flowYAML(v)
	}
	return strings.Join(lines, "\n")
}

func flowYAML(v any) string {
	s, ok := v.(string)
	if !ok {
		return yamlText(v)
	}
	if plain.MatchString(s) && !reserved[strings.ToLower(s)] {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// reserved are texts that YAML 1.1 reads as something else.
var reserved = map[string]bool{"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true, "true": true, "false": true, "null": true}
