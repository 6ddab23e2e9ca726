package lint

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestRunAlone holds that a file that does not concern its folder has the same findings alone, over
// the examples of all rules.
func TestRunAlone(t *testing.T) {
	ignore := cmpopts.IgnoreFields(Related{}, "Doc")
	compared, concerned := 0, 0
	for _, rule := range Rules() {
		for _, text := range []string{rule.Doc.Bad, rule.Doc.Good} {
			x := rule.ParseExample(text)
			for _, doc := range x.Documents {
				if doc.Format == nil || doc.Format.ID != "behavior" {
					continue
				}
				if x.Workspace.Concerns(doc.Abs) {
					concerned++
					continue
				}
				compared++
				whole, err := Run(doc, nil, x.Workspace)
				if err != nil {
					t.Fatal(err)
				}
				alone, err := RunAlone(doc, nil, x.Workspace)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(whole.Diagnostics, alone.Diagnostics, ignore); diff != "" {
					t.Errorf("an example of %s, %s (-Run +RunAlone):\n%s", rule.Code, doc.Path, diff)
				}
			}
		}
	}
	if compared == 0 || concerned == 0 {
		t.Errorf("%d files compared, %d concern their folder", compared, concerned)
	}
}

// TestConcerns holds for each rule that has Concerns that it is asked in its own bad example.
func TestConcerns(t *testing.T) {
	for _, rule := range Rules() {
		if rule.Concerns == nil {
			continue
		}
		x := rule.ParseExample(rule.Doc.Bad)
		concerned := false
		for _, doc := range x.Documents {
			if folder := x.Workspace.Folder(doc); folder != nil && folder.member(doc.Abs) != nil {
				concerned = concerned || rule.Concerns(folder, folder.member(doc.Abs))
			}
		}
		if !concerned {
			// An example of one kind of finding may be about the index only.
			if fmt.Sprint(rule.Formats) == "[behavior]" {
				t.Errorf("%s concerns no file of its bad example", rule.Code)
			}
		}
	}
}
