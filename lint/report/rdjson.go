package report

import (
	"io"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// Reviewdog Diagnostic Format, DiagnosticResult as JSON.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"relatedLocations,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	// rdPosition counts from 1; columns are bytes of UTF-8.
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
)

// writeRDJSON writes reviewdog's rdjson. Of the fixes, the best becomes a suggestion if it is one
// edit: reviewdog offers each suggestion by itself.
func writeRDJSON(w io.Writer, r *Report, _ Options) error {
	out := rdResult{Source: rdSource{"forgelint", lint.DocsURL}, Diagnostics: []rdDiagnostic{}}
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			one := rdDiagnostic{
				Message:  sentence(d),
				Location: r.rdLocation(f.Path, f.Text, d.Span),
				Severity: map[lint.Severity]string{lint.Error: "ERROR", lint.Warning: "WARNING", lint.Info: "INFO"}[d.Severity],
				Code:     rdCode{d.Code, lint.URL(d.Code)},
			}
			for _, x := range d.Related {
				path, text := f.related(x)
				one.Related = append(one.Related, rdRelated{x.Message, r.rdLocation(path, text, x.Span)})
			}
			if len(d.Fixes) > 0 && len(d.Fixes[0].Edits) == 1 {
				e := d.Fixes[0].Edits[0]
				one.Suggestions = []rdSuggestion{{rdRangeOf(f.Text, e.Span), e.New}}
			}
			out.Diagnostics = append(out.Diagnostics, one)
		}
	}
	return WriteJSON(w, out)
}

func (r *Report) rdLocation(path string, text *syntax.File, s syntax.Span) rdLocation {
	rel, _ := r.relative(path)
	return rdLocation{rel, rdRangeOf(text, s)}
}

func rdRangeOf(text *syntax.File, s syntax.Span) rdRange {
	at := func(offset int) rdPosition {
		line, column := text.EncodedPosition(offset, syntax.UTF8)
		return rdPosition{line + 1, column + 1}
	}
	return rdRange{at(s.Start), at(s.End)}
}
