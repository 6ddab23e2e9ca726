package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/forgelint/forgelint/internal/shared"
	"github.com/forgelint/forgelint/schema"
)

// TestConfigurationDocs holds docs/configuration.md to the program: its example has no finding, its
// table has each key of the format, and each rule that it names is one.
func TestConfigurationDocs(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(shared.Root(t), "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	_, example, _ := strings.Cut(text, "```yaml\n# .forgelint.yaml\n")
	example, _, _ = strings.Cut(example, "```")
	config := schema.Lookup("config")
	result, err := Run(Parse(ConfigName, "", []byte(example), config), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		t.Errorf("the example is not right: %s %s", d.Path, d.Message)
	}
	for _, field := range config.Root.Fields {
		if !strings.Contains(text, "| `"+field.Name+"` |") || !strings.Contains(example, field.Name+":") {
			t.Errorf("`%s` is not documented", field.Name)
		}
	}
	for _, m := range regexp.MustCompile(`\(rules/([a-z0-9-]+)\.md\)`).FindAllStringSubmatch(text, -1) {
		if LookupRule(m[1]) == nil {
			t.Errorf("there is no rule %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`ignore\[([a-z0-9, -]+)\] -- [^r]`).FindAllStringSubmatch(text, -1) {
		for code := range strings.SplitSeq(m[1], ", ") {
			if LookupRule(code) == nil {
				t.Errorf("there is no rule %s", code)
			}
		}
	}
}
