package lint

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

// describeValue says what a value is to PyYAML, with the reading where that surprises.
func describeValue(n *syntax.Node) string {
	if n.Kind == syntax.Mapping {
		return "a mapping"
	}
	if n.Kind == syntax.Sequence {
		return "a list"
	}
	text := shortText(n.Value)
	switch n.Tag {
	case syntax.Bool:
		if value, ok := n.Bool(); ok && strings.ToLower(n.Value) != strconv.FormatBool(value) {
			return fmt.Sprintf("`%s`, which reads as the boolean `%t`", text, value)
		}
		return fmt.Sprintf("the boolean `%s`", text)
	case syntax.Int, syntax.Float:
		kind := "integer"
		if n.Tag == syntax.Float {
			kind = "number"
		}
		if value := syntax.PyText(n); value != n.Value {
			return fmt.Sprintf("`%s`, which reads as the %s %s%s", text, kind, value, base(n))
		}
		return fmt.Sprintf("the %s `%s`", kind, text)
	case syntax.Timestamp:
		return fmt.Sprintf("`%s`, which reads as a date", text)
	case syntax.Str:
		return fmt.Sprintf("the text `%s`", text)
	case syntax.Binary:
		return "binary data"
	}
	return "`" + text + "`"
}

// base says by which rule of YAML 1.1 an integer is read that is not decimal.
func base(n *syntax.Node) string {
	digits := strings.TrimLeft(n.Value, "+-")
	switch {
	case strings.Contains(digits, ":"):
		return " in base 60"
	case strings.HasPrefix(digits, "0x"):
		return " in base 16"
	case strings.HasPrefix(digits, "0b"):
		return " in base 2"
	case len(digits) > 1 && digits[0] == '0' && n.Tag == syntax.Int:
		return " in base 8"
	}
	return ""
}

// shortText cuts a long value, and shows what would break a line of output.
func shortText(text string) string {
	const most = 60
	runes := []rune(text)
	if len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		text = strings.Trim(strconv.Quote(text), `"`)
	}
	return text
}
