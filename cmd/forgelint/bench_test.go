package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkFolder lints a folder of 1,000 behaviors, from the walk to the exit code.
func BenchmarkFolder(b *testing.B) {
	dir := b.TempDir()
	for i := range 1000 {
		name := filepath.Join(dir, "behaviors", fmt.Sprintf("guard-%d", i), "behavior.yaml")
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, benchBehavior, i), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if code := run([]string{dir}, nil, io.Discard, io.Discard); code != exitClean {
			b.Fatalf("exit code %d", code)
		}
	}
}

const benchBehavior = `schema_version: "1"
id: guard-%[1]d
name: Guard
description: >
  Searches come before writing. This one is number %[1]d of many.
category: core
scope: session
enabled: true

policy:
  triggers:
    - event: PreToolUse
      matcher: "Read|WebFetch"
      action: set_flag
      flag: ready_%[1]d

    - event: PreToolUse
      matcher: "Write|Edit"
      conditions:
        - field: file_path
          operator: regex_match
          value: '\.(py|ts|js|swift|go|rs|java|kt|v%[1]d)$'
        - field: file_path
          operator: not_contains
          value: "generated/%[1]d"
      logic: all
      action: check_flag
      flag: ready_%[1]d
      on_present: consume
      on_absent: violate

  enforcement:
    default_level: silent
    escalation:
      - after: 1
        level: nudge
      - after: 3
        level: warning
      - after: 5
        level: soft_block

  recovery:
    hint: "Read what is there before you write something new."

rendering:
  nudge_template: "{behavior_name}: consider reading first (violation {counter})"
  warning_template: "[{behavior_id}] repeated write without reading: counter={counter}"
  block_reason: "[{behavior_id}] read the code before writing."

metadata:
  author: somebody
  version: "1.0.0"
  tags: [search, core]
`
