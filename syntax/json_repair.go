package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonMaxDepth is how deep jsontext follows.
const jsonMaxDepth = 10_000

// jsonMaxErrors bounds the errors of a text that is all faults: what follows is not read.
const jsonMaxErrors = 200

// jsonRepair reads a text that is nearly JSON and writes JSON: what is there stays, what is missing
// is put in, what is not allowed is left out. Each fault is one error.
type jsonRepair struct {
	file   *File
	text   string
	at     int
	out    []byte      // the JSON
	tokens []jsonToken // of out, commas and colons left out
	errors []Error
	// comments are those that stand in it, although JSON has none.
	comments []Comment

	open    []jsonOpen
	lists   int  // of them that are lists
	early   bool // a list has just ended without its bracket; a comma may have gone before
	ended   bool // the end of the text inside a bracket has been reported
	endless bool // no `*/` follows
	looks   int  // ahead, for how the brackets close
	more    bool // text behind the value has been left out
}

// jsonToken says where a token of the JSON stands in the text.
type jsonToken struct {
	span Span
	// broken: it is a guess, or the collection that it closes lacks something.
	broken bool
}

// jsonOpen is a bracket that is not closed yet.
type jsonOpen struct {
	at int
	by byte // 0: an object whose bracket is missing
}

func (o jsonOpen) closing() byte {
	if o.by == '[' {
		return ']'
	}
	return '}'
}

func (r *jsonRepair) push(o jsonOpen) {
	r.open = append(r.open, o)
	if o.by == '[' {
		r.lists++
	}
}

func (r *jsonRepair) pop() {
	if r.open[len(r.open)-1].by == '[' {
		r.lists--
	}
	r.open = r.open[:len(r.open)-1]
}

func (r *jsonRepair) sorted() []Error {
	slices.SortStableFunc(r.errors, func(a, b Error) int { return a.Span.Start - b.Span.Start })
	return r.errors
}

func (r *jsonRepair) fault(span Span, message, help string, edits ...Edit) *Error {
	e := Error{Span: span, Code: SyntaxError, Message: message, Help: help, Edits: edits}
	if len(r.errors) >= jsonMaxErrors {
		return &e
	}
	r.errors = append(r.errors, e)
	return &r.errors[len(r.errors)-1]
}

// document reads the whole text.
func (r *jsonRepair) document() {
	r.skip()
	start := r.at
	switch c := r.peek(); {
	case r.at == len(r.text):
		r.fault(Span{start, start}, "the file holds no JSON value", "write an object: `{ … }`")
		r.guess(Span{start, start}, "null")
	case c == '{' || c == '[':
		r.value()
	default:
		if r.startsMembers() {
			r.fault(Span{start, start + 1}, "the object has no opening `{`", "write the whole file between `{` and `}`")
			r.token(Span{start, start}, "{")
			r.members(jsonOpen{start, 0})
			break
		}
		word := r.word(false)
		r.at = start
		if open, _ := jsonQuote(r.text[start:]); open == "" && !isJSONWord(r.text[word.Start:word.End]) {
			r.fault(word, fmt.Sprintf("the file is no JSON: it starts with `%s`", jsonExcerpt(r.text[word.Start:word.End])), "JSON starts with `{`")
			r.guess(Span{start, start}, "null")
			return
		}
		r.value()
	}
	for r.skip(); r.at < len(r.text); r.skip() {
		if c := r.peek(); c == '}' || c == ']' {
			r.stray()
			continue
		}
		line := strings.IndexAny(r.text[r.at:], "\r\n")
		if line < 0 {
			line = len(r.text) - r.at
		}
		r.more = true
		span := Span{r.at, r.at + line}
		r.fault(span, fmt.Sprintf("text stands behind the end of the JSON value: `%s`", jsonExcerpt(r.text[span.Start:span.End])), "a JSON file holds one value: remove what follows it")
		return
	}
}

// startsMembers reports whether the root is a key with a colon, of an object without brackets.
func (r *jsonRepair) startsMembers() bool {
	saved := *r
	defer func() { *r = saved }()
	if open, _ := jsonQuote(r.text[r.at:]); open == "" {
		return false
	}
	r.string(true)
	r.skip()
	return r.peek() == ':'
}

func isJSONWord(word string) bool {
	return jsontext.Value(word).IsValid() || strings.ContainsAny(word[:min(1, len(word))], "0123456789+-.")
}

func (r *jsonRepair) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// token writes a token that stands at span.
func (r *jsonRepair) token(span Span, json string) {
	r.out = append(r.out, json...)
	r.tokens = append(r.tokens, jsonToken{span: span})
}

// guess writes a token in the place of what is missing or cannot be read.
func (r *jsonRepair) guess(span Span, json string) {
	r.out = append(r.out, json...)
	r.tokens = append(r.tokens, jsonToken{span, true})
}

// value reads a value, which is there.
func (r *jsonRepair) value() {
	start := r.at
	switch c := r.peek(); {
	case c == '{' || c == '[':
		if len(r.open) >= jsonMaxDepth {
			r.tooDeep()
			return
		}
		r.at++
		r.token(Span{start, r.at}, string(c))
		if c == '{' {
			r.members(jsonOpen{start, c})
		} else {
			r.items(jsonOpen{start, c}, separator{comma: -1})
		}
	case r.ellipsis():
		r.guess(Span{start, start}, "null")
	default:
		if open, _ := jsonQuote(r.text[start:]); open != "" {
			r.string(false)
			return
		}
		r.bare()
	}
}

// tooDeep passes a bracket with all that is in it.
func (r *jsonRepair) tooDeep() {
	start := r.at
	for depth := 0; r.at < len(r.text); {
		c := r.text[r.at]
		r.at++
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			for r.at < len(r.text) && r.text[r.at] != '"' && r.text[r.at] != '\n' {
				if r.text[r.at] == '\\' {
					r.at++
				}
				r.at++
			}
			r.at = min(r.at+1, len(r.text))
		}
		if depth == 0 {
			break
		}
	}
	if !r.ended {
		r.ended = true
		r.fault(Span{start, start + 1}, fmt.Sprintf("the brackets are nested deeper than %d levels", jsonMaxDepth), "").Code = ExcessiveNesting
	}
	r.guess(Span{start, r.at}, "null")
}

// jsonExcerpt shortens text for a message.
func jsonExcerpt(text string) string {
	const most = 40
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	text = strings.Map(func(c rune) rune {
		if c == '`' {
			return '\''
		}
		if unicode.IsControl(c) || c == utf8.RuneError {
			return '?'
		}
		return c
	}, strings.TrimSpace(text[:min(len(text), 8*most)]))
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	return text
}
