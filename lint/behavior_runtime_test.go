package lint

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
)

// runtimeRow is a behavior with a run of calls, decided by the hooks that the real compiler generates.
type runtimeRow struct {
	ID, About, Behavior string
	Also                []string
	State               struct {
		Flags     any
		Disabled  []string
		Behaviors map[string]struct {
			Counter        int
			EffectiveLevel string `json:"effective_level"`
		}
	}
	Calls []struct {
		Event, Session string
		ToolName       string         `json:"tool_name"`
		Input          map[string]any `json:"tool_input"`
		Payload        map[string]any
		Advance        float64
	}
	Decisions []struct {
		Decision string
		Level    *string
		Override bool
		Started  []any
		Counters map[string]int
		Flags    []string
	}
}

// TestRuntime holds the model that the rules reason with against what the generated hooks did: which
// hooks a call starts, whether their conditions hold, which level is reached, what is counted.
func TestRuntime(t *testing.T) {
	file, err := os.Open(filepath.Join(shared.Dir(t), "oracle", "dotforge-runtime.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row runtimeRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		t.Run(row.ID, func(t *testing.T) { replay(t, &row) })
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// simulated is the state of a session as the hooks keep it.
type simulated struct {
	flags    map[string]bool
	counters map[string]int
	level    map[string]level
	pending  map[string]pendingBlock
}

type pendingBlock struct {
	call string
	at   float64
}

func replay(t *testing.T, row *runtimeRow) {
	var behaviors []*behavior
	for i, text := range append([]string{row.Behavior}, row.Also...) {
		doc := Parse(fmt.Sprintf("behaviors/b%d/behavior.yaml", i), "", []byte(text), schema.Lookup("behavior"))
		behaviors = append(behaviors, doc.behavior())
	}
	sessions := map[string]*simulated{}
	session := func(name string) *simulated {
		if sessions[name] == nil {
			sessions[name] = &simulated{map[string]bool{}, map[string]int{}, map[string]level{}, map[string]pendingBlock{}}
		}
		return sessions[name]
	}
	first := session("s1")
	switch flags := row.State.Flags.(type) {
	case map[string]any:
		for name := range flags {
			first.flags[name] = true
		}
	case []any:
		for _, name := range flags {
			first.flags[name.(string)] = true
		}
	}
	for id, s := range row.State.Behaviors {
		first.counters[id] = s.Counter
		first.level[id] = behaviors[0].levels.named(s.EffectiveLevel)
	}
	now := 0.0
	for i, call := range row.Calls {
		now += call.Advance
		name := call.Session
		if name == "" {
			name = "s1"
		}
		if call.Advance > 24*3600 {
			clear(sessions)
		}
		s := session(name)
		fields := hookInput(call.Input, call.Payload)
		key, _ := json.Marshal([]any{call.Event, call.ToolName, fields})
		var started []string
		got := struct {
			Decision, Level string
			Override        bool
		}{Decision: "allow"}
		for n, b := range behaviors {
			for _, trigger := range b.triggers {
				if !trigger.starts(call.Event, call.ToolName) {
					continue
				}
				mark := strconv.Itoa(trigger.index)
				if len(behaviors) > 1 {
					mark = b.id + "[" + mark + "]"
				}
				started = append(started, mark)
				if name == "s1" && slices.Contains(row.State.Disabled, b.id) || !trigger.fires(fieldsOf(trigger, fields)) {
					continue
				}
				reached, counted, override := s.act(b, trigger, string(key), now)
				got.Override = got.Override || override
				if !counted {
					continue
				}
				if n == 0 || got.Level == "" {
					got.Level = b.levels.name(reached)
				}
				switch {
				case reached >= b.levels.named("soft_block"):
					got.Decision, got.Level = "block", b.levels.name(reached)
				case reached >= b.levels.named("nudge") && got.Decision != "block":
					got.Decision = "warn"
				}
			}
		}
		want := row.Decisions[i]
		wanted := got
		wanted.Decision, wanted.Override, wanted.Level = want.Decision, want.Override, ""
		if want.Level != nil {
			wanted.Level = *want.Level
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("call %d: (-hooks +model)\n%s", i, diff)
		}
		var wantStarted []string
		for _, mark := range want.Started {
			wantStarted = append(wantStarted, fmt.Sprint(mark))
		}
		if !slices.Equal(wantStarted, started) {
			t.Errorf("call %d starts %v, not %v", i, wantStarted, started)
		}
		counters := maps.Clone(s.counters)
		maps.DeleteFunc(counters, func(id string, n int) bool { _, known := want.Counters[id]; return n == 0 && !known })
		if !maps.Equal(want.Counters, counters) {
			t.Errorf("call %d: counters are %v, not %v", i, want.Counters, counters)
		}
		if flags := slices.Sorted(maps.Keys(s.flags)); !slices.Equal(want.Flags, flags) {
			t.Errorf("call %d: flags are %v, not %v", i, want.Flags, flags)
		}
	}
}

// starts reports whether the host starts the trigger's hook for a call.
func (t *trigger) starts(event, tool string) bool {
	return t.event == event && (!schema.EventNamed(event).Matcher || t.matcher.matches(tool))
}

// act does what a trigger does whose conditions hold.
func (s *simulated) act(b *behavior, t *trigger, call string, now float64) (reached level, counted, override bool) {
	switch {
	case t.action == setFlagAction:
		s.flags[t.flag] = true
		return 0, false, false
	case t.action == checkFlag && s.flags[t.flag]:
		if t.onPresent == onPresentConsume {
			delete(s.flags, t.flag)
		}
		return 0, false, false
	case t.action == checkFlag && t.onAbsent != onAbsentViolate:
		return 0, false, false
	}
	if p, blocked := s.pending[b.id]; blocked {
		delete(s.pending, b.id)
		if p.call == call && now-p.at <= 60 {
			return 0, false, true
		}
	}
	s.counters[b.id]++
	reached = max(b.levels.initial, 0)
	for i := range b.levels.rungs {
		if b.levels.rungs[i].after <= float64(s.counters[b.id]) {
			reached = b.levels.rungs[i].level
		}
	}
	reached = max(reached, s.level[b.id])
	s.level[b.id] = reached
	if reached == b.levels.named("soft_block") {
		s.pending[b.id] = pendingBlock{call, now}
	}
	return reached, true, false
}

// hookInput merges a tool's input with the other keys of the hook's input, as texts.
func hookInput(input, payload map[string]any) map[string]string {
	fields := map[string]string{}
	for _, part := range []map[string]any{input, payload} {
		for name, value := range part {
			switch v := value.(type) {
			case string:
				fields[name] = v
			case bool:
				fields[name] = ""
				if v {
					fields[name] = "True"
				}
			case float64:
				fields[name] = strconv.FormatFloat(v, 'f', -1, 64)
			default:
				fields[name] = fmt.Sprint(v)
			}
		}
	}
	return fields
}

func fieldsOf(t *trigger, input map[string]string) map[string]string {
	fields := map[string]string{}
	for _, c := range t.conditions {
		fields[c.field] = input[c.field]
	}
	return fields
}
