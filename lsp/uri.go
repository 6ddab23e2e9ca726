package lsp

import (
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/uri"
)

// A client writes the same URI in its own way: `file:///C:/a b` and `file:///c%3A/a%20b` are one
// file. The uri package gives every URI one canonical form, which is the key of our maps; replies
// carry the client's own spelling, because some clients compare it as text.

// filePath returns the absolute path of a file URI, "" for every other scheme: nothing of those is
// ever looked for on disk.
func filePath(u uri.URI) string {
	if !u.IsFile() {
		return ""
	}
	return filepath.Clean(u.FsPath())
}

// displayPath returns what stands for a document's path where it is no file: the path of the URI.
func displayPath(u uri.URI) string {
	if u.IsFile() {
		return filepath.ToSlash(filePath(u))
	}
	return strings.TrimPrefix(u.Path(), "/")
}

// spelledURI finds `textDocument.uri` in the parameters of a message as the client wrote it.
func spelledURI(params []byte) string {
	document := member(params, "textDocument")
	value := jsontext.Value(member(document, "uri"))
	if value.Kind() != '"' {
		return ""
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return ""
	}
	return string(text)
}

// member returns the raw value of a member of a JSON object, nil without one.
func member(object []byte, name string) []byte {
	decoder := jsontext.NewDecoder(strings.NewReader(string(object)), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if token, err := decoder.ReadToken(); err != nil || token.Kind() != '{' {
		return nil
	}
	for decoder.PeekKind() == '"' {
		token, err := decoder.ReadToken()
		if err != nil {
			return nil
		}
		found := token.String() == name
		value, err := decoder.ReadValue()
		if err != nil {
			return nil
		}
		if found {
			return value.Clone()
		}
	}
	return nil
}

// spellings knows how the client writes URIs, to write those of other files in the same way.
type spellings []struct{ path, uri string }

// of returns the URI of an absolute path: the client's own for a document or folder it named, for
// others its spelling of the nearest folder above, and below it what remains in canonical form.
func (s spellings) of(path string) uri.URI {
	path = filepath.ToSlash(path)
	best, spelled := "", ""
	for _, known := range s {
		dir, u := known.path, known.uri
		for dir != "" && u != "" {
			if dir == path {
				return uri.URI(u)
			}
			if len(dir) > len(best) && strings.HasPrefix(path, dir+"/") {
				best, spelled = dir, u
			}
			// Both lose their last segment; they have the same ones, differently written.
			i, j := strings.LastIndexByte(dir, '/'), strings.LastIndexByte(u, '/')
			if i <= 0 || j < len("file:///") {
				break
			}
			dir, u = dir[:i], u[:j]
		}
	}
	if best == "" {
		return uri.File(filepath.FromSlash(path))
	}
	rest := strings.TrimPrefix(string(uri.FileFor(uri.PlatformPOSIX, path[len(best):])), "file://")
	return uri.URI(spelled + rest)
}

// add records how the client wrote the URI of a path.
func (s spellings) add(path, spelled string) spellings {
	if path == "" {
		return s
	}
	return append(s[:len(s):len(s)], struct{ path, uri string }{strings.TrimSuffix(filepath.ToSlash(path), "/"), strings.TrimSuffix(spelled, "/")})
}
