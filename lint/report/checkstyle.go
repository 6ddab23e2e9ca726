package report

import (
	"encoding/xml"
	"io"
)

type (
	checkstyle struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"` // code points from 1
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// writeCheckstyle writes Checkstyle's XML, every linted file with its findings.
func writeCheckstyle(w io.Writer, r *Report, _ Options) error {
	out := checkstyle{Version: "4.3"}
	for _, f := range r.Files {
		file := checkstyleFile{Name: Printable(f.Path)}
		for _, d := range f.Diagnostics {
			p := f.Text.Position(d.Span.Start)
			file.Errors = append(file.Errors, checkstyleError{p.Line, p.Column, d.Severity.String(), xmlText(sentence(d)), "forgelint." + d.Code})
		}
		out.Files = append(out.Files, file)
	}
	return encodeXML(w, out)
}
