package lint

import (
	"os"
	"path/filepath"
	"testing"
)

func BenchmarkFolder(b *testing.B) {
	b.ReportAllocs()
	files, _ := filepath.Glob("/tmp/dotforge/bench/behaviors/*/behavior.yaml")
	files = append(files, "/tmp/dotforge/bench/behaviors/index.yaml")
	for b.Loop() {
		ws := NewWorkspace(nil)
		var docs []*Document
		for _, f := range files {
			raw, _ := os.ReadFile(f)
			d := Parse(f, f, raw, nil)
			ws.Add(d)
			docs = append(docs, d)
		}
		for _, d := range docs {
			Run(d, nil, ws)
		}
	}
}
