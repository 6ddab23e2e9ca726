package lint

import (
	"path"
	"path/filepath"
	"slices"
	"sync"
)

// Folder is one `behaviors/` folder: the scope of behavior ids and of flags.
type Folder struct {
	Dir     string    // absolute
	Index   *Document // index.yaml; nil without one
	Members []*Member // of <id>/behavior.yaml, sorted by path

	workspace *Workspace
	memo      sync.Map // of Memo
}

// Behaviors returns the documents of the members.
func (f *Folder) Behaviors() []*Document {
	return Memo(f, "behaviors", func(f *Folder) []*Document {
		var docs []*Document
		for _, m := range f.Members {
			if doc := f.workspace.Document(m.Doc.Abs); doc != nil {
				docs = append(docs, doc)
			}
		}
		return docs
	})
}

// member returns the member that a file is, nil if it is none.
func (f *Folder) member(abs string) *Member {
	return Memo(f, "members", func(f *Folder) map[string]*Member {
		members := map[string]*Member{}
		for _, m := range f.Members {
			members[m.Doc.Abs] = m
		}
		return members
	})[abs]
}

// Folder returns the `behaviors/` folder that a behavior or an index belongs to; nil if its place
// on disk is not `behaviors/<id>/behavior.yaml` or `behaviors/index.yaml`.
func (w *Workspace) Folder(doc *Document) *Folder {
	if w == nil || doc.Abs == "" {
		return nil
	}
	return w.folderOf(doc.Abs)
}

func (w *Workspace) folderOf(abs string) *Folder {
	dir := behaviorsDir(abs)
	if dir == "" {
		return nil
	}
	w.mu.Lock()
	read := w.folders[dir]
	if read == nil {
		// Reading asks for configurations, which takes the lock itself.
		read = sync.OnceValue(func() *Folder { return w.readFolder(dir) })
		w.folders[dir] = read
	}
	w.mu.Unlock()
	return read()
}

func (w *Workspace) readFolder(dir string) *Folder {
	folder := &Folder{Dir: dir, Index: w.Document(filepath.Join(dir, "index.yaml")), workspace: w}
	for _, name := range w.list(dir) {
		if m := w.member(filepath.Join(dir, name, "behavior.yaml")); m != nil {
			folder.Members = append(folder.Members, m)
		}
	}
	return folder
}

// member returns what the folder knows of a behavior, nil if there is none.
func (w *Workspace) member(abs string) *Member {
	if w.overlay != nil {
		if doc := w.overlay.Document(abs); doc != nil {
			return asMember(doc)
		}
	}
	return w.disk.member(abs, func(raw []byte) *Document {
		config, _ := w.Config(abs)
		return config.Parse(w.display(abs), abs, raw)
	})
}

// Concerns reports whether RunAlone may have left out something of a file: then it has to be run as a
// whole. It always has to be for an index.
func (w *Workspace) Concerns(abs string) bool {
	abs = filepath.Clean(abs)
	folder := w.folderOf(abs)
	if folder == nil {
		return false
	}
	m := folder.member(abs)
	return m == nil || slices.ContainsFunc(Rules(), func(r *Rule) bool { return r.Concerns != nil && r.Concerns(folder, m) })
}

// InFolder reports whether the file belongs to a `behaviors/` folder by its path.
func InFolder(abs string) bool { return abs != "" && behaviorsDir(filepath.Clean(abs)) != "" }

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
