package lint

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// ConfigName is the name of configuration files.
const ConfigName = ".forgelint.yaml"

// Config is the configuration that holds for one file: the nearest `.forgelint.yaml` upward from it,
// up to the repository's root, over those that it extends. A nil Config changes nothing.
type Config struct {
	rules    map[string]RuleSetting
	ignore   *Setting
	format   *Setting
	registry *Setting
	formatID string
	extended *schema.Format // kyvvu-manifest with the rules of the registry
	files    []string       // what was read, the widest first
}

// RuleSetting is the severity that the configuration gives a rule.
type RuleSetting struct {
	Severity Severity
	Origin   Origin
}

// Origin is the place in a configuration where a value stands.
type Origin struct {
	File     string // as a report shows it
	Position syntax.Position
}

func (o Origin) String() string {
	return fmt.Sprintf("%s:%d:%d", o.File, o.Position.Line, o.Position.Column)
}

// Setting is one effective value and where it comes from.
type Setting struct {
	Key    string // "rules.unknown-key", "ignore", "format", "registry"
	Value  string
	Origin Origin
}

// ConfigError is a configuration that cannot be used.
type ConfigError struct {
	Origin
	Message string
	Help    string
}

func (e *ConfigError) Error() string {
	text := e.Origin.String() + ": " + e.Message
	if e.Help != "" {
		text += " (" + e.Help + ")"
	}
	return text
}

// severity returns what the configuration says of a rule, and whether it says anything.
func (c *Config) severity(code string) (Severity, bool) {
	if c == nil {
		return Off, false
	}
	setting, set := c.rules[code]
	return setting.Severity, set
}

// Ignored reports whether the file is not to be linted when it is found in a folder.
func (c *Config) Ignored() bool { return c != nil && c.ignore != nil }

// Claims reports whether the configuration says which format the file has.
func (c *Config) Claims() bool { return c != nil && c.formatID != "" }

// Files returns the configurations that hold, the widest first, the nearest last.
func (c *Config) Files() []string {
	if c == nil {
		return nil
	}
	return c.files
}

// Settings returns all that the configuration says of the file, sorted by key.
func (c *Config) Settings() []Setting {
	if c == nil {
		return nil
	}
	var settings []Setting
	for code, rule := range c.rules {
		settings = append(settings, Setting{"rules." + code, rule.Severity.String(), rule.Origin})
	}
	for _, s := range []*Setting{c.ignore, c.format, c.registry} {
		if s != nil {
			settings = append(settings, *s)
		}
	}
	slices.SortFunc(settings, func(a, b Setting) int { return cmp.Compare(a.Key, b.Key) })
	return settings
}

// Detect says which format a file has: the configuration's `formats` come before everything else.
func (c *Config) Detect(path, abs string, tree *syntax.Tree) schema.Detection {
	if c != nil && c.formatID != "" {
		return schema.Detection{Format: c.extend(schema.Lookup(c.formatID)), Why: "configuration"}
	}
	// The folder's name counts, also for a file that is named from within it.
	if abs != "" {
		path = filepath.ToSlash(abs)
	}
	found := schema.Detect(path, tree)
	found.Format = c.extend(found.Format)
	return found
}

// Expect returns the format of a document or, while it holds too little to tell, the one that its path
// lets expect; nil without one. Nothing is judged by an expected format: it is for what helps to write.
func (c *Config) Expect(d *Document) *schema.Format {
	if d.Format != nil {
		return d.Format
	}
	path := d.Path
	if d.Abs != "" {
		path = filepath.ToSlash(d.Abs)
	}
	return c.extend(schema.Expected(path, d.Tree))
}

// Format returns a format with the rules of the configured registry, or nil if there is none of that id.
func (c *Config) Format(id string) *schema.Format { return c.extend(schema.Lookup(id)) }

// extend gives a manifest's format the rules of the configured registry.
func (c *Config) extend(format *schema.Format) *schema.Format {
	if c != nil && c.extended != nil && format != nil && format.ID == c.extended.ID {
		return c.extended
	}
	return format
}

// Parse reads a file as the configuration says.
func (c *Config) Parse(path, abs string, raw []byte) *Document {
	return c.Reparse(nil, abs, syntax.NewFile(path, raw))
}

// Reparse does the same for a file of which before is an earlier version, or nil. Of a large one only
// what changed is parsed again.
func (c *Config) Reparse(before *Document, abs string, file *syntax.File) *Document {
	var tree *syntax.Tree
	if before != nil {
		tree = syntax.Reparse(before.Tree, file)
	} else {
		tree = syntax.ParseFile(file)
	}
	return bind(file.Name, abs, tree, c.Detect(file.Name, abs, tree).Format)
}

// configFor puts together what the layers, the widest first, say of a file.
func configFor(layers []*configLayer, abs string) *Config {
	c := &Config{rules: map[string]RuleSetting{}}
	for _, layer := range layers {
		c.files = append(c.files, layer.file)
		for code, setting := range layer.rules {
			c.rules[code] = setting
		}
		name, below := relative(layer.dir, abs)
		if !below {
			continue
		}
		for _, override := range layer.overrides {
			if matchesAny(override.files, name) {
				for code, setting := range override.rules {
					c.rules[code] = setting
				}
			}
		}
		for _, glob := range layer.ignore {
			if matches(glob.Value, name) {
				c.ignore = &Setting{"ignore", glob.Value, glob.Origin}
			}
		}
		for _, format := range layer.formats {
			if matches(format.glob, name) {
				c.formatID = format.Value
				c.format = &Setting{"format", format.Value, format.Origin}
			}
		}
		if layer.registry != nil {
			c.registry = &Setting{"registry", layer.registry.Value, layer.registry.Origin}
			c.extended = layer.extended
		}
	}
	return c
}

// relative returns the path of a file from a folder, with `/`; below is false if it is not below it.
func relative(dir, abs string) (name string, below bool) {
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	return rel, rel != ".." && !strings.HasPrefix(rel, "../")
}

func matchesAny(globs []Setting, name string) bool {
	return slices.ContainsFunc(globs, func(g Setting) bool { return matches(g.Value, name) })
}

// matches reports whether a glob covers a file: the file itself, or a folder above it.
func matches(glob, name string) bool {
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	for {
		if ok, err := doublestar.Match(glob, name); ok || err != nil {
			return ok
		}
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return false
		}
		name = name[:i]
	}
}
