package lint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Workspace answers questions about other files: open buffers first, then disk. Paths are absolute.
// It may be used from several goroutines; each file is read and parsed once. A nil Workspace knows
// no file.
type Workspace struct {
	// Today is the day on which suppressions with a date are judged; the zero value is the clock's.
	Today time.Time
	// ShowSuppressed makes Run hide nothing.
	ShowSuppressed bool
	// BaselineUse, if not nil, knows how many findings an entry of the baseline that is linted hides; -1:
	// that is not known.
	BaselineUse func(entry int) int

	disk    *disk
	overlay Overlay // may be nil
	display func(abs string) string

	noConfig   bool
	config     *Document // holds for all files; nil: the nearest one holds
	noBaseline bool
	baseline   *Document // holds for all files; nil: the nearest one holds

	mu        sync.Mutex
	folders   map[string]func() *Folder
	configs   map[string]configAt // by folder
	baselines map[string]configAt // by folder

	layerCache sync.Map // as disk.layers, of open files
}

// Overlay holds the open buffers of an editor, unchanging while a Workspace reads them.
type Overlay interface {
	// Document returns the buffer of a file, nil if it is not open.
	Document(abs string) *Document
	// Paths returns the absolute paths of all buffers that are files.
	Paths() []string
}

// NewWorkspace returns a workspace over the disk. display turns an absolute path into what a report
// shows; nil shows the path as it is, with `/`.
func NewWorkspace(display func(abs string) string) *Workspace {
	if display == nil {
		display = filepath.ToSlash
	}
	return (&Workspace{disk: newDisk(), display: display}).With(nil)
}

// With returns a workspace that sees other open buffers over the same disk, with the same cache of
// files. It is one state of the world: take a new one after each change of a buffer.
func (w *Workspace) With(overlay Overlay) *Workspace {
	return &Workspace{
		Today: w.Today, ShowSuppressed: w.ShowSuppressed, BaselineUse: w.BaselineUse,
		disk: w.disk, overlay: overlay, display: w.display, noConfig: w.noConfig, config: w.config,
		noBaseline: w.noBaseline, baseline: w.baseline, baselines: map[string]configAt{},
		folders: map[string]func() *Folder{}, configs: map[string]configAt{},
	}
}

func (w *Workspace) today() time.Time {
	if w == nil || w.Today.IsZero() {
		return time.Now()
	}
	return w.Today
}

// Add makes known what the other files of its `behaviors/` folder need to know of a document that was
// read elsewhere, so that they need not read it again. It does not keep the document.
func (w *Workspace) Add(doc *Document) {
	if doc.Abs != "" && behaviorsDir(doc.Abs) != "" {
		w.disk.add(newMember(doc))
	}
}

// Forget drops what is known of files that changed on disk; without arguments, of all files.
func (w *Workspace) Forget(paths ...string) {
	w.disk.forget(paths)
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.folders)
	clear(w.configs)
	clear(w.baselines)
}

// Document returns a file, read as its configuration says; nil if it does not exist or cannot be read.
func (w *Workspace) Document(abs string) *Document {
	if w == nil {
		return nil
	}
	abs = filepath.Clean(abs)
	return w.read(fileKey{abs: abs}, func(path string, raw []byte) *Document {
		// A broken configuration is told of where its own file is read.
		config, _ := w.Config(abs)
		return config.Parse(path, abs, raw)
	})
}

// read returns the open buffer of a file, else the file on disk, which parse makes a document of.
func (w *Workspace) read(key fileKey, parse func(path string, raw []byte) *Document) *Document {
	if w.overlay != nil {
		if doc := w.overlay.Document(key.abs); doc != nil {
			return doc
		}
	}
	return w.disk.document(key, func(raw []byte) *Document { return parse(w.display(key.abs), raw) })
}

// readRaw returns the bytes of a file, of the open buffer if there is one.
func (w *Workspace) readRaw(abs string) ([]byte, error) {
	if w.overlay != nil {
		if doc := w.overlay.Document(abs); doc != nil {
			return []byte(doc.Tree.File.Text), nil
		}
	}
	return os.ReadFile(abs)
}

// AddFolder makes known which entries of a folder, that was just read, have a name that starts with a
// dot. So nobody has to ask the disk for a configuration in each of a thousand folders.
func (w *Workspace) AddFolder(dir string, dots []string) {
	w.disk.mu.Lock()
	defer w.disk.mu.Unlock()
	w.disk.dots[dir] = dots
}

// holdsDot reports whether a folder has an entry of that name, which starts with a dot.
func (w *Workspace) holdsDot(dir, name string) bool {
	if w.overlay == nil {
		w.disk.mu.Lock()
		names, known := w.disk.dots[dir]
		w.disk.mu.Unlock()
		if known {
			return slices.Contains(names, name)
		}
	}
	return w.Exists(filepath.Join(dir, name))
}

// Exists reports whether there is a file or folder of that path, among the open buffers or on disk.
func (w *Workspace) Exists(abs string) bool {
	if w == nil {
		return false
	}
	abs = filepath.Clean(abs)
	if w.overlay != nil {
		if w.overlay.Document(abs) != nil {
			return true
		}
		below := abs + string(filepath.Separator)
		if slices.ContainsFunc(w.overlay.Paths(), func(p string) bool { return strings.HasPrefix(p, below) }) {
			return true
		}
	}
	_, err := os.Stat(abs)
	return err == nil
}

// list returns the names in a folder, on disk and of open buffers, sorted.
func (w *Workspace) list(dir string) []string {
	names := w.disk.list(dir)
	if w.overlay == nil {
		return names
	}
	below := dir + string(filepath.Separator)
	for _, p := range w.overlay.Paths() {
		if rest, ok := strings.CutPrefix(p, below); ok {
			name, _, _ := strings.Cut(filepath.ToSlash(rest), "/")
			if !slices.Contains(names, name) {
				names = append(slices.Clip(names), name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// disk is the cache of what was read from disk, shared by all states of a workspace.
type disk struct {
	mu      sync.Mutex
	files   map[fileKey]func() *Document
	members map[string]func() *Member
	folders map[string][]string
	dots    map[string][]string // of AddFolder
	layers  sync.Map            // layerResult and baselineResult by *Document: configurations and baselines that were read
}

// fileKey tells a file that is read as a configuration from the same file that is linted: reading the
// one asks for the other.
type fileKey struct {
	abs    string
	config bool
}

func newDisk() *disk {
	return &disk{files: map[fileKey]func() *Document{}, members: map[string]func() *Member{}, folders: map[string][]string{}, dots: map[string][]string{}}
}

func (d *disk) document(key fileKey, parse func(raw []byte) *Document) *Document {
	d.mu.Lock()
	read, known := d.files[key]
	if !known {
		read = sync.OnceValue(func() *Document {
			raw, err := os.ReadFile(key.abs)
			if err != nil {
				return nil
			}
			return parse(raw)
		})
		d.files[key] = read
	}
	d.mu.Unlock()
	return read()
}

func (d *disk) add(m *Member) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.members[filepath.Clean(m.Doc.Abs)] = func() *Member { return m }
}

// member returns what the folder knows of a behavior, nil if there is none. parse is asked only if
// the document is not known already, and what it returns is not kept.
func (d *disk) member(abs string, parse func(raw []byte) *Document) *Member {
	d.mu.Lock()
	read, known := d.members[abs]
	if !known {
		document := d.files[fileKey{abs: abs}]
		read = sync.OnceValue(func() *Member {
			if document != nil {
				return asMember(document())
			}
			raw, err := os.ReadFile(abs)
			if err != nil {
				return nil
			}
			return asMember(parse(raw))
		})
		d.members[abs] = read
	}
	d.mu.Unlock()
	return read()
}

func (d *disk) list(dir string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	names, known := d.folders[dir]
	if !known {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		d.folders[dir] = names
	}
	return names
}

func (d *disk) forget(paths []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.folders)
	clear(d.dots)
	d.layers.Clear() // a registry may have changed
	if len(paths) == 0 {
		clear(d.files)
		clear(d.members)
	}
	for _, abs := range paths {
		abs = filepath.Clean(abs)
		below := abs + string(filepath.Separator)
		for key := range d.files {
			if key.abs == abs || strings.HasPrefix(key.abs, below) {
				delete(d.files, key)
			}
		}
		for name := range d.members {
			if name == abs || strings.HasPrefix(name, below) {
				delete(d.members, name)
			}
		}
	}
}
