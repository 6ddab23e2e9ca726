package lint

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// writeFiles writes the files of a txtar archive into a new folder, whose path it returns. An entry
// that ends in `/` is a folder.
func writeFiles(t *testing.T, archive string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if strings.HasSuffix(f.Name, "/") {
			if err := os.MkdirAll(name, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// inFolder shows paths as they are seen from a folder.
func inFolder(dir string) func(string) string {
	return func(abs string) string {
		rel, _ := filepath.Rel(dir, abs)
		return filepath.ToSlash(rel)
	}
}

func TestConfig(t *testing.T) {
	dir := writeFiles(t, `
-- repo/.git/ --
-- .forgelint.yaml --
rules: {unknown-key: off}
-- repo/.forgelint.yaml --
extends: [shared/base.yaml]
rules:
  wrong-type: warning
  too-long: off
ignore: ["drafts/**", "*.tmp.yaml"]
formats:
  "policies/*.yml": kyvvu-manifest
  "**/steps.yml": kyvvu-steps
overrides:
  - files: [team/**]
    rules: {wrong-type: error, missing-key: info}
  - files: ["team/loose/*"]
    rules:
      wrong-type: off
-- repo/shared/base.yaml --
rules: {too-long: info, duplicate-key: warning}
overrides:
  - files: ["x/*"]
    rules: {duplicate-key: off}
-- repo/alone/.forgelint.yaml --
-- repo/alone/deep/x --
-- elsewhere/.git --
gitdir: ../x
-- elsewhere/deep/x --
`)
	tests := []struct {
		file    string
		files   []string
		ignored bool
		want    []string
	}{
		{"repo/a.yaml", []string{"repo/shared/base.yaml", "repo/.forgelint.yaml"}, false, []string{
			"rules.duplicate-key=warning repo/shared/base.yaml:1:40",
			"rules.too-long=off repo/.forgelint.yaml:4:13",
			"rules.wrong-type=warning repo/.forgelint.yaml:3:15",
		}},
		{"repo/team/loose/a.yaml", []string{"repo/shared/base.yaml", "repo/.forgelint.yaml"}, false, []string{
			"rules.duplicate-key=warning repo/shared/base.yaml:1:40",
			"rules.missing-key=info repo/.forgelint.yaml:11:45",
			"rules.too-long=off repo/.forgelint.yaml:4:13",
			"rules.wrong-type=off repo/.forgelint.yaml:14:19",
		}},
		{"repo/shared/x/a.yaml", []string{"repo/shared/base.yaml", "repo/.forgelint.yaml"}, false, []string{
			"rules.duplicate-key=off repo/shared/base.yaml:4:28", // from the folder of base.yaml
			"rules.too-long=off repo/.forgelint.yaml:4:13",
			"rules.wrong-type=warning repo/.forgelint.yaml:3:15",
		}},
		{"repo/drafts/new/a.yaml", []string{"repo/shared/base.yaml", "repo/.forgelint.yaml"}, true, []string{
			"ignore=drafts/** repo/.forgelint.yaml:5:10",
			"rules.duplicate-key=warning repo/shared/base.yaml:1:40",
			"rules.too-long=off repo/.forgelint.yaml:4:13",
			"rules.wrong-type=warning repo/.forgelint.yaml:3:15",
		}},
		{"repo/policies/steps.yml", []string{"repo/shared/base.yaml", "repo/.forgelint.yaml"}, false, []string{
			"format=kyvvu-steps repo/.forgelint.yaml:8:19", // the last that matches
			"rules.duplicate-key=warning repo/shared/base.yaml:1:40",
			"rules.too-long=off repo/.forgelint.yaml:4:13",
			"rules.wrong-type=warning repo/.forgelint.yaml:3:15",
		}},
		{"repo/alone/deep/a.yaml", []string{"repo/alone/.forgelint.yaml"}, false, nil}, // an empty one holds too
		{"elsewhere/deep/a.yaml", nil, false, nil},                                     // the root of a work tree is a root
		{"a.yaml", []string{".forgelint.yaml"}, false, []string{"rules.unknown-key=off .forgelint.yaml:1:22"}},
	}
	ws := NewWorkspace(inFolder(dir))
	for _, test := range tests {
		config, err := ws.Config(filepath.Join(dir, filepath.FromSlash(test.file)))
		if err != nil {
			t.Errorf("%s: %v", test.file, err)
			continue
		}
		var got []string
		for _, s := range config.Settings() {
			got = append(got, s.Key+"="+s.Value+" "+s.Origin.String())
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: settings (-want +got)\n%s", test.file, diff)
		}
		if diff := cmp.Diff(test.files, config.Files()); diff != "" {
			t.Errorf("%s: files (-want +got)\n%s", test.file, diff)
		}
		if config.Ignored() != test.ignored {
			t.Errorf("%s: ignored is %v", test.file, config.Ignored())
		}
	}
}

func TestBrokenConfig(t *testing.T) {
	tests := []struct{ name, archive, want string }{
		{"syntax", "-- .forgelint.yaml --\nrules:\n  unknown-key: off\n wrong-type: off\n", ".forgelint.yaml:3:"},
		{"folder", "-- .forgelint.yaml/ --\n", ".forgelint.yaml:1:1: the configuration cannot be read"},
		{"key", "-- .forgelint.yaml --\nrule: {}\n", ".forgelint.yaml:1:1: `rule` is no key of a configuration (did you mean `rules`?)"},
		{"severity", "-- .forgelint.yaml --\nrules:\n  wrong-type: eror\n", ".forgelint.yaml:2:15: `eror` is no value of `wrong-type`: use `off`, `info`, `warning` or `error` (did you mean `error`?)"},
		{"rule", "-- .forgelint.yaml --\nrules:\n  wrong-typ: off\n", ".forgelint.yaml:2:3: there is no rule `wrong-typ` (did you mean `wrong-type`?)"},
		{"type", "-- .forgelint.yaml --\nignore: x\n", ".forgelint.yaml:1:9: `ignore` must be a list, not the text `x` (write a list with one item)"},
		{"glob", "-- .forgelint.yaml --\nignore: ['[']\n", ".forgelint.yaml:1:10: `[` is no glob (close what is open: `[…]` and `{…}`)"},
		{"extends", "-- .forgelint.yaml --\nextends: [none.yaml]\n", ".forgelint.yaml:1:11: cannot read `none.yaml` (`extends` names files by their path from this folder)"},
		{"cycle", "-- .forgelint.yaml --\nextends: [b.yaml]\n-- b.yaml --\nextends:\n  - ./c.yaml\n-- c.yaml --\nextends: [b.yaml]\n", "c.yaml:1:11: `b.yaml` extends itself in the end (take one of the `extends` out of the circle)"},
		{"base", "-- .forgelint.yaml --\nextends: [b.yaml]\n-- b.yaml --\nrule: {}\n", "b.yaml:1:1: `rule` is no key of a configuration (did you mean `rules`?)"},
		{"registry", "-- .forgelint.yaml --\nregistry: r.json\n", ".forgelint.yaml:1:11: cannot read the registry `r.json` (`registry` names a JSON file by its path from this folder)"},
		{"no registry", "-- .forgelint.yaml --\nregistry: r.json\n-- r.json --\n[1]\n", ".forgelint.yaml:1:11: the registry `r.json` cannot be used: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := writeFiles(t, test.archive)
			_, err := NewWorkspace(inFolder(dir)).Config(filepath.Join(dir, "a.yaml"))
			var broken *ConfigError
			if !errors.As(err, &broken) {
				t.Fatalf("the error is %v", err)
			}
			if !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got  %s\nwant %s", err, test.want)
			}
		})
	}
}

func TestRegistryAddsRules(t *testing.T) {
	dir := writeFiles(t, `
-- team/.forgelint.yaml --
registry: rules.json
-- team/rules.json --
{"rules": [{"name": "house_rule", "description": "Ours.", "enforcement_points": ["step_execution"], "params_schema": {"limit": {"type": "integer", "required": true, "description": "How many."}}}]}
-- team/manifests/m.yaml --
name: Ours
policies:
  - name: House
    rule_type: house_rule
    params: {limit: many}
    severity: high
    enforcement_point: step_execution
`)
	ws := NewWorkspace(inFolder(dir))
	doc := ws.Document(filepath.Join(dir, "team/manifests/m.yaml"))
	result, err := Run(doc, nil, ws)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, d.Code+" "+d.Path)
	}
	if diff := cmp.Diff([]string{"wrong-type policies[0].params.limit"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestUseConfig(t *testing.T) {
	dir := writeFiles(t, "-- .forgelint.yaml --\nrules: {unknown-key: off}\n-- other.yaml --\nrules: {wrong-type: off}\n")
	ws := NewWorkspace(inFolder(dir))
	if err := ws.UseConfig(filepath.Join(dir, "other.yaml")); err != nil {
		t.Fatal(err)
	}
	config, err := ws.With(nil).Config(filepath.Join(dir, "a.yaml"))
	if err != nil || len(config.Settings()) != 1 || config.Settings()[0].Key != "rules.wrong-type" {
		t.Errorf("%v, %+v", err, config.Settings())
	}
	if err := ws.UseConfig(filepath.Join(dir, "none.yaml")); err == nil || err.Error() != "the configuration none.yaml does not exist: name the file by its path from the current folder" {
		t.Errorf("a missing configuration: %v", err)
	}
	ws.UseNoConfig()
	if config, err := ws.Config(filepath.Join(dir, "a.yaml")); config != nil || err != nil {
		t.Errorf("no configuration is %+v, %v", config, err)
	}
}

// buffers are open buffers by their path.
type buffers map[string]*Document

func (b buffers) Document(abs string) *Document { return b[abs] }

func (b buffers) Paths() []string {
	var paths []string
	for abs := range b {
		paths = append(paths, abs)
	}
	return paths
}

func TestOpenBufferIsTheConfig(t *testing.T) {
	dir := writeFiles(t, "-- .forgelint.yaml --\nrules: {unknown-key: off}\n")
	file, abs := filepath.Join(dir, "a.yaml"), filepath.Join(dir, ConfigName)
	disk := NewWorkspace(inFolder(dir))
	keys := func(ws *Workspace) (all []string) {
		config, err := ws.Config(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range config.Settings() {
			all = append(all, s.Key)
		}
		return all
	}
	if diff := cmp.Diff([]string{"rules.unknown-key"}, keys(disk)); diff != "" {
		t.Error(diff)
	}
	open := disk.With(buffers{abs: Parse(ConfigName, abs, []byte("rules: {wrong-type: off}\n"), nil)})
	if diff := cmp.Diff([]string{"rules.wrong-type"}, keys(open)); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(abs, []byte("rules: {too-long: off}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	disk.Forget(abs)
	if diff := cmp.Diff([]string{"rules.too-long"}, keys(disk.With(nil))); diff != "" {
		t.Error(diff)
	}
}

func TestSeverityOfConfig(t *testing.T) {
	dir := writeFiles(t, "-- .forgelint.yaml --\nrules: {unknown-key: info, missing-key: off}\n")
	abs := filepath.Join(dir, "a.yaml")
	ws := NewWorkspace(nil)
	config, err := ws.Config(abs)
	if err != nil {
		t.Fatal(err)
	}
	raw := strings.Replace(strings.Replace(exampleManifest, "max_steps:", "max_cost:", 1), "version", "colour", 1)
	result, err := Run(Parse("a.yaml", abs, []byte(raw), nil), config, ws)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		if d.Code == "missing-key" || d.Code == "unknown-key" && d.Severity != Info {
			t.Errorf("%s at %s is %s", d.Code, d.Path, d.Severity)
		}
	}
	if len(result.Diagnostics) != 2 {
		t.Errorf("%d findings", len(result.Diagnostics))
	}
}

func TestGlobs(t *testing.T) {
	tests := []struct {
		glob, name string
		want       bool
	}{
		{"*.yaml", "a.yaml", true},
		{"*.yaml", "b/a.yaml", false},
		{"**/*.yaml", "b/c/a.yaml", true},
		{"**/*.yaml", "a.yaml", true},
		{"drafts", "drafts/a/b.yaml", true}, // a folder covers what is in it
		{"drafts/", "drafts/a.yaml", true},
		{"./drafts/*", "drafts/a.yaml", true},
		{"draft", "drafts/a.yaml", false},
		{"{a,b}/*.yaml", "b/x.yaml", true},
	}
	for _, test := range tests {
		if got := matches(test.glob, test.name); got != test.want {
			t.Errorf("matches(%q, %q) = %v", test.glob, test.name, got)
		}
	}
}
