package lint

import "testing"

func TestSuggest(t *testing.T) {
	levels := []string{"silent", "nudge", "warning", "soft_block", "hard_block"}
	tests := []struct {
		name       string
		candidates []string
		want       string
	}{
		{"hard_blok", levels, "hard_block"},
		{"Hard-Block", levels, "hard_block"},
		{"hardBlock", levels, "hard_block"},
		{"wraning", levels, "warning"}, // a swap of neighbours is one edit
		{"block", levels, ""},
		{"", levels, ""},
		{"nudge", levels, ""}, // an equal name is no suggestion
		{"id", []string{"op"}, ""},
		{"filePath", []string{"file", "file_path"}, "file_path"},
		{"naïve", []string{"naive"}, "naive"},
		{"BASH", []string{"Dash", "Bash"}, "Bash"}, // case alone beats distance
		{"step.shell", []string{"step.self"}, ""},  // the shared segment makes nothing nearer
		{"step.slef", []string{"step.self", "step.exec"}, "step.self"},
		{"abc", []string{"abd", "abe"}, "abd"}, // the first of equals
	}
	for _, test := range tests {
		if got := Suggest(test.name, test.candidates); got != test.want {
			t.Errorf("Suggest(%q, %q) = %q, want %q", test.name, test.candidates, got, test.want)
		}
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"ab", "ba", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}, {"é", "e", 1},
	}
	for _, test := range tests {
		if got := distance(test.a, test.b, 10); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if test.want > 0 && distance(test.a, test.b, test.want-1) < test.want {
			t.Errorf("distance(%q, %q) forgets its limit", test.a, test.b)
		}
	}
}
