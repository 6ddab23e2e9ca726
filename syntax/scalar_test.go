package syntax

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// sharedDir returns the folder of recorded data beside the repository, or skips the test.
func sharedDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("FORGELINT_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no recorded data at %s", dir)
	}
	return dir
}

func TestPyYAMLScalars(t *testing.T) {
	f, err := os.Open(filepath.Join(sharedDir(t), "oracle", "pyyaml-scalars.jsonl"))
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
