package syntax

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/forgelint/forgelint/internal/parallel"
)

// A large file is nearly always one long list under a key of the root: the policies of a manifest.
// Each item of such a list starts on a line of its own, where the parser is in no quotes, brackets or
// block. So the file is cut there into sections that are read by themselves: side by side, and after
// an edit only the one that it touched. A section with a fault is read item by item. What that could
// change is not read in sections: a text with anchors, with directives, of several documents, or with
// a fault outside the list.

// sectionSize is the least size of a section, in bytes: reading one takes about a millisecond. It is a
// variable for the tests.
var sectionSize = 32 << 10

// manySections is how many of them a list has to have.
const manySections = 4

// sections are the parts of a tree that was read in sections.
type sections struct {
	column int // of the dashes
	all    []*section
}

// A section is some consecutive items of the list, with what stands between them: from the start of the
// line of the first one's dash to the line of the next section's dash, or to the end of the list.
type section struct {
	span     Span
	items    []*Node // nil: not read yet
	comments []Comment
	faults   []Error
	broken   bool     // items may be missing, or what stands around them
	open     bool     // what follows decides whether the section can be read by itself
	room     room     // that the items take; zero if not known
	from     *section // taken over from another tree, where it stands elsewhere; nil for others
}

// Reparse reads a text that is an edited form of old's. The tree is the one that ParseFile makes; parts
// that did not change are taken over from old, which stays as it is.
func Reparse(old *Tree, file *File) *Tree {
	if old.sections == nil || file.Name != old.File.Name || !mayHaveSections(file) {
		return ParseFile(file)
	}
	if tree := old.sections.reread(old.File.Text, file); tree != nil {
		return tree
	}
	return ParseFile(file)
}

// parseSections reads a file in sections; it returns nil for one that has to be read as a whole.
func parseSections(file *File) *Tree {
	if !mayHaveSections(file) {
		return nil
	}
	list, column := findList(file.Text, Span{})
	if list.Len() == 0 {
		return nil
	}
	return assemble(file, column, cutSections(nil, file.Text, list, column))
}

func mayHaveSections(file *File) bool {
	text := file.Text
	return len(text) >= manySections*sectionSize && file.raw == rawUTF8 &&
		strings.Count(text, "\r") == strings.Count(text, "\r\n") &&
		!strings.Contains(text, "\u0085") && !strings.Contains(text, "\u2028") && !strings.Contains(text, "\u2029")
}

// findList returns the first list under a key of the root that is long enough to be cut, from the start of
// the line of its first dash to the start of the line that ends it, and the column of its dashes. known is
// a list of which only has to be found that it is the one; it may be empty.
func findList(text string, known Span) (list Span, column int) {
	key := false // the last line with something on it may be a key without a value
	for at := 0; at < len(text); {
		next := nextLine(text, at)
		line := text[at:next]
		trimmed := strings.TrimLeft(line, " ")
		indent := len(line) - len(trimmed)
		switch {
		case emptyLine(trimmed) || trimmed[0] == '#':
		case key && isDash(trimmed):
			list := known
			if at != known.Start {
				list = Span{at, listEnd(text, at, indent)}
			}
			if list.Len() >= manySections*sectionSize {
				return list, indent
			}
			next, key = list.End, false
		default:
			value, _, _ := strings.Cut(line, " #")
			key = indent == 0 && strings.HasSuffix(strings.TrimRight(value, " \r\n"), ":")
		}
		at = next
	}
	return Span{}, 0
}

// listEnd returns the start of the first line at or behind an offset that is no part of a list with its
// dashes in that column, or the end of the text.
func listEnd(text string, at, column int) int {
	for at < len(text) {
		next := nextLine(text, at)
		line := text[at:next]
		trimmed := strings.TrimLeft(line, " ")
		indent := len(line) - len(trimmed)
		if !emptyLine(trimmed) && trimmed[0] != '#' && (indent < column || indent == column && !isDash(trimmed)) {
			return at
		}
		at = next
	}
	return at
}

// cutSections appends the sections of a list, or of a part of it that starts with a dash.
func cutSections(all []*section, text string, list Span, column int) []*section {
	for _, span := range cut(text, list, column, sectionSize) {
		all = append(all, &section{span: span})
	}
	return all
}

// cut cuts a list, or a part of it that starts with a dash, before its items, into parts of at least so many bytes.
func cut(text string, list Span, column, least int) []Span {
	var parts []Span
	start := list.Start
	for at := min(start+least, list.End); at < list.End; {
		at = nextLine(text, at)
		if at < list.End && startsItem(text[at:], column) {
			parts = append(parts, Span{start, at})
			start, at = at, min(at+least, list.End)
		}
	}
	return append(parts, Span{start, list.End})
}

// startsItem reports whether a line starts with a dash in that column.
func startsItem(line string, column int) bool {
	return skipBlank(line, 0, len(line), false) == column && isDash(line[column:])
}

func nextLine(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

func emptyLine(line string) bool { return strings.Trim(line, " \t\r\n") == "" }

func isDash(line string) bool { return strings.HasPrefix(line, "-") && endsToken(line, 1) }

// reread reads an edited text: the sections that the edit touched, and what stands around the list. It
// returns nil if that is not enough.
func (p *sections) reread(old string, file *File) *Tree {
	text := file.Text
	same := commonPrefix(old, text)
	rest := min(commonSuffix(old, text), len(old)-same, len(text)-same)
	moved := len(text) - len(old)
	// The sections from first to last, not included, are touched.
	first, last := 0, len(p.all)
	for first < len(p.all) && p.all[first].span.End <= same {
		first++
	}
	for last > first && p.all[last-1].span.Start >= len(old)-rest {
		last--
	}
	if first == last && first > 0 && p.all[first-1].span.End == same {
		first-- // put in between two
	}
	var all []*section
	for _, part := range p.all[:first] {
		all = append(all, part.again(0))
	}
	if first < last {
		touched := Span{p.all[first].span.Start, p.all[last-1].span.End}
		if same < touched.Start || len(old)-rest > touched.End {
			return nil // not within the list
		}
		touched.End += moved
		if touched.Len() <= 0 || !startsItem(text[touched.Start:], p.column) || listEnd(text[:touched.End], touched.Start, p.column) != touched.End ||
			touched.End < len(text) && text[touched.End-1] != '\n' {
			return nil
		}
		all = cutSections(all, text, touched, p.column)
	}
	for _, part := range p.all[last:] {
		all = append(all, part.again(moved))
	}
	list := listOf(all)
	if found, column := findList(text, list); found != list || column != p.column || listEnd(text, list.End, column) != list.End {
		return nil
	}
	return assemble(file, p.column, all)
}

// listOf returns what the sections are of.
func listOf(all []*section) Span { return Span{all[0].span.Start, all[len(all)-1].span.End} }

// again returns a section for an edited text in which it stands by so many bytes further on.
func (p *section) again(by int) *section {
	switch {
	case p.open:
		return &section{span: p.span.moved(by)}
	case by != 0:
		return &section{span: p.span.moved(by), from: p}
	}
	return p
}

// commonPrefix returns how many bytes a and b have in common at their start.
func commonPrefix(a, b string) int {
	const step = 4096
	n := min(len(a), len(b))
	i := 0
	for i+step <= n && a[i:i+step] == b[i:i+step] {
		i += step
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

func commonSuffix(a, b string) int {
	const step = 4096
	n := min(len(a), len(b))
	i := 0
	for i+step <= n && a[len(a)-i-step:len(a)-i] == b[len(b)-i-step:len(b)-i] {
		i += step
	}
	for i < n && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	return i
}

// assemble makes the tree of a file from the sections of its list, reading those that have no items yet. It
// returns nil if the file has to be read as a whole.
func assemble(file *File, column int, all []*section) *Tree {
	list := listOf(all)
	tree, value := around(file, list)
	if tree == nil {
		return nil
	}
	text := prepareYAML(file.Text)
	var failed atomic.Bool
	var faults atomic.Int64
	parallel.Do(len(all), func(i int) {
		if failed.Load() {
			return
		}
		part, read := all[i], true
		if part.from != nil {
			part.takeOver()
		} else if part.items == nil {
			read = part.read(file, text, column)
		}
		if !read || faults.Add(int64(len(part.faults))) > maxFaults {
			failed.Store(true)
		}
	})
	if failed.Load() {
		return nil
	}
	root := tree.Docs[0]
	seq := &Node{Kind: Sequence, Tag: Seq, Span: Span{Start: list.Start + column}}
	behind := len(tree.Comments)
	for behind > 0 && tree.Comments[behind-1].Span.Start >= list.End {
		behind--
	}
	comments := slices.Clip(tree.Comments[:behind])
	items := 0
	for _, part := range all {
		items += len(part.items)
	}
	seq.Items = make([]*Node, 0, items)
	for _, part := range all {
		seq.Items = append(seq.Items, part.items...)
		comments = append(comments, part.comments...)
		tree.Errors = append(tree.Errors, part.faults...)
		seq.Broken = seq.Broken || part.broken
	}
	sortErrors(tree.Errors)
	tree.Comments = append(comments, tree.Comments[behind:]...)
	seq.Span.End = seq.Items[items-1].Span.End
	root.Pairs[value].Value, root.Broken = seq, root.Broken || seq.Broken
	root.Span.End = root.Pairs[len(root.Pairs)-1].Span().End
	tree.sections = &sections{column, all}
	return tree
}

// around reads what stands around a list, and returns the number of the root's pair whose value the
// list is. It returns a nil tree if the list is none, or there is more to the text than the sections show.
func around(file *File, list Span) (tree *Tree, value int) {
	rest := file.Text[:list.Start] + file.Text[list.End:]
	if list.Start == 0 || file.Text[list.Start-1] != '\n' || strings.HasPrefix(rest, "%") || strings.Contains(rest, "\n%") {
		return nil, 0
	}
	tree = &Tree{File: file}
	text := prepareYAML(rest)
	docs := decodeStrict(text)
	if len(docs) != 1 {
		return nil, 0
	}
	r := &yamlReader{tree: tree, src: rest, text: text, bareTags: mayHaveBareTags(text)}
	r.room.add(docs[0])
	r.stream(docs)
	root := tree.Docs[0]
	if len(tree.Errors) > 0 || len(r.anchorSpans) > 0 || root.Kind != Mapping || root.Style == Flow {
		return nil, 0
	}
	for value+1 < len(root.Pairs) && root.Pairs[value+1].Key.Span.Start < list.Start {
		value++
	}
	before := root.Pairs[value].Value
	if before.Kind != Scalar || before.Style != Plain || before.Span.Len() > 0 || before.TagSpan.Len() > 0 ||
		root.Pairs[value].Key.Span.Start >= list.Start || rest[before.Span.Start-1] != ':' || !isComment(rest[before.Span.Start:list.Start]) {
		return nil, 0
	}
	for i, p := range root.Pairs[value+1:] {
		root.Pairs[value+1+i] = Pair{r.moved(p.Key, list.Len()), r.moved(p.Value, list.Len())}
	}
	for i, c := range tree.Comments {
		if c.Span.Start >= list.Start {
			tree.Comments[i].Span = c.Span.moved(list.Len())
		}
	}
	return tree, value
}

// isComment reports whether there is nothing but comments and white space in a text.
func isComment(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimLeft(line, " "); !emptyLine(line) && line[0] != '#' {
			return false
		}
	}
	return true
}
