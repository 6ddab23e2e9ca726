package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignores are the patterns of the `.gitignore` files that hold in a folder, the stronger ones last
// (gitignore(5)). Only files in the tree count, not the user's own settings, so that everybody gets
// the same findings.
type ignores []ignorePattern

// ignorePattern is one line of a `.gitignore`.
type ignorePattern struct {
	dir      string // absolute folder of the file
	glob     string
	anchored bool // glob is a path from dir; else the name of an entry anywhere below
	dirOnly  bool
	negated  bool // takes back what a pattern before it excludes
}

// ignoresAbove returns the patterns that hold in the folder abs from the folders above it, up to the
// root of its repository. They do not count for a folder that they exclude itself: it was asked for.
func ignoresAbove(abs string) ignores {
	root := repositoryRoot(abs)
	if root == "" || root == abs {
		return nil
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil {
		return nil
	}
	var g ignores
	dir := root
	for name := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		g = g.in(dir)
		dir = filepath.Join(dir, name)
		if g.match(dir, true) {
			return nil
		}
	}
	return g
}

// in adds the patterns of the folder's own `.gitignore`.
func (g ignores) in(dir string) ignores {
	raw, err := os.ReadFile(filepath.Join(dir, ".gitignore"))
	if err != nil {
		return g
	}
	g = slices.Clip(g)
	for line := range strings.Lines(strings.TrimPrefix(string(raw), "\ufeff")) {
		if p, ok := parseIgnore(strings.TrimRight(line, "\r\n")); ok {
			p.dir = dir
			g = append(g, p)
		}
	}
	return g
}

func parseIgnore(line string) (p ignorePattern, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = strings.TrimSuffix(line, " ")
	}
	if line == "" || strings.HasPrefix(line, "#") {
		return p, false
	}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.anchored = strings.Contains(line, "/")
	p.glob = strings.TrimPrefix(line, "/")
	if strings.HasSuffix(p.glob, "/**") {
		p.glob += "/*" // what is in the folder, and not the folder itself
	}
	// Braces mean themselves here, unlike in other globs.
	p.glob = braceEscaper.Replace(p.glob)
	return p, p.glob != ""
}

var braceEscaper = strings.NewReplacer(`\\`, `\\`, `\{`, `\{`, `\}`, `\}`, `{`, `\{`, `}`, `\}`)

// match reports whether an entry of the tree is excluded. Nothing is asked of what lies in an
// excluded folder: the walk does not enter it.
func (g ignores) match(abs string, isDir bool) bool {
	for _, p := range slices.Backward(g) {
		if p.dirOnly && !isDir {
			continue
		}
		name := filepath.Base(abs)
		if p.anchored {
			name = filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(abs, p.dir), string(filepath.Separator)))
		}
		// A pattern that is none excludes nothing.
		if ok, err := doublestar.Match(p.glob, name); ok && err == nil {
			return !p.negated
		}
	}
	return false
}

// repositoryRoot returns the nearest folder at or above abs that holds `.git`, or "".
func repositoryRoot(abs string) string {
	for dir := abs; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
