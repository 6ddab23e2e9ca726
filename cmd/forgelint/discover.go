package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/forgelint/forgelint/lint"
)

// file is a file that may be linted.
type file struct {
	path  string // as it is shown, with `/`
	abs   string // "" for standard input without a name
	named bool   // on the command line: it is linted whatever its name, and must be a policy file
	stdin bool
	text  []byte // of standard input
	fixed []byte // what it was repaired to; nil: as it was
}

// discover finds the candidates among the files and folders named on the command line, sorted by
// path, each once. input, if not nil, is standard input; it stands for the file of its name. A problem
// with one of them hides none of the others.
//
// In a folder it looks at `*.yaml`, `*.yml` and `*.json`, in folders whose name starts with a dot
// too, but not in `.git`, `node_modules` and `vendor` nor at what a `.gitignore` excludes. Symbolic
// links are followed, each file and folder is visited once. What is named on the command line is
// never left out.
func discover(args []string, input *file) discovery {
	w := walker{discovery: discovery{dots: map[string][]string{}}, byAbs: map[string]int{}, seen: map[string]bool{}}
	if input != nil {
		w.take(*input)
	}
	for _, arg := range args {
		w.add(arg)
	}
	w.followLinks()
	slices.SortFunc(w.files, func(a, b file) int { return cmp.Compare(a.path, b.path) })
	return w.discovery
}

// discovery is what discover finds.
type discovery struct {
	files    []file
	folders  []string // absolute paths of the folders that were searched, and of those of named files
	problems []error
	dots     map[string][]string // of the folders that were searched: the names that start with a dot
}

type walker struct {
	discovery
	byAbs map[string]int  // index into files
	roots []string        // real paths of the folders on the command line
	seen  map[string]bool // real paths of files and folders
	links []folder        // symbolic links that the walk met
}

// folder is a folder in the walk, or a link to a file or folder.
type folder struct {
	shown  string // as shown, in the form of the system
	abs    string
	real   string // abs without symbolic links
	ignore ignores
}

// add takes one argument of the command line.
func (w *walker) add(arg string) {
	abs, err := filepath.Abs(arg)
	if err != nil {
		w.problem(arg, errors.New("the current folder cannot be found; it may have been deleted"))
		return
	}
	info, err := os.Stat(arg)
	if err != nil {
		err = describe(arg, err)
		if command := lint.Suggest(arg, commandNames()); command != "" && errors.Is(err, errNotFound) {
			err = fmt.Errorf("%w; did you mean the command `%s`?", err, command)
		}
		w.problems = append(w.problems, err)
		return
	}
	if !info.IsDir() {
		w.take(file{path: filepath.ToSlash(filepath.Clean(arg)), abs: abs, named: true})
		w.folders = append(w.folders, filepath.Dir(abs))
		return
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		w.problem(arg, err)
		return
	}
	shown := filepath.Clean(arg)
	if filepath.IsAbs(shown) {
		// What is found in a folder is shown relative to the current folder.
		if cwd, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(cwd, shown); err == nil {
				shown = rel
			}
		}
	}
	w.roots = append(w.roots, real)
	w.walk(folder{shown, abs, real, ignoresAbove(abs)})
}

func (w *walker) take(f file) {
	if i, known := w.byAbs[f.abs]; known {
		if f.named && !w.files[i].named {
			w.files[i] = f
		}
		return
	}
	w.byAbs[f.abs] = len(w.files)
	w.files = append(w.files, f)
}

func (w *walker) walk(dir folder) {
	if w.seen[dir.real] {
		return
	}
	w.seen[dir.real] = true
	w.folders = append(w.folders, dir.abs)
	entries, err := os.ReadDir(dir.abs)
	if err != nil {
		w.problem(dir.shown, err)
	}
	var dots []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			dots = append(dots, e.Name())
		}
	}
	if err == nil {
		w.dots[dir.abs] = dots
	}
	if slices.Contains(dots, ".gitignore") {
		dir.ignore = dir.ignore.in(dir.abs)
	}
	for _, e := range entries {
		sub := folder{filepath.Join(dir.shown, e.Name()), filepath.Join(dir.abs, e.Name()), filepath.Join(dir.real, e.Name()), dir.ignore}
		switch mode := e.Type(); {
		case dir.ignore.match(sub.abs, mode.IsDir()):
		case mode.IsDir():
			if !skipped(e.Name()) && !slices.Contains(systemFolders, sub.real) {
				w.walk(sub)
			}
		case mode&fs.ModeSymlink != 0:
			w.links = append(w.links, sub)
		case mode.IsRegular() && candidate(e.Name()):
			w.seen[sub.real] = true
			w.take(file{path: filepath.ToSlash(sub.shown), abs: sub.abs})
		}
	}
}

// followLinks visits what symbolic links lead to and the walk has not met by itself. It runs last, so
// that a file is shown under its own name where it has one.
func (w *walker) followLinks() {
	for len(w.links) > 0 {
		links := w.links
		w.links = nil
		for _, link := range links {
			real, err := filepath.EvalSymlinks(link.abs)
			if err != nil || w.seen[real] || w.aboveRoot(real) {
				continue // leads nowhere, to what is known, or out of the tree and back to it
			}
			info, err := os.Stat(real)
			switch {
			case err != nil:
			case info.IsDir():
				if !skipped(filepath.Base(link.abs)) && !skipped(filepath.Base(real)) {
					w.walk(folder{link.shown, link.abs, real, nil})
				}
			case info.Mode().IsRegular() && candidate(filepath.Base(link.abs)):
				w.seen[real] = true
				w.take(file{path: filepath.ToSlash(link.shown), abs: link.abs})
			}
		}
	}
}

// asFound returns the files as if those that are named had been found in a folder: what is no policy file
// and what the configuration ignores is passed over. In which folder a file lies, and whether a
// `.gitignore` excludes it, does not matter: it was committed, and so it is meant.
func asFound(files []file) []file {
	var found []file
	for _, f := range files {
		if f.named && !f.stdin {
			if !candidate(f.path) {
				continue
			}
			f.named = false
		}
		found = append(found, f)
	}
	return found
}

// aboveRoot reports whether a folder on the command line is or lies in dir.
func (w *walker) aboveRoot(dir string) bool {
	return slices.ContainsFunc(w.roots, func(root string) bool {
		return root == dir || strings.HasPrefix(root, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
	})
}

func (w *walker) problem(path string, err error) {
	w.problems = append(w.problems, describe(path, err))
}

// systemFolders hold no files of anybody's, and some have no end. They are searched only by name.
var systemFolders = []string{"/dev", "/proc", "/sys"}

// skipped reports whether the walk never enters a folder of that name.
func skipped(name string) bool {
	return name == ".git" || name == "node_modules" || name == "vendor"
}

// candidate reports whether a file found in a folder may be a policy file, by its name.
func candidate(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

var errNotFound = errors.New("no such file or folder")

// describe says what is wrong with a path: the path as the user knows it, then the reason.
func describe(path string, err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errNotFound
	}
	if path == "" {
		path = "``"
	}
	return fmt.Errorf("%s: %w", filepath.ToSlash(path), err)
}
