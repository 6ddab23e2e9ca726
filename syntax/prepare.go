package syntax

import (
	"regexp"
	"strings"
)

// prepareYAML hides from yaml.v3, at the same length, what it refuses and PyYAML reads: `\/` and
// halves of surrogate pairs in double quotes, and directives such as `%YAML 1.2`. It may change other text too: values
// are read from the source, yaml.v3 only says what the structure is.
func prepareYAML(src string) string {
	if strings.Contains(src, `\/`) || strings.Contains(src, `\ud`) || strings.Contains(src, `\uD`) {
		src = hideEscapes(src)
	}
	if strings.HasPrefix(strings.TrimPrefix(src, byteOrderMark), "%") || strings.Contains(src, "\n%") {
		src = hideDirectives(src)
	}
	return src
}

func hideEscapes(src string) string {
	text := []byte(src)
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		switch c := text[i+1]; {
		case c == '/':
			text[i] = '/'
		case c == 'u' && i+3 < len(text) && text[i+2]|0x20 == 'd' && text[i+3] >= '8':
			text[i] = '_'
		}
		i++
	}
	return string(text)
}

var (
	versionDirective = regexp.MustCompile(`^%YAML +1\.[0-9]+ *(#.*)?$`)
	otherDirective   = regexp.MustCompile(`^%[0-9A-Za-z_-]+( .*)?$`)
)

// hideDirectives makes comments of the directives that PyYAML takes, if a `---` stands below them:
// one version, and any that it does not know.
func hideDirectives(src string) string {
	text := []byte(src)
	var found []int
	versions := 0
	prefix := true // before the first token of a document
	for i := 0; i < len(src); {
		end := lineEnd(src, i)
		line := strings.TrimPrefix(src[i:end], byteOrderMark)
		start := end - len(line)
		switch trimmed := strings.TrimLeft(line, " "); {
		case isDocumentMarker(line, 0):
			if prefix && line[0] == '-' && versions < 2 {
				for _, at := range found {
					text[at] = '#'
				}
			}
			prefix, found, versions = line[0] == '.', nil, 0
		case !prefix || trimmed == "" || trimmed[0] == '#':
		case line[0] != '%':
			prefix = false
		case strings.HasPrefix(line, "%YAML ") || line == "%YAML":
			if versions++; versionDirective.MatchString(line) {
				found = append(found, start)
			}
		case otherDirective.MatchString(line) && !strings.HasPrefix(line, "%TAG ") && line != "%TAG":
			found = append(found, start)
		}
		i = end + breakLen(src, end)
	}
	return string(text)
}
