package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// FuzzFormats writes a finding about any text in every format: none fails, each is well formed, and
// nothing that drives a terminal comes out.
func FuzzFormats(f *testing.F) {
	f.Add("a/b.yaml", "key: value\n", "`key` is unknown", 0, 3)
	f.Add("team,a:b/70% #1.yaml", wide, "a|b <b> *c* ]]> &amp; %0A ::error::x", 20, 60)
	f.Add("\xff\x1b[31m\n", "\ufeffa:\r\n\tb\r  é🚀\u202e", "x\x00\u2028```\n::endgroup::", 3, 99)
	f.Fuzz(func(t *testing.T, path, text, message string, start, end int) {
		file := syntax.NewFile(path, []byte(text))
		start = min(max(start, 0), len(file.Text))
		end = min(max(end, start), len(file.Text))
		span := syntax.Span{Start: start, End: end}
		r := &Report{Folder: "/home/user/repo", Problems: []string{message}, Files: []File{{Path: path, Format: "behavior", Text: file, Diagnostics: []lint.Diagnostic{{
			Span: span, Code: "sample-rule", Severity: lint.Error, Message: message, Help: text, Path: message,
			Related: []lint.Related{{Span: syntax.Span{Start: 0, End: start}, Message: message}},
			Fixes:   []lint.Fix{{Title: message, Edits: []lint.Edit{{Span: span, New: text}}}},
		}}}}}
		for _, format := range Formats {
			var out bytes.Buffer
			if err := format.Write(&out, r, Options{}); err != nil {
				t.Fatalf("%s: %v", format.Name, err)
			}
			if i := strings.IndexFunc(out.String(), func(c rune) bool { return c != '\n' && unsafeRune(c) }); i >= 0 {
				t.Errorf("%s writes a control character at %d: %q", format.Name, i, out.String()[max(0, i-20):min(out.Len(), i+20)])
			}
			switch format.Name {
			case "json", "sarif", "gitlab", "rdjson":
				if !json.Valid(out.Bytes()) {
					t.Errorf("%s is no JSON: %s", format.Name, out.String())
				}
			case "junit", "checkstyle":
				for dec := xml.NewDecoder(&out); ; {
					if _, err := dec.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("%s: %v", format.Name, err)
					}
				}
			case "github":
				if n := strings.Count(out.String(), "\n"); n != 1 {
					t.Errorf("github writes %d lines: %q", n, out.String())
				}
			}
		}
	})
}
