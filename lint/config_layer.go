package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// configLayer is what one configuration file says.
type configLayer struct {
	file      string // as a report shows it
	dir       string // absolute folder that its globs and paths start from
	rules     map[string]RuleSetting
	ignore    []Setting
	formats   []formatSetting
	overrides []override
	extends   []Setting
	registry  *Setting
	extended  *schema.Format // kyvvu-manifest with the rules of registry
}

type formatSetting struct {
	glob string
	Setting
}

type override struct {
	files []Setting
	rules map[string]RuleSetting
}

// Config returns the configuration that holds for a file. The error is a *ConfigError.
func (w *Workspace) Config(abs string) (*Config, error) {
	if w == nil || w.noConfig {
		return nil, nil
	}
	abs = filepath.Clean(abs)
	nearest, err := w.nearestConfig(filepath.Dir(abs))
	if nearest == nil || err != nil {
		return nil, err
	}
	layers, err := w.layers(nearest, nil)
	if err != nil {
		return nil, err
	}
	return configFor(layers, abs), nil
}

// nearestConfig returns the configuration of a folder: its own, or that of the folder above, up to
// the repository's root.
func (w *Workspace) nearestConfig(dir string) (*Document, error) {
	if w.config != nil {
		return w.config, nil
	}
	return w.nearest(w.configs, dir, ConfigName, "configuration", w.configDocument)
}

// nearest returns the file of that name that holds for a folder: its own, or that of the folder above,
// up to the repository's root. known are the folders that were looked at; what says what the file is.
func (w *Workspace) nearest(known map[string]configAt, dir, name, what string, read func(abs string) *Document) (*Document, error) {
	w.mu.Lock()
	found, ok := known[dir]
	w.mu.Unlock()
	if ok {
		return found.doc, found.err
	}
	parent := filepath.Dir(dir)
	switch {
	case w.holdsDot(dir, name):
		file := filepath.Join(dir, name)
		if found.doc = read(file); found.doc == nil {
			found.err = &ConfigError{Origin: Origin{w.display(file), syntax.Position{Line: 1, Column: 1}}, Message: "the " + what + " cannot be read"}
		}
	case parent != dir && !w.holdsDot(dir, ".git"):
		found.doc, found.err = w.nearest(known, parent, name, what, read)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	known[dir] = found
	return found.doc, found.err
}

// configAt is what nearest found for a folder.
type configAt struct {
	doc *Document
	err error
}

// configDocument returns a file read as a configuration, whatever its name and content say.
func (w *Workspace) configDocument(abs string) *Document {
	format := schema.Lookup("config")
	doc := w.read(fileKey{abs, true}, func(path string, raw []byte) *Document { return Parse(path, abs, raw, format) })
	if doc != nil && (doc.Format == nil || doc.Format.ID != format.ID) {
		doc = bind(doc.Path, doc.Abs, doc.Tree, format)
	}
	return doc
}

// UseConfig makes one configuration hold for all files, wherever they are. The error is a
// *ConfigError, or says that the file cannot be read.
func (w *Workspace) UseConfig(abs string) error {
	doc := w.configDocument(filepath.Clean(abs))
	if doc == nil {
		return w.whyUnread("configuration", abs)
	}
	w.config = doc
	_, err := w.layers(doc, nil)
	return err
}

// whyUnread says why a file that the command line names cannot be read, and what to do.
func (w *Workspace) whyUnread(what, abs string) error {
	_, err := os.ReadFile(abs)
	var of *fs.PathError
	switch path := w.display(abs); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the %s %s does not exist: name the file by its path from the current folder", what, path)
	case errors.As(err, &of):
		return fmt.Errorf("the %s %s cannot be read: %w", what, path, of.Err)
	default:
		return fmt.Errorf("the %s %s cannot be read", what, path)
	}
}

// UseNoConfig makes all files be linted without a configuration.
func (w *Workspace) UseNoConfig() { w.noConfig = true }

// layers returns a configuration and those that it extends, the widest first. above are the
// documents that led here.
func (w *Workspace) layers(doc *Document, above []*Document) ([]*configLayer, error) {
	layer, err := w.layer(doc)
	if err != nil {
		return nil, err
	}
	above = append(slices.Clip(above), doc)
	var layers []*configLayer
	for _, extend := range layer.extends {
		base := w.configDocument(resolvePath(layer.dir, extend.Value))
		switch {
		case base == nil:
			return nil, &ConfigError{Origin: extend.Origin, Message: fmt.Sprintf("cannot read `%s`", extend.Value), Help: "`extends` names files by their path from this folder"}
		case slices.ContainsFunc(above, func(d *Document) bool { return d.Abs == base.Abs }):
			return nil, &ConfigError{Origin: extend.Origin, Message: fmt.Sprintf("`%s` extends itself in the end", extend.Value), Help: "take one of the `extends` out of the circle"}
		}
		below, err := w.layers(base, above)
		if err != nil {
			return nil, err
		}
		layers = append(layers, below...)
	}
	return append(layers, layer), nil
}

func resolvePath(dir, path string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Clean(path)
}

// layerResult is a layer read once for a document.
type layerResult struct {
	layer *configLayer
	err   error
}

func (w *Workspace) layer(doc *Document) (*configLayer, error) {
	cache := &w.disk.layers
	if w.overlay != nil && w.overlay.Document(doc.Abs) != nil {
		cache = &w.layerCache // a buffer is another document after each change
	}
	if known, ok := cache.Load(doc); ok {
		result := known.(layerResult)
		return result.layer, result.err
	}
	layer, err := w.readLayer(doc)
	cache.Store(doc, layerResult{layer, err})
	return layer, err
}

func (w *Workspace) readLayer(doc *Document) (*configLayer, error) {
	result, err := Run(doc, nil, nil)
	if err != nil {
		return nil, err
	}
	if faults := doc.Tree.Errors; len(faults) > 0 {
		// What else is wrong may follow from the fault of the text.
		return nil, &ConfigError{Origin: originAt(doc, faults[0].Span.Start), Message: faults[0].Message, Help: faults[0].Help}
	}
	for _, d := range result.Diagnostics {
		if d.Severity == Error {
			return nil, &ConfigError{Origin: originAt(doc, d.Span.Start), Message: d.Message, Help: d.Help}
		}
	}
	layer := &configLayer{file: doc.Path, dir: filepath.Dir(doc.Abs)}
	root := doc.Root()
	layer.rules = ruleSettings(doc, root.Child("rules"))
	layer.ignore = settings(doc, root.Child("ignore"))
	layer.extends = settings(doc, root.Child("extends"))
	if formats := root.Child("formats"); formats != nil {
		for _, entry := range formats.Children {
			layer.formats = append(layer.formats, formatSetting{entry.Name(), setting(doc, entry)})
		}
	}
	if overrides := root.Child("overrides"); overrides != nil {
		for _, entry := range overrides.Children {
			layer.overrides = append(layer.overrides, override{settings(doc, entry.Child("files")), ruleSettings(doc, entry.Child("rules"))})
		}
	}
	if registry := root.Child("registry"); registry != nil && !isNull(registry.Node) {
		if err := w.readRegistry(layer, setting(doc, registry)); err != nil {
			return nil, err
		}
	}
	return layer, nil
}

// readRegistry adds the rules of a Kyvvu server to the format of manifests.
func (w *Workspace) readRegistry(layer *configLayer, file Setting) error {
	raw, err := w.readRaw(resolvePath(layer.dir, file.Value))
	if err != nil {
		return &ConfigError{Origin: file.Origin, Message: fmt.Sprintf("cannot read the registry `%s`", file.Value), Help: "`registry` names a JSON file by its path from this folder"}
	}
	extended, err := schema.Lookup("kyvvu-manifest").WithRegistry(raw)
	if err != nil {
		return &ConfigError{Origin: file.Origin, Message: fmt.Sprintf("the registry `%s` cannot be used: %v", file.Value, err)}
	}
	layer.registry, layer.extended = &file, extended
	return nil
}

func setting(doc *Document, p *schema.Place) Setting {
	return Setting{p.Name(), p.Node.Value, originAt(doc, p.Node.Span.Start)}
}

func settings(doc *Document, list *schema.Place) []Setting {
	if list == nil {
		return nil
	}
	var all []Setting
	for _, item := range list.Children {
		all = append(all, setting(doc, item))
	}
	return all
}

func ruleSettings(doc *Document, rules *schema.Place) map[string]RuleSetting {
	if rules == nil {
		return nil
	}
	settings := map[string]RuleSetting{}
	for _, entry := range rules.Children {
		settings[entry.Name()] = RuleSetting{parseSeverity(entry.Node.Value), originAt(doc, entry.Node.Span.Start)}
	}
	return settings
}

func parseSeverity(word string) Severity {
	for s := Off; s <= Error; s++ {
		if strings.EqualFold(s.String(), word) {
			return s
		}
	}
	return Off
}

func originAt(doc *Document, offset int) Origin {
	return Origin{File: doc.Path, Position: doc.Tree.File.Position(offset)}
}
