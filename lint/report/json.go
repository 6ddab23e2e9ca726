package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// The shape of `--format json`, version 1. A key is never taken away or given another meaning
// without a new version; keys may be added.
type (
	jsonReport struct {
		Version     int              `json:"version"`
		Tool        jsonTool         `json:"tool"`
		Summary     Summary          `json:"summary"`
		Diagnostics []jsonDiagnostic `json:"diagnostics"`
		Fixed       *[]jsonFixed     `json:"fixed,omitempty"` // with --fix only
	}
	jsonTool struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	jsonDiagnostic struct {
		File     string        `json:"file"`
		Format   string        `json:"format"`
		Code     string        `json:"code"`
		Severity string        `json:"severity"`
		Message  string        `json:"message"`
		Help     string        `json:"help,omitempty"`
		Path     string        `json:"path"`
		Range    jsonRange     `json:"range"`
		URL      string        `json:"url"`
		Related  []jsonRelated `json:"related"`
		Fixes    []jsonFix     `json:"fixes"`
	}
	jsonRelated struct {
		File    string    `json:"file"`
		Range   jsonRange `json:"range"`
		Message string    `json:"message"`
	}
	jsonFix struct {
		Title string     `json:"title"`
		Safe  bool       `json:"safe"`
		Edits []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		File  string    `json:"file"`
		Range jsonRange `json:"range"`
		Text  string    `json:"text"`
	}
	jsonFixed struct {
		File    string `json:"file"`
		Format  string `json:"format"`
		Code    string `json:"code"`
		Message string `json:"message"`
		Path    string `json:"path"`
		Title   string `json:"title"`
		Safe    bool   `json:"safe"`
	}
	jsonRange struct {
		Start jsonPosition `json:"start"`
		End   jsonPosition `json:"end"`
	}
	jsonPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
		Offset int `json:"offset"`
	}
)

func writeJSON(w io.Writer, r *Report, _ Options) error {
	out := jsonReport{
		Version:     1,
		Tool:        jsonTool{"forgelint", r.Version},
		Summary:     r.Summary(),
		Diagnostics: []jsonDiagnostic{},
	}
	for _, f := range r.Files {
		for _, d := range f.Diagnostics {
			out.Diagnostics = append(out.Diagnostics, f.jsonDiagnostic(d))
		}
	}
	if r.Fixing {
		fixed := []jsonFixed{}
		for _, f := range r.Files {
			for _, a := range f.Fixed {
				fixed = append(fixed, jsonFixed{f.Path, f.Format, a.Code, a.Message, a.Path, a.Title, a.Safe})
			}
		}
		out.Fixed = &fixed
	}
	return WriteJSON(w, out)
}

func (f File) jsonDiagnostic(d lint.Diagnostic) jsonDiagnostic {
	out := jsonDiagnostic{
		File:     f.Path,
		Format:   f.Format,
		Code:     d.Code,
		Severity: d.Severity.String(),
		Message:  d.Message,
		Help:     d.Help,
		Path:     d.Path,
		Range:    jsonRangeOf(f.Text, d.Span),
		URL:      lint.URL(d.Code),
		Related:  []jsonRelated{},
		Fixes:    []jsonFix{},
	}
	for _, r := range d.Related {
		path, text := f.related(r)
		out.Related = append(out.Related, jsonRelated{path, jsonRangeOf(text, r.Span), r.Message})
	}
	for _, x := range d.Fixes {
		fix := jsonFix{x.Title, x.Safe, []jsonEdit{}}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, jsonEdit{f.Path, jsonRangeOf(f.Text, e.Span), e.New})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

func jsonRangeOf(f *syntax.File, s syntax.Span) jsonRange {
	at := func(offset int) jsonPosition {
		p := f.Position(offset)
		return jsonPosition{p.Line, p.Column, f.RawOffset(offset)}
	}
	return jsonRange{at(s.Start), at(s.End)}
}

// WriteJSON writes v with two spaces of indentation. Characters that could drive a terminal are
// written as escapes; they only ever stand inside of strings, where that is the same value.
func WriteJSON(w io.Writer, v any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeJSON(buf.Bytes()))
	return err
}

func escapeJSON(b []byte) []byte {
	if !bytes.ContainsFunc(b, jsonUnsafe) {
		return b
	}
	var out bytes.Buffer
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case !jsonUnsafe(r):
			out.Write(b[:n])
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		b = b[n:]
	}
	return out.Bytes()
}

func jsonUnsafe(r rune) bool { return r >= 0x7f && unsafeRune(r) }
