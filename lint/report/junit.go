package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		Failure   *junitFailure `xml:"failure"`
		Error     *junitFailure `xml:"error"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes JUnit XML: a suite for each linted file, in it a failed case for each finding, or
// one that passed. What could not be done is a case with an error.
func writeJUnit(w io.Writer, r *Report, _ Options) error {
	out := junitSuites{Name: "forgelint"}
	for _, f := range r.Files {
		path := Printable(f.Path)
		suite := junitSuite{Name: path, Failures: len(f.Diagnostics)}
		for _, d := range f.Diagnostics {
			p := f.Text.Position(d.Span.Start)
			message := xmlText(d.Message)
			suite.Cases = append(suite.Cases, junitCase{
				Name:      fmt.Sprintf("%s at %d:%d", d.Code, p.Line, p.Column),
				ClassName: path,
				Failure: &junitFailure{
					Message: message,
					Type:    d.Severity.String(),
					Text:    fmt.Sprintf("%s:%d:%d: %s: %s [%s]", path, p.Line, p.Column, d.Severity, xmlText(sentence(d)), d.Code),
				},
			})
		}
		if len(f.Diagnostics) == 0 {
			suite.Cases = []junitCase{{Name: "no findings", ClassName: path}}
		}
		out.add(suite)
	}
	if len(r.Problems) > 0 {
		suite := junitSuite{Name: "forgelint", Errors: len(r.Problems)}
		for _, p := range r.Problems {
			name, _, _ := strings.Cut(Printable(p), ": ")
			suite.Cases = append(suite.Cases, junitCase{Name: name, ClassName: "forgelint", Error: &junitFailure{Message: Printable(p), Type: "problem"}})
		}
		out.add(suite)
	}
	return encodeXML(w, out)
}

func (s *junitSuites) add(suite junitSuite) {
	suite.Tests = len(suite.Cases)
	s.Tests += suite.Tests
	s.Failures += suite.Failures
	s.Errors += suite.Errors
	s.Suites = append(s.Suites, suite)
}
