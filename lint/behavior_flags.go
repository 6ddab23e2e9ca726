package lint

import (
	"slices"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// folderFlags are the flags of a `behaviors/` folder, which all behaviors of a session share.
type folderFlags struct {
	flags map[string]*flagUses
	off   map[*Document]bool // behaviors that the index, or their own file, switches off
}

// flagUses is where a flag is set and checked.
type flagUses struct {
	setter, checker *flagUse // the first of each by path; nil without one
	setEnabled      bool     // a behavior that is on sets it
	consumers       []*flagUse
}

type flagUse struct {
	doc     *Document
	trigger *trigger
}

// flagsOf collects the flags of a folder, once for all its behaviors.
func flagsOf(folder *Folder) *folderFlags {
	return Memo(folder, "flags", func(folder *Folder) *folderFlags {
		all := &folderFlags{flags: map[string]*flagUses{}, off: switchedOff(folder)}
		for _, doc := range folder.Behaviors {
			if b := doc.behavior(); b != nil {
				for _, t := range b.triggers {
					all.add(doc, t)
				}
			}
		}
		return all
	})
}

func (f *folderFlags) add(doc *Document, t *trigger) {
	if t.flag == "" || t.action != setFlagAction && t.action != checkFlag {
		return
	}
	uses := f.flags[t.flag]
	if uses == nil {
		uses = &flagUses{}
		f.flags[t.flag] = uses
	}
	use := &flagUse{doc, t}
	if t.action == setFlagAction {
		if uses.setter == nil || !uses.setEnabled && f.enabled(doc) {
			uses.setter = use
		}
		uses.setEnabled = uses.setEnabled || f.enabled(doc)
		return
	}
	if uses.checker == nil {
		uses.checker = use
	}
	if t.onPresent == onPresentConsume && f.enabled(doc) {
		uses.consumers = append(uses.consumers, use)
	}
}

func (f *folderFlags) enabled(doc *Document) bool { return !f.off[doc] }

func (f *folderFlags) setNames() []string {
	return f.names(func(u *flagUses) bool { return u.setter != nil })
}

func (f *folderFlags) checkedNames() []string {
	return f.names(func(u *flagUses) bool { return u.checker != nil })
}

func (f *folderFlags) names(want func(*flagUses) bool) []string {
	var names []string
	for name, uses := range f.flags {
		if want(uses) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// otherConsumer returns a use that consumes the flag in another behavior, nil without one.
func (u *flagUses) otherConsumer(doc *Document) *flagUse {
	for _, use := range u.consumers {
		if use.doc != doc && use.doc.behavior().id != doc.behavior().id {
			return use
		}
	}
	return nil
}

// switchedOff returns the behaviors of a folder that are off: by the index, which overrides, or by
// their own `enabled`.
func switchedOff(folder *Folder) map[*Document]bool {
	listed := map[string]bool{}
	if folder.Index != nil {
		for _, entry := range items(folder.Index.Root().Child("behaviors")) {
			id, _ := placeText(entry.Child("id"))
			if on, ok := boolean(entry.Child("enabled")); ok {
				listed[id] = on
			}
		}
	}
	off := map[*Document]bool{}
	for _, doc := range folder.Behaviors {
		b := doc.behavior()
		if b == nil {
			continue
		}
		on, said := listed[b.id]
		if !said {
			on, said = boolean(b.root.Child("enabled"))
		}
		if said && !on {
			off[doc] = true
		}
	}
	return off
}

// boolean returns the value of a boolean as PyYAML reads it.
func boolean(at *schema.Place) (value, ok bool) {
	if at == nil || at.Node.Kind != syntax.Scalar || at.Node.Tag != syntax.Bool {
		return false, false
	}
	return pythonText(at) == "True", true
}
