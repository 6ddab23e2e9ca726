package report

import (
	"net/url"
	"path/filepath"
	"strings"
)

// relative returns a path as tools that read it from the repository want it: relative to the current
// folder where it lies below that, with `/`. ok: it is such a path.
func (r *Report) relative(path string) (rel string, ok bool) {
	rel = filepath.FromSlash(path)
	if filepath.IsAbs(rel) && r.Folder != "" {
		if below, err := filepath.Rel(r.Folder, rel); err == nil && filepath.IsLocal(below) {
			rel = below
		}
	}
	return filepath.ToSlash(rel), filepath.IsLocal(rel)
}

// uri returns a path as a URI: a relative reference below the current folder, else a file URI.
// relative: it is the former.
func (r *Report) uri(path string) (uri string, relative bool) {
	rel, ok := r.relative(path)
	if ok {
		u := url.URL{Path: rel}
		// A colon in the first segment would read as the end of a scheme; URL.String puts `./` before it.
		return strings.ReplaceAll(strings.TrimPrefix(u.String(), "./"), ":", "%3A"), true
	}
	abs := filepath.FromSlash(path)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(r.Folder, abs)
	}
	slash := filepath.ToSlash(abs)
	if !strings.HasPrefix(slash, "/") {
		slash = "/" + slash // a drive
	}
	return (&url.URL{Scheme: "file", Path: slash}).String(), false
}
