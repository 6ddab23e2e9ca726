package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/forgelint/forgelint/lint"
)

// fingerprints gives findings identities that stay when lines are inserted or moved elsewhere in the
// file. One value serves one report, in its order.
type fingerprints map[string]int

// of returns the identity of a finding: a hash of the file, the rule, the place in the document
// without the numbers of items, and the text of the line; findings that agree in all of these are
// told apart by their order.
func (seen fingerprints) of(path string, f File, d lint.Diagnostic) string {
	line := f.Text.LineSpan(f.Text.Position(d.Span.Start).Line)
	key := strings.Join([]string{path, d.Code, lint.WithoutIndexes(d.Path), strings.TrimSpace(f.Text.Text[line.Start:line.End])}, "\x00")
	n := seen[key]
	seen[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, n))
	return hex.EncodeToString(sum[:16])
}
