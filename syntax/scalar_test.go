package syntax

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
)

func TestPyYAMLScalars(t *testing.T) {
	f, err := os.Open(filepath.Join(shared.Dir(t), "oracle", "pyyaml-scalars.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	tags := map[string]Tag{"str": Str, "int": Int, "float": Float, "bool": Bool, "null": Null, "timestamp": Timestamp, "value": Other, "merge": Other}
	rows := 0
	for lines := bufio.NewScanner(f); lines.Scan(); rows++ {
		var row struct {
			Text, Tag, Type string
			Value           any
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		tag := ResolvePlain(row.Text)
		if tag != tags[row.Tag] {
			t.Errorf("%q: tag %v, PyYAML says %s", row.Text, tag, row.Tag)
			continue
		}
		if err := CheckPlain(row.Text); (err != nil) != (row.Type == "error") {
			t.Errorf("%q: error %v, PyYAML says %s %v", row.Text, err, row.Type, row.Value)
		}
		got := PyText(&Node{Tag: tag, Value: row.Text})
		want, _ := row.Value.(string)
		switch row.Type {
		case "error":
			continue
		case "null":
			want = "None"
		case "bool":
			want = map[any]string{"true": "True", "false": "False", true: "True", false: "False"}[row.Value]
		case "datetime":
			want = want[:10] + " " + want[11:]
		}
		if got != want {
			t.Errorf("%q: %s, PyYAML says %s", row.Text, got, want)
		}
	}
	if rows == 0 {
		t.Error("no rows")
	}
}

func TestResolvePlain(t *testing.T) {
	for _, test := range []struct {
		text string
		tag  Tag
		want string // Python's str
	}{
		{"", Null, "None"}, {"~", Null, "None"}, {"Null", Null, "None"}, {"nULL", Str, "nULL"},
		{"yes", Bool, "True"}, {"Off", Bool, "False"}, {"y", Str, "y"}, {"oN", Str, "oN"},
		{"0", Int, "0"}, {"-0", Int, "0"}, {"017", Int, "15"}, {"08", Str, "08"}, {"0o17", Str, "0o17"},
		{"1_000", Int, "1000"}, {"0x1F", Int, "31"}, {"0X1F", Str, "0X1F"}, {"0b11", Int, "3"}, {"0b12", Str, "0b12"},
		{"12:30", Int, "750"}, {"09:30", Str, "09:30"}, {"-12:30:45", Int, "-45045"}, {"12:60", Str, "12:60"},
		{"1:2", Int, "62"}, {"1:222", Str, "1:222"}, {"1:", Str, "1:"}, {"0_", Int, "0"}, {"+", Str, "+"},
		{"1.10", Float, "1.1"}, {"1e3", Str, "1e3"}, {"1.0e3", Str, "1.0e3"}, {"1.0e+3", Float, "1000.0"}, {".5", Float, "0.5"},
		{"+.5", Str, "+.5"}, {"5.", Float, "5.0"}, {".", Str, "."}, {"._", Str, "._"}, {"1.5.2", Str, "1.5.2"},
		{"-.inf", Float, "-inf"}, {".NaN", Float, "nan"}, {"-.nan", Str, "-.nan"}, {"1.0e+400", Float, "inf"},
		{"190:20:30.15", Float, "685230.15"}, {"1e-5", Str, "1e-5"}, {"1.0e-5", Float, "1e-05"}, {"1.0e+16", Float, "1e+16"},
		{"123456789012345.0", Float, "123456789012345.0"}, {"18446744073709551616", Int, "18446744073709551616"},
		{"2001-01-01", Timestamp, "2001-01-01"}, {"2001-1-1", Str, "2001-1-1"}, {"2001-1-1 1:02:03", Timestamp, "2001-01-01 01:02:03"},
		{"2001-12-14t21:59:43.10-05:00", Timestamp, "2001-12-14 21:59:43.100000-05:00"}, {"2001-12-14 21:59:43 Z", Timestamp, "2001-12-14 21:59:43+00:00"},
		{"2001-12-14 21:59", Str, "2001-12-14 21:59"}, {"2001-12-14 21:59:43 ", Str, "2001-12-14 21:59:43 "},
		{"=", Other, "="}, {"<<", Other, "<<"}, {"<", Str, "<"},
	} {
		tag := ResolvePlain(test.text)
		if got := PyText(&Node{Tag: tag, Value: test.text}); tag != test.tag || got != test.want {
			t.Errorf("%q: tag %d, %s; want %d, %s", test.text, tag, got, test.tag, test.want)
		}
	}
}

func TestCheckScalar(t *testing.T) {
	for _, test := range []struct {
		tag  Tag
		text string
		want string
	}{
		{Timestamp, "2026-13-45", "there is no month 13"},
		{Timestamp, "2026-02-29", "February 2026 has no day 29"},
		{Timestamp, "2024-02-29", ""},
		{Timestamp, "2026-02-03 24:00:00", "there is no hour 24"},
		{Timestamp, "2026-02-03 01:00:00+24", "a time zone is less than 24 hours from UTC"},
		{Timestamp, "2001-1-1", ""}, // with an explicit tag
		{Timestamp, "soon", "it is no date"},
		{Int, "0x_", "it is read as an integer, and has no digit"},
		{Int, "five", "it is no integer"},
		{Int, strings.Repeat("9", 4300), ""},
		{Int, strings.Repeat("9", 4301), "Python reads integers of at most 4300 digits"},
		{Int, "0x" + strings.Repeat("f", 5000), ""},
		{Float, "1e3", ""},
		{Float, "1" + strings.Repeat(":1", 174) + ".0", "it is read as a number in base 60, and has too many parts"},
		{Float, "0x1p4", "it is no number"},
		{Bool, "maybe", "it is no boolean"},
		{Other, "=", "`=` has a meaning of its own in YAML 1.1"},
		{Str, "anything", ""},
	} {
		got := ""
		if err := CheckScalar(test.tag, test.text); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%.20q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestNodeValues(t *testing.T) {
	node := func(text string) *Node { return &Node{Tag: ResolvePlain(text), Value: text} }
	if v, ok := node("017").Int(); v != 15 || !ok {
		t.Error("017:", v, ok)
	}
	if _, ok := node("9223372036854775808").Int(); ok {
		t.Error("an integer past 64 bits has a value of 64 bits")
	}
	if v, ok := node("9223372036854775808").Float(); v != 1<<63 || !ok {
		t.Error("2^63:", v, ok)
	}
	if v, ok := node("Off").Bool(); v || !ok {
		t.Error("Off:", v, ok)
	}
	if _, ok := node("1").Bool(); ok {
		t.Error("1 is a boolean")
	}
	if _, ok := node("1.0").Int(); ok {
		t.Error("1.0 is an integer")
	}
	if v, ok := (&Node{Kind: AliasNode, Alias: node("12:30")}).Float(); v != 750 || !ok {
		t.Error("alias of 12:30:", v, ok)
	}
	var none *Node
	if _, ok := none.Float(); ok {
		t.Error("no node is a number")
	}
}

func BenchmarkResolvePlain(b *testing.B) {
	texts := []string{"step_execution", "critical", "true", "12", "3.5", "2026-01-15", "a longer text of several words"}
	for i := 0; b.Loop(); i++ {
		ResolvePlain(texts[i%len(texts)])
	}
}
