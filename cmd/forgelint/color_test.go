package main

import "testing"

func TestColor(t *testing.T) {
	tests := []struct {
		mode     string
		env      map[string]string
		terminal bool
		want     bool
	}{
		{"auto", nil, true, true},
		{"auto", nil, false, false},
		{"always", map[string]string{"NO_COLOR": "1", "TERM": "dumb"}, false, true},
		{"never", map[string]string{"FORCE_COLOR": "1"}, true, false},
		{"auto", map[string]string{"NO_COLOR": ""}, true, true},
		{"auto", map[string]string{"NO_COLOR": "0"}, true, false},
		{"auto", map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, true, false},
		{"auto", map[string]string{"FORCE_COLOR": "1"}, false, true},
		{"auto", map[string]string{"FORCE_COLOR": "0"}, false, false},
		{"auto", map[string]string{"FORCE_COLOR": "0"}, true, true},
		{"auto", map[string]string{"CLICOLOR_FORCE": "1"}, false, true},
		{"auto", map[string]string{"CLICOLOR_FORCE": "0"}, false, false},
		{"auto", map[string]string{"TERM": "dumb"}, true, false},
		{"auto", map[string]string{"TERM": "dumb", "FORCE_COLOR": "1"}, true, true},
	}
	for _, tt := range tests {
		for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TERM"} {
			t.Setenv(name, tt.env[name])
		}
		if got := colorFor(tt.mode, tt.terminal); got != tt.want {
			t.Errorf("--color %s with %v, terminal %v: %v", tt.mode, tt.env, tt.terminal, got)
		}
	}
}
