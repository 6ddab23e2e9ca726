package lint

import (
	"bytes"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withRule makes a rule known for the time of a test.
func withRule(t *testing.T, r Rule) {
	Rules()
	before := rules
	rules = append(slices.Clone(rules), &r)
	t.Cleanup(func() { rules = before })
}

func TestPanicCostsOneRule(t *testing.T) {
	withRule(t, Rule{Code: "zz-broken", Severity: Error, Check: func(p *Pass) {
		p.Reportf(p.Root(), "found before the fault")
		panic("what now")
	}})
	raw := strings.Replace(exampleManifest, "max_steps:", "max_stpes:", 1)
	result, err := Run(Parse("m.yaml", "", []byte(raw), nil), nil, nil)
	var fault *Panic
	if !errors.As(err, &fault) || fault.Code != "zz-broken" || fault.Path != "m.yaml" || len(fault.Stack) == 0 {
		t.Errorf("the error is %#v", err)
	}
	if err == nil || err.Error() != "rule zz-broken failed on m.yaml: what now" {
		t.Errorf("it says %q", err)
	}
	if len(result.Diagnostics) != 1 || result.Diagnostics[0].Code != "unknown-key" {
		t.Errorf("findings: %+v", result.Diagnostics)
	}
}

func TestFileOfNoFormatHasNoFindings(t *testing.T) {
	doc := Parse("notes.yaml", "", []byte("a: [1\n"), nil)
	result, err := Run(doc, nil, nil)
	if err != nil || doc.Format != nil || doc.Root() != nil || len(result.Diagnostics) != 0 {
		t.Errorf("%v, %v, %+v", err, doc.Format, result.Diagnostics)
	}
}

func TestSharedValueIsFoundOnce(t *testing.T) {
	raw := `name: x
policies:
  - name: a
    rule_type: execution_max_steps
    params: &p {kind: step.exec, max_steps: 2, foo: 1}
    severity: low
    enforcement_point: step_execution
  - name: b
    rule_type: execution_max_steps
    params: *p
    severity: low
    enforcement_point: step_execution
    risk_classification: high
`
	result, err := Run(Parse("m.yaml", "", []byte(raw), nil), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Diagnostics) != 1 || result.Diagnostics[0].Path != "policies[0].params.foo" {
		t.Errorf("findings: %+v", result.Diagnostics)
	}
}

func TestEmptySecondDocumentIsOneFault(t *testing.T) {
	result, err := Run(Parse("m.yaml", "", []byte(exampleManifest+"---\n"), nil), nil, nil)
	if err != nil || len(result.Diagnostics) != 1 || result.Diagnostics[0].Code != "multiple-documents" {
		t.Errorf("%v, %+v", err, result.Diagnostics)
	}
}

func TestRulesAreSortedAndUnique(t *testing.T) {
	all := Rules()
	for i := 1; i < len(all); i++ {
		if all[i-1].Code >= all[i].Code {
			t.Errorf("%s stands before %s", all[i-1].Code, all[i].Code)
		}
	}
	for _, rule := range all {
		if LookupRule(rule.Code) != rule {
			t.Errorf("%s is not found", rule.Code)
		}
	}
	if LookupRule("no-such-rule") != nil {
		t.Error("a rule that is not there is found")
	}
}

// TestEmptySecondDocument: a separator at the end is one fault, not also an empty file.
func TestEmptySecondDocument(t *testing.T) {
	doc := Parse("manifests/m.yaml", "", []byte("name: a\npolicies: []\n---\n"), nil)
	result, err := Run(doc, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, d := range result.Diagnostics {
		if d.Severity == Error {
			codes = append(codes, d.Code)
		}
	}
	if len(codes) != 1 || codes[0] != "multiple-documents" {
		t.Errorf("errors %v", codes)
	}
}

// TestConcurrentRules holds that a large document, whose rules run side by side, has the findings that
// they have one by one.
func TestConcurrentRules(t *testing.T) {
	raw := bytes.ReplaceAll(manyPolicies(3000), []byte("severity: critical"), []byte("severity: hihg"))
	doc := Parse("manifests/many.yaml", "", raw, nil)
	if len(doc.Places) < manyPlaces {
		t.Fatalf("only %d places", len(doc.Places))
	}
	together, err := Run(doc, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	oneByOne, err := Run(Parse("manifests/many.yaml", "", raw, nil), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(together.Diagnostics) < 1000 {
		t.Errorf("only %d findings", len(together.Diagnostics))
	}
	if diff := cmp.Diff(oneByOne.Diagnostics, together.Diagnostics); diff != "" {
		t.Errorf("-one by one +together:\n%s", diff)
	}
}
