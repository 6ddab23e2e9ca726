package schema

import "testing"

func TestDataLoads(t *testing.T) {
	for _, f := range Formats() {
		if f.Root == nil || f.Title == "" {
			t.Errorf("%s: no root or title", f.ID)
		}
	}
	if n := len(Lookup("kyvvu-manifest").Rules); n != 25 {
		t.Errorf("%d rules, want 25", n)
	}
	p := Lookup("kyvvu-manifest").Types["policy"].Field("params").Type.Switch.Cases["any_of"].Field("conditions")
	if p.Type.Items.Name != "sub-condition" {
		t.Errorf("conditions: %+v", p.Type.Items)
	}
	Events()
	Tools()
	if !LegalVerb("step.message", "GET") || LegalVerb("step.exec", "GET") || !LegalVerb("step.exec", "") {
		t.Error("LegalVerb")
	}
	if got := len(OperatorsFor("counter")); got != 7 {
		t.Errorf("%d operators for counter", got)
	}
	for name, r := range Lookup("kyvvu-manifest").Rules {
		if r.Evaluated == "" || r.Violation == "" || r.Example == "" {
			t.Errorf("%s: no words", name)
		}
	}
}
