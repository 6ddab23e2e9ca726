package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// file is a file that may be linted.
type file struct {
	path  string // as it is shown, with `/`
	abs   string
	named bool // on the command line: it is linted whatever its name, and must be a policy file
}

// complain prints an error on stderr.
func complain(w io.Writer, err error) { fmt.Fprintf(w, "forgelint: %v\n", err) }

// discover finds the candidates among the files and folders named on the command line, sorted by
// path, each once.
func discover(args []string) ([]file, []error) {
	var files []file
	var problems []error
	for _, arg := range args {
		abs, err := filepath.Abs(arg)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		info, err := os.Stat(arg)
		if err != nil {
			problems = append(problems, describe(arg, err))
			continue
		}
		if !info.IsDir() {
			files = append(files, file{filepath.ToSlash(filepath.Clean(arg)), abs, true})
			continue
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				problems = append(problems, describe(path, err))
				return nil
			}
			if d.IsDir() {
				if path != arg && skipped(d.Name()) {
					return fs.SkipDir
				}
				return nil
			}
			if candidate(d.Name()) {
				abs, err := filepath.Abs(path)
				if err != nil {
					return err
				}
				files = append(files, file{filepath.ToSlash(filepath.Clean(path)), abs, false})
			}
			return nil
		})
		if err != nil {
			problems = append(problems, err)
		}
	}
	slices.SortStableFunc(files, func(a, b file) int { return cmp.Compare(a.path, b.path) })
	return files, problems
}

func skipped(folder string) bool {
	return folder == ".git" || folder == "node_modules" || folder == "vendor"
}

func candidate(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

// describe says what is wrong with a path in the user's words.
func describe(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file or folder", path)
	}
	return fmt.Errorf("%s: %w", path, err)
}
