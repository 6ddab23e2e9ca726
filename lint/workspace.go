package lint

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Workspace answers questions about other files: open buffers first, then disk. Paths are absolute.
// It may be used from several goroutines; each file is read and parsed once. A nil Workspace knows
// no file.
type Workspace struct {
	disk    *disk
	overlay Overlay // may be nil
	display func(abs string) string

	mu      sync.Mutex
	folders map[string]*Folder
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
	return &Workspace{disk: newDisk(), display: display, folders: map[string]*Folder{}}
}

// With returns a workspace that sees other open buffers over the same disk, with the same cache of
// files. It is one state of the world: take a new one after each change of a buffer.
func (w *Workspace) With(overlay Overlay) *Workspace {
	return &Workspace{disk: w.disk, overlay: overlay, display: w.display, folders: map[string]*Folder{}}
}

// Add makes a document known that was read elsewhere, so that the file is not parsed twice.
func (w *Workspace) Add(doc *Document) {
	if doc.Abs != "" {
		w.disk.add(doc)
	}
}

// Forget drops what is known of files that changed on disk; without arguments, of all files.
func (w *Workspace) Forget(paths ...string) {
	w.disk.forget(paths)
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.folders)
}

// Document returns a file, nil if it does not exist or cannot be read.
func (w *Workspace) Document(abs string) *Document {
	if w == nil {
		return nil
	}
	abs = filepath.Clean(abs)
	if w.overlay != nil {
		if doc := w.overlay.Document(abs); doc != nil {
			return doc
		}
	}
	return w.disk.document(abs, w.display)
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
	files   map[string]func() *Document
	folders map[string][]string
}

func newDisk() *disk {
	return &disk{files: map[string]func() *Document{}, folders: map[string][]string{}}
}

func (d *disk) document(abs string, display func(string) string) *Document {
	d.mu.Lock()
	read, known := d.files[abs]
	if !known {
		read = sync.OnceValue(func() *Document {
			raw, err := os.ReadFile(abs)
			if err != nil {
				return nil
			}
			return Parse(display(abs), abs, raw, nil)
		})
		d.files[abs] = read
	}
	d.mu.Unlock()
	return read()
}

func (d *disk) add(doc *Document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files[filepath.Clean(doc.Abs)] = func() *Document { return doc }
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
	if len(paths) == 0 {
		clear(d.files)
	}
	for _, abs := range paths {
		abs = filepath.Clean(abs)
		below := abs + string(filepath.Separator)
		for name := range d.files {
			if name == abs || strings.HasPrefix(name, below) {
				delete(d.files, name)
			}
		}
	}
}

// Folder is one `behaviors/` folder: the scope of behavior ids and of flags.
type Folder struct {
	Dir       string      // absolute
	Index     *Document   // index.yaml; nil without one
	Behaviors []*Document // <id>/behavior.yaml, sorted by path

	memo sync.Map // of Memo
}

// Folder returns the `behaviors/` folder that a behavior or an index belongs to; nil if its place
// on disk is not `behaviors/<id>/behavior.yaml` or `behaviors/index.yaml`.
func (w *Workspace) Folder(doc *Document) *Folder {
	if w == nil || doc.Abs == "" {
		return nil
	}
	dir := behaviorsDir(doc.Abs)
	if dir == "" {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	folder := w.folders[dir]
	if folder == nil {
		folder = w.readFolder(dir)
		w.folders[dir] = folder
	}
	return folder
}

func (w *Workspace) readFolder(dir string) *Folder {
	folder := &Folder{Dir: dir, Index: w.Document(filepath.Join(dir, "index.yaml"))}
	for _, name := range w.list(dir) {
		if doc := w.Document(filepath.Join(dir, name, "behavior.yaml")); doc != nil && doc.Format != nil {
			folder.Behaviors = append(folder.Behaviors, doc)
		}
	}
	return folder
}

// behaviorsDir returns the `behaviors` folder of the file, "" if it is none of one.
func behaviorsDir(abs string) string {
	dir := path.Dir(filepath.ToSlash(abs))
	switch path.Base(filepath.ToSlash(abs)) {
	case "index.yaml":
	case "behavior.yaml":
		dir = path.Dir(dir)
	default:
		return ""
	}
	if path.Base(dir) != "behaviors" {
		return ""
	}
	return filepath.FromSlash(dir)
}

// Memo returns what make makes of the folder, made once for each key: facts that every file of the
// folder is compared with, such as the flags that are set anywhere in it.
func Memo[T any](f *Folder, key string, make func(*Folder) T) T {
	once, _ := f.memo.LoadOrStore(key, sync.OnceValue(func() any { return make(f) }))
	return once.(func() any)().(T)
}
