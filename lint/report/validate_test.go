package report

import (
	"encoding/json"
	"encoding/xml"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/forgelint/forgelint/lint"
	"github.com/forgelint/forgelint/syntax"
)

// reports are what each format is validated with.
func reports(t *testing.T) map[string]*Report {
	many := sample(t)
	for len(many.Files) < 40 {
		many.Files = append(many.Files, many.Files[1])
	}
	return map[string]*Report{"empty": {Version: "0.1.0"}, "sample": sample(t), "many": many}
}

// TestSchemas validates SARIF and rdjson against their own JSON Schemas.
func TestSchemas(t *testing.T) {
	for format, file := range map[string]string{"sarif": "sarif-2.1.0.schema.json", "rdjson": "rdjson.schema.json"} {
		schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range reports(t) {
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, format, r, Options{})))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(doc); err != nil {
				t.Errorf("%s of %s: %v", format, name, err)
			}
		}
	}
}

func TestSARIFRule(t *testing.T) {
	rule := lint.LookupRule("unknown-value")
	got := newSARIFRule(lint.Diagnostic{Code: rule.Code, Severity: lint.Info})
	if got.ID != "unknown-value" || got.HelpURI != lint.URL("unknown-value") || got.ShortDescription.Text != rule.Doc.Summary ||
		got.FullDescription.Markdown != rule.Doc.Why || got.Help.Text != rule.Doc.Fix || got.DefaultConfiguration.Level != "error" {
		t.Errorf("%+v", got)
	}
}

func TestSARIFURIs(t *testing.T) {
	r := &Report{Folder: "/home/user/repo"}
	tests := []struct {
		path, uri string
		relative  bool
	}{
		{"behaviors/x/behavior.yaml", "behaviors/x/behavior.yaml", true},
		{"/home/user/repo/a b.yaml", "a%20b.yaml", true},
		{"team,a:b/70% #1?.yaml", "team,a%3Ab/70%25%20%231%3F.yaml", true},
		{"日本.yaml", "%E6%97%A5%E6%9C%AC.yaml", true},
		{"../other/m.yaml", "file:///home/user/other/m.yaml", false},
		{"/etc/m.yaml", "file:///etc/m.yaml", false},
	}
	for _, tt := range tests {
		uri, relative := r.uri(tt.path)
		if uri != tt.uri || relative != tt.relative {
			t.Errorf("%s: %s, %v; want %s, %v", tt.path, uri, relative, tt.uri, tt.relative)
		}
		u, err := url.Parse(uri)
		if err != nil || !tt.relative && u.Scheme != "file" || tt.relative && u.Scheme != "" {
			t.Errorf("%s: %s is read as %v, %v", tt.path, uri, u, err)
		}
	}
}

// TestJUnitCounts recounts a JUnit report and, where xmllint is installed, validates it.
func TestJUnitCounts(t *testing.T) {
	type suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Cases    []struct {
			Failure []string `xml:"failure"`
			Error   []string `xml:"error"`
		} `xml:"testcase"`
	}
	for name, r := range reports(t) {
		out := write(t, "junit", r, Options{})
		var doc struct {
			suite
			Suites []suite `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatal(err)
		}
		var tests, failures, errors int
		for i, s := range doc.Suites {
			f, e := 0, 0
			for _, c := range s.Cases {
				f += len(c.Failure)
				e += len(c.Error)
			}
			if s.Tests != len(s.Cases) || s.Failures != f || s.Errors != e {
				t.Errorf("%s: suite %d says %d tests, %d failures, %d errors and has %d, %d, %d", name, i, s.Tests, s.Failures, s.Errors, len(s.Cases), f, e)
			}
			tests, failures, errors = tests+len(s.Cases), failures+f, errors+e
		}
		sum := r.Summary()
		if doc.Tests != tests || doc.Failures != failures || doc.Errors != errors || failures != sum.Error+sum.Warning+sum.Info || errors != len(r.Problems) {
			t.Errorf("%s: %d tests, %d failures, %d errors are said, there are %d, %d, %d", name, doc.Tests, doc.Failures, doc.Errors, tests, failures, errors)
		}
		xmllint(t, out)
	}
}

func xmllint(t *testing.T, doc string) {
	t.Helper()
	tool, err := exec.LookPath("xmllint")
	if err != nil {
		t.Log("xmllint is not installed: the XML Schema is not checked")
		return
	}
	file := filepath.Join(t.TempDir(), "junit.xml")
	if err := os.WriteFile(file, []byte(doc), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(tool, "--noout", "--schema", "testdata/junit-10.xsd", file).CombinedOutput(); err != nil {
		t.Errorf("xmllint: %v\n%s", err, out)
	}
}

// TestCheckstyle reads the report back with a parser that is not ours.
func TestCheckstyle(t *testing.T) {
	var doc struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line     int    `xml:"line,attr"`
				Column   int    `xml:"column,attr"`
				Severity string `xml:"severity,attr"`
				Message  string `xml:"message,attr"`
				Source   string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	r := sample(t)
	if err := xml.Unmarshal([]byte(write(t, "checkstyle", r, Options{})), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Files) != len(r.Files) || doc.Files[1].Name != r.Files[1].Path {
		t.Fatalf("files %+v", doc.Files)
	}
	e := doc.Files[1].Errors[1]
	if e.Line != 3 || e.Column != 7 || e.Severity != "warning" || e.Source != "forgelint.sample-unknown-key" ||
		e.Message != "`key` is unknown: 100%, a|b, <b>, *c* and `d|e`\nhelp: first line\nsecond: line" {
		t.Errorf("read back as %+v", e)
	}
}

// TestGitLab holds what GitLab asks of a Code Quality report.
func TestGitLab(t *testing.T) {
	var issues []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	if err := json.Unmarshal([]byte(write(t, "gitlab", reports(t)["many"], Options{})), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, x := range issues {
		if x.Description == "" || x.CheckName == "" || x.Location.Path == "" || x.Location.Lines.Begin < 1 || x.Location.Lines.End < x.Location.Lines.Begin {
			t.Errorf("incomplete: %+v", x)
		}
		if !map[string]bool{"info": true, "minor": true, "major": true}[x.Severity] {
			t.Errorf("severity %s", x.Severity)
		}
		if seen[x.Fingerprint] {
			t.Errorf("fingerprint twice: %+v", x)
		}
		seen[x.Fingerprint] = true
	}
}

// TestGitHubAnnotations reads workflow commands as the runner does, and finds every finding once.
func TestGitHubAnnotations(t *testing.T) {
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	many := reports(t)["many"]
	var levels []string
	listed, group := 0, ""
	for line := range strings.Lines(write(t, "github", many, Options{})) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "::group::"):
			group = strings.TrimPrefix(line, "::group::")
		case line == "::endgroup::":
			group = ""
		case group != "":
			listed++
			if !strings.HasPrefix(line, "  - team,a:b/70% #1/behavior.yaml:") && !strings.HasPrefix(line, "  - two.yaml:") {
				t.Errorf("in the group: %q", line)
			}
		default:
			head, data, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
			level, properties, spaced := strings.Cut(head, " ")
			if !ok || !spaced {
				t.Fatalf("no command: %q", line)
			}
			levels = append(levels, level)
			got := map[string]string{}
			for p := range strings.SplitSeq(properties, ",") {
				key, value, _ := strings.Cut(p, "=")
				got[key] = unescape.Replace(value)
			}
			if n, err := strconv.Atoi(got["line"]); err != nil || n < 1 || !strings.HasSuffix(got["file"], ".yaml") {
				t.Errorf("properties %v", got)
			}
			if !strings.Contains(unescape.Replace(data), "\nsee: "+lint.DocsURL) {
				t.Errorf("data %q", data)
			}
		}
	}
	s := many.Summary()
	if len(levels) != 10 || strings.Join(levels, " ") != strings.TrimSpace(strings.Repeat("error ", 10)) {
		t.Errorf("annotations %v, want the ten worst", levels)
	}
	if listed != s.Error+s.Warning+s.Info-10 {
		t.Errorf("%d findings in the group, want all but ten of %d", listed, s.Error+s.Warning+s.Info)
	}
}

// TestUnits holds the unit of each format: the same finding after astral and wide characters.
func TestUnits(t *testing.T) {
	text := "é🚀: x\n"
	r := &Report{Files: []File{{Path: "a.yaml", Format: "behavior", Text: syntax.NewFile("a", []byte(text)), Diagnostics: []lint.Diagnostic{{
		Span: at(t, text, "x", 0), Code: "unknown-value", Severity: lint.Error, Message: "m",
	}}}}}
	for format, want := range map[string]string{
		"json":       "\"column\": 5,\n          \"offset\": 8", // code points
		"sarif":      "\"startColumn\": 6",                      // UTF-16 code units
		"rdjson":     "\"column\": 9",                           // bytes of UTF-8
		"checkstyle": `column="5"`,
		"github":     "col=5,",
		"concise":    "a.yaml:1:5:",
		"full":       "1 | é🚀: x\n  |      ^\n", // columns of a terminal
	} {
		if got := write(t, format, r, Options{}); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", format, want, got)
		}
	}
}
