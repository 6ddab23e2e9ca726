package report

import (
	"io"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// SARIF 2.1.0 (OASIS), the properties that forgelint writes.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool             sarifTool         `json:"tool"`
		Invocations      []sarifInvocation `json:"invocations"`
		ColumnKind       string            `json:"columnKind"`
		NewlineSequences []string          `json:"newlineSequences"`
		Results          []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string              `json:"id"`
		ShortDescription     sarifText           `json:"shortDescription"`
		FullDescription      *sarifText          `json:"fullDescription,omitempty"`
		HelpURI              string              `json:"helpUri"`
		Help                 *sarifText          `json:"help,omitempty"`
		DefaultConfiguration sarifConfiguration  `json:"defaultConfiguration"`
		Properties           sarifRuleProperties `json:"properties"`
	}
	sarifConfiguration struct {
		Level string `json:"level"`
	}
	sarifRuleProperties struct {
		Tags []string `json:"tags"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Fixes               []sarifFix        `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
		Logical  []sarifName   `json:"logicalLocations,omitempty"`
	}
	sarifName struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	// sarifRegion counts from 1; the end is exclusive.
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// writeSARIF writes a SARIF log: columns in UTF-16 code units, lines that end at LF, CRLF or CR.
func writeSARIF(w io.Writer, r *Report, _ Options) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name:           "forgelint",
			Version:        r.Version,
			InformationURI: lint.DocsURL,
			Rules:          []sarifRule{},
		}},
		Invocations:      []sarifInvocation{{ExecutionSuccessful: len(r.Problems) == 0}},
		ColumnKind:       "utf16CodeUnits",
		NewlineSequences: []string{"\r\n", "\n", "\r"},
		Results:          []sarifResult{},
	}
	for _, p := range r.Problems {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"error", sarifText{Text: p}})
	}
	index := map[string]int{}
	prints := fingerprints{}
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			i, known := index[d.Code]
			if !known {
				i = len(run.Tool.Driver.Rules)
				index[d.Code] = i
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, newSARIFRule(d))
			}
			run.Results = append(run.Results, r.sarifResult(f, d, i, prints))
		}
	}
	return WriteJSON(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// newSARIFRule describes the rule of a finding.
func newSARIFRule(d lint.Diagnostic) sarifRule {
	out := sarifRule{
		ID:                   d.Code,
		ShortDescription:     sarifText{Text: d.Code},
		HelpURI:              lint.URL(d.Code),
		DefaultConfiguration: sarifConfiguration{sarifLevel(d.Severity)},
		Properties:           sarifRuleProperties{Tags: []string{}},
	}
	if rule := lint.LookupRule(d.Code); rule != nil {
		out.ShortDescription.Text = rule.Doc.Summary
		out.FullDescription = &sarifText{Text: rule.Doc.Why, Markdown: rule.Doc.Why}
		out.Help = &sarifText{Text: rule.Doc.Fix, Markdown: rule.Doc.Fix}
		out.DefaultConfiguration.Level = sarifLevel(rule.Severity)
		out.Properties.Tags = append(out.Properties.Tags, rule.Formats...)
	}
	return out
}

func (r *Report) sarifResult(f File, d lint.Diagnostic, rule int, prints fingerprints) sarifResult {
	out := sarifResult{
		RuleID:    d.Code,
		RuleIndex: rule,
		Level:     sarifLevel(d.Severity),
		Message:   sarifText{Text: sentence(d)},
		Locations: []sarifLocation{{Physical: r.sarifPhysical(f.Path, f.Text, d.Span)}},
	}
	if d.Path != "" {
		out.Locations[0].Logical = []sarifName{{d.Path}}
	}
	rel, _ := r.relative(f.Path)
	out.PartialFingerprints = map[string]string{"forgelint/v1": prints.of(rel, f, d)}
	for i, x := range d.Related {
		path, text := f.related(x)
		out.RelatedLocations = append(out.RelatedLocations, sarifLocation{
			ID:       i + 1,
			Physical: r.sarifPhysical(path, text, x.Span),
			Message:  &sarifText{Text: x.Message},
		})
	}
	for _, fix := range d.Fixes {
		if len(fix.Edits) == 0 {
			continue
		}
		change := sarifChange{Artifact: r.sarifArtifact(f.Path)}
		for _, e := range fix.Edits {
			change.Replacements = append(change.Replacements, sarifReplacement{sarifRegionOf(f.Text, e.Span), sarifText{Text: e.New}})
		}
		out.Fixes = append(out.Fixes, sarifFix{sarifText{Text: fix.Title}, []sarifChange{change}})
	}
	return out
}

func (r *Report) sarifPhysical(path string, text *syntax.File, s syntax.Span) sarifPhysical {
	return sarifPhysical{r.sarifArtifact(path), sarifRegionOf(text, s)}
}

func (r *Report) sarifArtifact(path string) sarifArtifact {
	uri, relative := r.uri(path)
	a := sarifArtifact{URI: uri}
	if relative {
		a.URIBaseID = "%SRCROOT%"
	}
	return a
}

func sarifRegionOf(text *syntax.File, s syntax.Span) sarifRegion {
	line, column := text.EncodedPosition(s.Start, syntax.UTF16)
	endLine, endColumn := text.EncodedPosition(s.End, syntax.UTF16)
	return sarifRegion{line + 1, column + 1, endLine + 1, endColumn + 1}
}

func sarifLevel(s lint.Severity) string {
	switch s {
	case lint.Error:
		return "error"
	case lint.Warning:
		return "warning"
	}
	return "note"
}

// sentence is the whole text of a finding for formats without a field for the help.
func sentence(d lint.Diagnostic) string {
	if d.Help == "" {
		return d.Message
	}
	return d.Message + "\nhelp: " + d.Help
}
