package lint

import "strings"

// normaliseHost reads a host as domain_allowlist does (rules reference, "How the host is parsed"): of a
// URL the authority, without user, port, letter case and one trailing dot. ok is false for what is no
// plain DNS name: it equals no host.
func normaliseHost(entry string) (host string, ok bool) {
	if _, rest, url := strings.Cut(entry, "://"); url {
		entry = rest
	}
	if end := strings.IndexAny(entry, "/?#"); end >= 0 {
		entry = entry[:end]
	}
	for _, r := range entry {
		if r == '\\' || r <= ' ' || r >= 0x7f {
			return "", false
		}
	}
	if strings.Count(entry, "@") > 1 {
		return "", false
	}
	host = strings.ToLower(entry[strings.LastIndexByte(entry, '@')+1:])
	port := ""
	if strings.HasPrefix(host, "[") {
		end := strings.IndexByte(host, ']')
		if end < 0 {
			return "", false
		}
		host, port = host[:end+1], strings.TrimPrefix(host[end+1:], ":")
		return host, isDigits(port)
	}
	if i := strings.LastIndexByte(host, ':'); i >= 0 {
		host, port = host[:i], host[i+1:]
	}
	host = strings.TrimSuffix(host, ".")
	if !isDigits(port) {
		return "", false
	}
	for _, label := range strings.Split(host, ".") {
		if !isLabel(label) {
			return "", false
		}
	}
	return host, true
}

// isLabel reports whether a text is a label of a DNS name: letters, digits and inner hyphens.
func isLabel(label string) bool {
	for i := range len(label) {
		c := label[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' && i > 0 && i < len(label)-1) {
			return false
		}
	}
	return label != ""
}

func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }
