package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// ignores are the patterns of the `.gitignore` files that hold in a folder. Only files in the tree
// count, not the user's own settings, so that everybody gets the same findings.
type ignores struct {
	base     string // absolute folder that the patterns' domains start from
	patterns []gitignore.Pattern
}

// ignoresAbove returns the patterns that hold in the folder abs from the folders above it, up to the
// root of its repository. They do not count for a folder that they exclude itself: it was asked for.
func ignoresAbove(abs string) ignores {
	root := repositoryRoot(abs)
	if root == "" || root == abs {
		return ignores{}
	}
	g := ignores{base: root}
	rel, err := filepath.Rel(root, abs)
	if err != nil {
		return ignores{}
	}
	dir := root
	for _, name := range strings.Split(rel, string(filepath.Separator)) {
		g = g.in(dir)
		dir = filepath.Join(dir, name)
		if g.match(dir, true) {
			return ignores{}
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
	if g.base == "" {
		g.base = dir
	}
	domain := g.split(dir)
	g.patterns = slices.Clip(g.patterns)
	for line := range strings.Lines(strings.TrimPrefix(string(raw), "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		g.patterns = append(g.patterns, gitignore.ParsePattern(strings.ReplaceAll(line, "[!", "[^"), domain))
	}
	return g
}

// match reports whether the path, below base, is excluded.
func (g ignores) match(abs string, isDir bool) bool {
	if len(g.patterns) == 0 {
		return false
	}
	return gitignore.NewMatcher(g.patterns).Match(g.split(abs), isDir)
}

// split returns the names of the path from base on.
func (g ignores) split(abs string) []string {
	rel := strings.Trim(strings.TrimPrefix(abs, g.base), string(filepath.Separator))
	if rel == "" {
		return nil
	}
	return strings.Split(rel, string(filepath.Separator))
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
