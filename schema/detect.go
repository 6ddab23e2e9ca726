package schema

import (
	"bytes"
	"path"
	"strings"

	"github.com/forgelint/forgelint/syntax"
)

// Detection says which format a file has and why.
type Detection struct {
	Format *Format // nil: none of ours
	Why    string  // "path behaviors/<id>/behavior.yaml", "content", "configuration", "first line"
	// Unknown is the format that the first line asks for and that there is none of; "" otherwise.
	Unknown     string
	UnknownSpan syntax.Span
}

// Detect finds the format of a file by its first-line directive, path and content. The
// configuration's `formats` come before it. path uses `/`.
func Detect(name string, tree *syntax.Tree) Detection {
	var d Detection
	if id, span, ok := directive(tree); ok {
		if f := Lookup(id); f != nil {
			return Detection{Format: f, Why: "first line"}
		}
		d.Unknown, d.UnknownSpan = id, span
	}
	root := tree.Docs[0].Resolve()
	id, why := byPath(strings.ReplaceAll(name, "\\", "/"), root, tree)
	if id == "" {
		id, why = byContent(root), "content"
	}
	if id != "" {
		d.Format, d.Why = Lookup(id), why
	}
	return d
}

// contentWords are words of which every file holds one that is recognised by its content or by its
// first line.
var contentWords = []string{"schema_version", "policies", "steps", "rule_type", "agent-behavior-", "side_effect", "forgelint:"}

// MayDetect reports whether Detect could recognise a file, without parsing it: false is certain. Text
// in another encoding than UTF-8 and escapes in it may hide the words.
func MayDetect(name string, raw []byte) bool {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, "\\", "/")))
	switch {
	case base == ".forgelint.yaml", strings.HasPrefix(base, "behavior."), strings.HasPrefix(base, "index."):
		return true
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return true
	}
	for _, word := range contentWords {
		if bytes.Contains(raw, []byte(word)) {
			return true
		}
	}
	return bytes.Contains(raw, []byte(`\u`)) || bytes.Contains(raw, []byte(`\x`)) || bytes.Contains(raw, []byte(`\U`))
}

// directive reads `# forgelint: format=FORMAT` in the first line.
func directive(tree *syntax.Tree) (id string, at syntax.Span, ok bool) {
	text := tree.File.Text
	start := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	line := text[start:]
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	if !strings.HasPrefix(line, "#") {
		return "", at, false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(line[1:], " \t"), "forgelint:")
	if !ok {
		return "", at, false
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "format=")
	if !ok {
		return "", at, false
	}
	begin := start + len(line) - len(rest)
	id = rest
	if i := strings.IndexAny(rest, " \t"); i >= 0 {
		id = rest[:i]
	}
	return id, syntax.Span{Start: begin, End: begin + len(id)}, true
}

// byPath goes by the table of CONTRACT.md.
func byPath(name string, root *syntax.Node, tree *syntax.Tree) (id, why string) {
	dirs := strings.Split(path.Dir(name), "/")
	base := strings.ToLower(path.Base(name))
	stem, ext := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	if base == ".forgelint.yaml" {
		return "config", "path .forgelint.yaml"
	}
	if ext != ".yaml" && ext != ".yml" && ext != ".json" {
		return "", ""
	}
	parent, above := dirs[len(dirs)-1], ""
	if len(dirs) > 1 {
		above = dirs[len(dirs)-2]
	}
	switch {
	case stem == "behavior" && above == "behaviors" && !otherBehaviors(root):
		return "behavior", "path behaviors/<id>/behavior" + ext
	case stem == "index" && parent == "behaviors":
		return "behavior-index", "path behaviors/index" + ext
	}
	if d := manifestFolder(dirs); d != "" && (has(root, "policies") || lost(tree, "policies")) && !otherPolicies(root) {
		return "kyvvu-manifest", "`policies` in a folder " + d
	}
	return "", ""
}

// manifestFolder returns the folder of a path that is meant for manifests, "" without one. The path
// may be absolute: a folder far above says nothing of the file.
func manifestFolder(dirs []string) string {
	for _, d := range dirs[max(0, len(dirs)-3):] {
		if d == "manifests" || d == "policies" {
			return d
		}
	}
	return ""
}

// Expected returns the format that a file, which Detect does not recognise, is about to have: it
// lies where files of the format do, or is JSON, and it holds nothing yet or only keys of the format. nil
// without one.
func Expected(name string, tree *syntax.Tree) *Format {
	name = strings.ReplaceAll(name, "\\", "/")
	base := strings.ToLower(path.Base(name))
	ext := path.Ext(base)
	var f *Format
	switch {
	case ext != ".yaml" && ext != ".yml" && ext != ".json":
		return nil
	case manifestFolder(strings.Split(path.Dir(name), "/")) != "":
		f = Lookup("kyvvu-manifest")
	case ext == ".json" && strings.Contains(base, "trace"):
		f = Lookup("agent-trace")
	case ext == ".json":
		f = Lookup("agent-contract")
	default:
		return nil
	}
	root := tree.Docs[0].Resolve()
	if is(root, syntax.Sequence) {
		return nil
	}
	if root != nil {
		for _, p := range root.Pairs {
			if unfinished := p.Value == nil || p.Value.Span.Len() == 0; !unfinished && f.Root.Field(p.Key.Value) == nil {
				return nil
			}
		}
	}
	return f
}

// lost reports whether a key stands at the root of a text that could not be read where it is: a fault
// in its value may have cost the entry.
func lost(tree *syntax.Tree, key string) bool {
	if len(tree.Errors) == 0 {
		return false
	}
	text := tree.File.Text
	for i := strings.Index(text, key+":"); i >= 0; {
		if i == 0 || text[i-1] == '\n' || text[i-1] == '\r' {
			return true
		}
		next := strings.Index(text[i+1:], key+":")
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// otherBehaviors recognises a `behavior.yaml` of another tool: its `behaviors` are a mapping.
func otherBehaviors(root *syntax.Node) bool {
	return is(root.Get("behaviors"), syntax.Mapping) &&
		!has(root, "schema_version") && !has(root, "policy") && !has(root, "id")
}

// otherPolicies recognises the files of other tools that also keep `policies` in such folders:
// Kubernetes objects, and Cloud Custodian, whose policies have a `resource` and no rule.
func otherPolicies(root *syntax.Node) bool {
	if has(root, "apiVersion") && has(root, "kind") {
		return true
	}
	list := root.Get("policies")
	if !is(list, syntax.Sequence) {
		return false
	}
	resource := false
	for _, item := range list.Items {
		for _, key := range []string{"rule_type", "enforcement_point", "severity", "params", "scope"} {
			if has(item, key) {
				return false
			}
		}
		resource = resource || has(item, "resource")
	}
	return resource
}

// byContent goes by the table of CONTRACT.md.
func byContent(root *syntax.Node) string {
	if bareManifest(root) {
		return "kyvvu-manifest"
	}
	if !is(root, syntax.Mapping) {
		return ""
	}
	if has(root, "schema_version") {
		if has(root, "policy") {
			return "behavior"
		}
		if is(root.Get("behaviors"), syntax.Sequence) {
			return "behavior-index"
		}
	}
	if anyItem(root.Get("policies"), "rule_type", "enforcement_point") && !(has(root, "apiVersion") && has(root, "kind")) {
		return "kyvvu-manifest"
	}
	for _, pair := range root.Pairs { // the policies under a key that is misspelt
		if pair.Value != nil && bareManifest(pair.Value.Resolve()) {
			return "kyvvu-manifest"
		}
	}
	if steps := root.Get("steps"); is(steps, syntax.Sequence) {
		if anyItem(steps, "kind") || is(root.Get("agent"), syntax.Mapping) {
			return "kyvvu-steps"
		}
	}
	if s := root.Get("schema"); s != nil && s.Kind == syntax.Scalar {
		switch name := s.Value; { // a misspelt version is a finding
		case strings.HasPrefix(name, "agent-behavior-contract"):
			return "agent-contract"
		case strings.HasPrefix(name, "agent-behavior-trace"):
			return "agent-trace"
		}
	}
	if anyItem(root.Get("clauses"), "side_effect") {
		return "agent-contract"
	}
	return ""
}

// bareManifest recognises the policies of a manifest without the key that they belong under.
func bareManifest(root *syntax.Node) bool {
	return anyItem(root, "rule_type") && anyItem(root, "enforcement_point")
}

// anyItem reports whether an item of the list has one of the keys.
func anyItem(list *syntax.Node, keys ...string) bool {
	if !is(list, syntax.Sequence) {
		return false
	}
	for _, item := range list.Items {
		for _, key := range keys {
			if has(item, key) {
				return true
			}
		}
	}
	return false
}

func is(n *syntax.Node, k syntax.Kind) bool { return n != nil && n.Kind == k }

func has(n *syntax.Node, key string) bool { return n.Get(key) != nil }
