package report

import (
	"io"

	"github.com/forgelint/forgelint/lint"
)

// GitLab's Code Quality report: the part of the Code Climate specification that it reads.
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
)

func writeGitLab(w io.Writer, r *Report, _ Options) error {
	issues := []gitlabIssue{}
	prints := fingerprints{}
	for _, f := range r.Files {
		rel, _ := r.relative(f.Path)
		for _, d := range f.Diagnostics {
			issues = append(issues, gitlabIssue{
				Description: sentence(d),
				CheckName:   d.Code,
				Fingerprint: prints.of(rel, f, d),
				Severity:    map[lint.Severity]string{lint.Error: "major", lint.Warning: "minor", lint.Info: "info"}[d.Severity],
				Location: gitlabLocation{rel, gitlabLines{
					f.Text.Position(d.Span.Start).Line,
					f.Text.Position(d.Span.End).Line,
				}},
			})
		}
	}
	return WriteJSON(w, issues)
}
