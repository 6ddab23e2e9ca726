package report

import (
	"encoding/xml"
	"io"
	"strings"
)

// encodeXML writes v as an indented XML document that ends in a line break.
func encodeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// xmlText returns s with its control characters shown as escapes, line by line: XML 1.0 has no way to
// write most of them.
func xmlText(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Printable(lines[i])
	}
	return strings.Join(lines, "\n")
}
