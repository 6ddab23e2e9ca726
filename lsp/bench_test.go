package lsp

import (
	"context"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The figures of docs/performance.md come from these: whole exchanges with a server over a pipe.
//
//	go test ./lsp -run '^$' -bench . -benchtime 300x

// largeManifest is a manifest of n policies, some 12 lines each.
func largeManifest(n int) string {
	var b strings.Builder
	b.WriteString("name: Generated\nversion: \"1.0.0\"\npolicies:\n")
	for i := range n {
		fmt.Fprintf(&b, `  - name: Policy number %d
    description: Generated to measure; it asks for a gate before resource steps of some kind.
    rule_type: any_of
    params:
      conditions:
        - rule_type: not
          params:
            condition:
              rule_type: current_is
              params: {kind: step.message, verb: POST}
        - rule_type: field_matches_regex
          params:
            field: properties.message.recipient
            pattern: '^[^@]+@(mail%d\.acme\.test|partner\.test)$'
    severity: critical
    enforcement_point: step_execution
`, i, i)
	}
	return b.String()
}

const benchURI = "file:///w/manifests/m.yaml"

// exchange measures do, which asks the server once, and reports the median and the 99th percentile.
func exchange(b *testing.B, text string, do func(s *session, i int)) {
	s := startSession(b, fullClient, "")
	s.open(benchURI, text)
	s.published(benchURI)
	do(s, 0)
	times := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		do(s, i+1)
		times = append(times, time.Since(start))
	}
	b.StopTimer()
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(times[len(times)*99/100])/1e6, "p99-ms")
}

// edit types a character behind the first policy's name, or takes it back, and waits for diagnostics.
func edit(s *session, i int) {
	change := `{"range":{"start":{"line":3,"character":24},"end":{"line":3,"character":24}},"text":"x"}`
	if i%2 == 1 {
		change = `{"range":{"start":{"line":3,"character":24},"end":{"line":3,"character":25}},"text":""}`
	}
	s.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[%s]}`, benchURI, i+2, change))
	s.published(benchURI)
}

func completeOnce(line int) func(s *session, i int) {
	return func(s *session, _ int) {
		s.call("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":15}}`, benchURI, line))
	}
}

func hoverOnce(line int) func(s *session, i int) {
	return func(s *session, _ int) {
		s.call("textDocument/hover", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":15}}`, benchURI, line))
	}
}

// 500 lines are 31 policies; the large one has 6,000 policies, 2.9 MB.
const linesEach = 16

func BenchmarkEdit500Lines(b *testing.B)     { exchange(b, largeManifest(31), edit) }
func BenchmarkEdit6000Policies(b *testing.B) { exchange(b, largeManifest(6000), edit) }
func BenchmarkComplete500Lines(b *testing.B) {
	exchange(b, largeManifest(31), completeOnce(3+15*linesEach+2))
}
func BenchmarkComplete6000Policies(b *testing.B) {
	exchange(b, largeManifest(6000), completeOnce(3+3000*linesEach+2))
}
func BenchmarkHover500Lines(b *testing.B) { exchange(b, largeManifest(31), hoverOnce(3+15*linesEach)) }
func BenchmarkHover6000Policies(b *testing.B) {
	exchange(b, largeManifest(6000), hoverOnce(3+3000*linesEach))
}

// BenchmarkInitialize is a session from its start to the answer to initialize.
func BenchmarkInitialize(b *testing.B) {
	for b.Loop() {
		startSession(b, fullClient, "").conn.Close()
	}
}

// BenchmarkOpen1000 opens a thousand behaviors and reports the memory that they take.
func BenchmarkOpen1000(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		ours, theirs := net.Pipe()
		go Serve(context.Background(), ours, Options{})
		s := attach(b, theirs)
		s.call("initialize", `{"processId":null,"rootUri":null,"capabilities":{}}`)
		s.notify("initialized", `{}`)
		for i := range 1000 {
			text := strings.Replace(badCategory, "id: guard", fmt.Sprintf("id: guard-%d", i), 1)
			s.open(fmt.Sprintf("file:///w/%d/behaviors/guard-%d/behavior.yaml", i, i), text)
		}
		s.published("file:///w/999/behaviors/guard-999/behavior.yaml")
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		theirs.Close()
	}
}
