package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// suppression is one comment that hides findings:
//
//	key: value  # forgelint: ignore[code, code] -- reason
//	# forgelint: ignore[code] until=2027-01-31 -- reason
//	# forgelint: ignore-file[code] -- reason
//
// At the end of a line or on the line above it covers the entry that begins there, whole; `ignore-file`
// stands before all else and covers the file.
type suppression struct {
	comment syntax.Comment
	covers  syntax.Span
	codes   []suppressedCode
	reason  string
	until   string // as written; "" without a date
	expired bool
	fault   string // what is wrong with the comment itself; "" if it can be read
	help    string
}

type suppressedCode struct {
	code string
	span syntax.Span
	used bool
}

// directive is what follows `forgelint:` in a comment that is not about the format.
var directive = regexp.MustCompile(`^#+[ \t]*forgelint:[ \t]*([A-Za-z-]*)`)

const suppressionForm = "write `# forgelint: ignore[code] -- reason`"

// suppressions reads the comments of a document that are meant for us.
func (d *Document) suppressions(today time.Time) []*suppression {
	if d.Tree.JSON {
		return nil // it has no comments
	}
	var all []*suppression
	var entries []entry
	for _, comment := range d.Tree.Comments {
		m := directive.FindStringSubmatchIndex(comment.Text)
		if m == nil || comment.Text[m[2]:m[3]] == "format" {
			continue
		}
		if entries == nil {
			entries = d.entries()
		}
		s := &suppression{comment: comment}
		s.read(comment.Text[m[2]:m[3]], m[3], today)
		switch {
		case s.fault != "":
		case comment.Text[m[2]:m[3]] == "ignore-file":
			s.covers = syntax.Span{End: len(d.Tree.File.Text) + 1}
			if len(entries) > 0 && entries[0].Start < comment.Span.Start {
				s.fault, s.help = "`ignore-file` stands below the first key, where it hides nothing", "move it to the top of the file, or write `ignore`"
			}
		case comment.Own:
			s.covers = d.coveredBelow(entries, comment.Span.End)
		default:
			s.covers = d.coveredOnLine(entries, d.lineStart(comment.Span.Start), comment.Span.Start)
		}
		all = append(all, s)
	}
	return all
}

// read takes the comment apart behind its word.
func (s *suppression) read(word string, at int, today time.Time) {
	text := s.comment.Text
	if word != "ignore" && word != "ignore-file" {
		s.fault, s.help = fmt.Sprintf("`%s` is no directive of forgelint", word), suppressionForm
		if near := Suggest(word, []string{"ignore", "ignore-file", "format"}); near != "" {
			s.help = fmt.Sprintf("did you mean `%s`?", near)
		}
		if word == "" {
			s.fault = "the comment says nothing to forgelint"
		}
		return
	}
	end := -1
	if strings.HasPrefix(text[at:], "[") {
		end = strings.IndexByte(text[at:], ']')
	}
	if end < 0 {
		s.fault, s.help = fmt.Sprintf("`%s` names no rule in brackets, and hides nothing", word), suppressionForm
		return
	}
	s.readCodes(at+1, at+end)
	if len(s.codes) == 0 {
		s.fault, s.help = fmt.Sprintf("`%s[]` names no rule, and hides nothing", word), suppressionForm
		return
	}
	options, reason, _ := strings.Cut(text[at+end+1:], "--")
	s.reason = strings.TrimSpace(reason)
	for _, option := range strings.Fields(options) {
		date, ok := strings.CutPrefix(option, "until=")
		day, err := time.Parse(time.DateOnly, date)
		if !ok || err != nil {
			s.fault, s.help = fmt.Sprintf("`%s` is not understood, so that the comment hides nothing", option), "write `until=YYYY-MM-DD`, and the reason behind `--`"
			return
		}
		// It holds up to the end of that day.
		s.until, s.expired = date, !today.Before(day.AddDate(0, 0, 1))
	}
}

func (s *suppression) readCodes(from, to int) {
	for from <= to {
		end := to
		if i := strings.IndexByte(s.comment.Text[from:to], ','); i >= 0 {
			end = from + i
		}
		part := s.comment.Text[from:end]
		if code := strings.TrimSpace(part); code != "" {
			start := s.comment.Span.Start + from + strings.Index(part, code)
			s.codes = append(s.codes, suppressedCode{code: code, span: syntax.Span{Start: start, End: start + len(code)}})
		}
		from = end + 1
	}
}

// hides reports whether the suppression covers a finding, and notes that it is of use.
func (s *suppression) hides(d *Diagnostic) bool {
	if s.fault != "" || !s.covers.Touches(d.Span.Start) {
		return false
	}
	for i := range s.codes {
		if s.codes[i].code == d.Code {
			s.codes[i].used = true
			return true
		}
	}
	return false
}

// entry is what an entry of a mapping or an item of a list covers.
type entry = syntax.Span

// entries returns the entries and items of a document by their start, the outer ones first.
func (d *Document) entries() []entry {
	all := make([]entry, 0, len(d.Places))
	for _, p := range d.Places {
		if p.Parent == nil || p.Via != nil {
			continue
		}
		all = append(all, placeExtent(p))
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	return all
}

// placeExtent covers a place's key and value.
func placeExtent(p *schema.Place) syntax.Span {
	span := extent(p.Node)
	if p.Key != nil {
		key := extent(p.Key)
		span = syntax.Span{Start: key.Start, End: max(span.End, key.End)}
	}
	return span
}

// coveredBelow returns the entry that begins next behind a comment on a line of its own.
func (d *Document) coveredBelow(entries []entry, offset int) syntax.Span {
	i, _ := slices.BinarySearchFunc(entries, offset, func(e entry, offset int) int { return e.Start - offset })
	if i == len(entries) {
		return syntax.Span{Start: offset, End: offset}
	}
	// What could not be read has no entry: the line below is covered in any case.
	line := d.nextLine(d.lineEnd(offset))
	return syntax.Span{Start: min(line, entries[i].Start), End: max(d.lineEnd(line), entries[i].End)}
}

// coveredOnLine returns the outermost entry that begins on the line of a comment, else the innermost
// one that ends on it; the line itself is covered in any case.
func (d *Document) coveredOnLine(entries []entry, line, offset int) syntax.Span {
	span := syntax.Span{Start: line, End: offset}
	i, _ := slices.BinarySearchFunc(entries, line, func(e entry, line int) int { return e.Start - line })
	if i < len(entries) && entries[i].Start < offset {
		span.End = max(span.End, entries[i].End)
		return span
	}
	for i--; i >= 0; i-- {
		if entries[i].End >= line {
			span.Start = entries[i].Start
			return span
		}
	}
	return span
}

// removeComment takes a comment out: with its line if it stands alone, else with the space before it.
func (d *Document) removeComment(c syntax.Comment) Edit {
	if c.Own {
		start := d.lineStart(c.Span.Start)
		if strings.HasPrefix(d.Tree.File.Text[start:], "\ufeff") {
			start += len("\ufeff")
		}
		return Edit{Span: syntax.Span{Start: start, End: d.nextLine(c.Span.End)}}
	}
	before := strings.TrimRight(d.Tree.File.Text[:c.Span.Start], " \t")
	return Edit{Span: syntax.Span{Start: len(before), End: c.Span.End}}
}
