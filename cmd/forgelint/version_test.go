package main

import (
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBuildInfo(t *testing.T) {
	tests := []struct {
		name string
		info debug.BuildInfo
		want versionInfo
	}{
		{
			"a git work tree",
			debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{
				{Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.time", Value: "2026-11-30T12:00:00Z"}, {Key: "vcs.modified", Value: "true"},
			}},
			versionInfo{Commit: "0123abc", Date: "2026-11-30T12:00:00Z", Modified: true},
		},
		{
			"go install of a version",
			debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}},
			versionInfo{Module: "v0.1.0"},
		},
		{"no version control", debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, versionInfo{}},
	}
	for _, tt := range tests {
		var got versionInfo
		got.readBuildInfo(&tt.info)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
