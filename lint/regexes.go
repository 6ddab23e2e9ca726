package lint

import (
	"strings"
	"sync"

	"github.com/forgelint/forgelint/syntax/regex"
)

// regexes are patterns that were parsed: the files of a folder, the policies of a manifest and the
// versions of an edited file have most of theirs in common. What is learned of one stays with it.
var regexes struct {
	sync.Mutex
	parsed map[regexKey]parsedRegex
	bytes  int // of all patterns together
}

// maxRegexes bounds the patterns that are kept, in bytes: their trees take some hundred times as much.
const maxRegexes = 16 << 10

type regexKey struct {
	pattern string
	dialect regex.Dialect
}

type parsedRegex struct {
	re  *regex.Regexp // nil if the engine refuses the pattern
	err *regex.Error
}

// parseRegex does what regex.Parse does, once for each pattern.
func parseRegex(pattern string, dialect regex.Dialect) (*regex.Regexp, *regex.Error) {
	key := regexKey{pattern, dialect}
	regexes.Lock()
	known, ok := regexes.parsed[key]
	regexes.Unlock()
	if ok {
		return known.re, known.err
	}
	pattern = strings.Clone(pattern) // a part of the file's text would keep all of it
	re, err := regex.Parse(pattern, dialect)
	if len(pattern) > maxRegexes {
		return re, err
	}
	regexes.Lock()
	defer regexes.Unlock()
	if regexes.bytes += len(pattern); regexes.parsed == nil || regexes.bytes > maxRegexes {
		regexes.parsed, regexes.bytes = map[regexKey]parsedRegex{}, len(pattern)
	}
	regexes.parsed[regexKey{pattern, dialect}] = parsedRegex{re, err}
	return re, err
}
