// Package deps holds the requirements of go.mod in place until each has its user.
package deps

import (
	_ "github.com/bmatcuk/doublestar/v4"
	_ "github.com/fsnotify/fsnotify"
	_ "github.com/go-git/go-git/v5/plumbing/format/gitignore"
	_ "github.com/go-json-experiment/json/jsontext"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/spf13/cobra"
	_ "github.com/spf13/cobra/doc"
	_ "go.lsp.dev/jsonrpc2"
	_ "go.lsp.dev/protocol"
	_ "go.lsp.dev/uri"
	_ "go.yaml.in/yaml/v4"
	_ "golang.org/x/term"
	_ "golang.org/x/tools/txtar"
	_ "gopkg.in/yaml.v3"
)
