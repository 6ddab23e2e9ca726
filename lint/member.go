package lint

import (
	"path/filepath"

	"github.com/forgelint/forgelint/syntax"
)

// Member is what the other files of a `behaviors/` folder need to know of a behavior. It holds no
// tree, so that a folder of a thousand costs little.
type Member struct {
	Doc    *Document // its path and text, for related places; without tree, format and places
	Folder string    // the name of the folder that it lies in
	ID     string    // "" without a readable one
	IDSpan syntax.Span

	enabled   *bool // what the file itself says
	initial   level // default_level; noLevel if it cannot be read
	levelSpan syntax.Span
	uses      []flagUse
	// garbled are flags that a trigger names whose action does not use them or cannot be read: it may be
	// meant to set or check them. "" stands for a flag that cannot be read itself.
	garbled []string
}

// flagUse is a trigger that sets or checks a flag.
type flagUse struct {
	member   *Member
	flag     string
	span     syntax.Span // of the flag's name
	sets     bool        // set_flag; else check_flag
	consumes bool        // check_flag with `on_present: consume`
}

// asMember returns the member that a document is, nil if it is of no format.
func asMember(doc *Document) *Member {
	if doc == nil || doc.Format == nil {
		return nil
	}
	return newMember(doc)
}

func newMember(doc *Document) *Member {
	m := &Member{
		Doc:     &Document{Path: doc.Path, Abs: doc.Abs, Tree: &syntax.Tree{File: doc.Tree.File}},
		Folder:  filepath.Base(filepath.Dir(doc.Abs)),
		initial: noLevel,
	}
	b := doc.behavior()
	if b == nil {
		return m
	}
	if b.idAt != nil {
		m.ID, m.IDSpan = b.id, b.idAt.Node.Span
	}
	if on, ok := boolean(b.root.Child("enabled")); ok {
		m.enabled = &on
	}
	if m.initial = b.levels.initial; m.initial != noLevel {
		m.levelSpan = b.levels.defaultAt.Node.Span
	}
	if len(doc.Tree.Errors) > 0 {
		m.garbled = append(m.garbled, "") // what could not be read may be what sets a flag
	}
	for _, t := range b.triggers {
		if flag, garbled := t.garbledFlag(); garbled {
			m.garbled = append(m.garbled, flag)
		}
		if t.flag == "" || t.action != setFlagAction && t.action != checkFlag {
			continue
		}
		m.uses = append(m.uses, flagUse{
			member: m, flag: t.flag, span: t.at.Child("flag").Node.Span,
			sets: t.action == setFlagAction, consumes: t.action == checkFlag && t.onPresent == onPresentConsume,
		})
	}
	return m
}
