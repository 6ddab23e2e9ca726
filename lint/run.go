package lint

import "github.com/forgelint/forgelint/schema"

// Parse reads a file into a Document: tree, format and places. format may be nil: it is detected.
func Parse(path, abs string, raw []byte, format *schema.Format) *Document { panic("not yet") }

// Rules returns all rules, sorted by code.
func Rules() []*Rule { panic("not yet") }

// Run runs the rules over a document and returns the diagnostics sorted by place, then code, with
// severities as cfg sets them. A rule that panics costs its own findings only; the panic is in err.
func Run(doc *Document, cfg *Config, ws *Workspace) (Result, error) { panic("not yet") }

// Result is what a run found.
type Result struct {
	Diagnostics []Diagnostic
	Hidden      []Diagnostic // suppressed
}

// Config is the configuration that holds for a file.
type Config struct{}

// Workspace answers questions about other files: open buffers first, then disk.
type Workspace struct{}
