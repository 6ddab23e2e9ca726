package lint

import (
	"slices"
	"sync"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// folderFlags are the flags of a `behaviors/` folder, which all behaviors of a session share.
type folderFlags struct {
	flags map[string]*flagUses
	off   map[*Member]bool // behaviors that the index, or their own file, switches off
	// garbled are flags of which nothing certain can be said; "" for all of them (Member.garbled).
	garbled map[string]bool

	setNames, checkedNames func() []string // sorted once, for suggestions
}

// flagUses is where a flag is set and checked.
type flagUses struct {
	setter, checker *flagUse // the first of each by path; nil without one
	setEnabled      bool     // a behavior that is on sets it
	consumers       []*flagUse
}

// flagsOf collects the flags of a folder, once for all its behaviors.
func flagsOf(folder *Folder) *folderFlags {
	return Memo(folder, "flags", func(folder *Folder) *folderFlags {
		all := &folderFlags{flags: map[string]*flagUses{}, off: switchedOff(folder), garbled: map[string]bool{}}
		for _, m := range folder.Members {
			for _, flag := range m.garbled {
				all.garbled[flag] = true
			}
			for i := range m.uses {
				all.add(&m.uses[i])
			}
		}
		all.setNames = sync.OnceValue(func() []string {
			return all.names(func(u *flagUses) bool { return u.setter != nil })
		})
		all.checkedNames = sync.OnceValue(func() []string {
			return all.names(func(u *flagUses) bool { return u.checker != nil })
		})
		return all
	})
}

func (f *folderFlags) add(use *flagUse) {
	uses := f.flags[use.flag]
	if uses == nil {
		uses = &flagUses{}
		f.flags[use.flag] = uses
	}
	on := f.enabled(use.member)
	if use.sets {
		if uses.setter == nil || !uses.setEnabled && on {
			uses.setter = use
		}
		uses.setEnabled = uses.setEnabled || on
		return
	}
	if uses.checker == nil {
		uses.checker = use
	}
	if use.consumes && on {
		uses.consumers = append(uses.consumers, use)
	}
}

func (f *folderFlags) enabled(m *Member) bool { return !f.off[m] }

// eachFlagUse calls do for each trigger of the document that sets or checks a flag, with the place of
// the flag's name and what the folder knows of it.
func (p *Pass) eachFlagUse(do func(f *folderFlags, t *trigger, at *schema.Place, use *flagUse)) {
	b, folder := p.Document.behavior(), p.Folder()
	if b == nil || folder == nil {
		return
	}
	m := folder.member(p.Abs)
	if m == nil {
		return
	}
	for _, t := range b.triggers {
		at := t.at.Child("flag")
		for i := range m.uses {
			if at != nil && m.uses[i].span == at.Node.Span {
				do(flagsOf(folder), t, at, &m.uses[i])
				break
			}
		}
	}
}

// anyUse reports whether a use of a flag by the member is as the predicate says.
func (m *Member) anyUse(is func(*flagUse) bool) bool {
	for i := range m.uses {
		if is(&m.uses[i]) {
			return true
		}
	}
	return false
}

// unset reports whether nothing that counts sets the flag that is checked.
func (f *folderFlags) unset(use *flagUse) bool {
	uses := f.flags[use.flag]
	return !use.sets && !f.unsure(use.flag) && (uses.setter == nil || !uses.setEnabled && f.enabled(use.member))
}

// unchecked reports whether nothing checks the flag that is set.
func (f *folderFlags) unchecked(use *flagUse) bool {
	return use.sets && !f.unsure(use.flag) && f.flags[use.flag].checker == nil
}

func (f *folderFlags) unsure(flag string) bool { return f.garbled[flag] || f.garbled[""] }

// garbledFlag returns the flag that a trigger may be meant to set or check, though it does not: its action
// or the flag's name cannot be read, or the keys are those of another action. Other findings speak of that.
func (t *trigger) garbledFlag() (flag string, garbled bool) {
	for _, key := range t.at.Children {
		if isDraftKey(key) {
			flag, _ := placeText(key)
			return flag, true
		}
	}
	switch {
	case t.action == evaluateAction:
		return t.flag, t.flag != ""
	case t.needsFlag():
		return "", t.flag == ""
	}
	return t.flag, true
}

// needsFlag reports whether the trigger's action is one that the compiler refuses without a flag.
func (t *trigger) needsFlag() bool { return t.action == setFlagAction || t.action == checkFlag }

// otherConsumer returns a use that consumes the same flag in another behavior, nil without one.
func (f *folderFlags) otherConsumer(use *flagUse) *flagUse {
	if !use.consumes {
		return nil
	}
	for _, other := range f.flags[use.flag].consumers {
		if other.member != use.member && other.member.ID != use.member.ID {
			return other
		}
	}
	return nil
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

// switchedOff returns the behaviors of a folder that are off: by the index, which overrides, or by
// their own `enabled`.
func switchedOff(folder *Folder) map[*Member]bool {
	listed := map[string]bool{}
	if folder.Index != nil {
		for _, entry := range items(folder.Index.Root().Child("behaviors")) {
			id, _ := placeText(entry.Child("id"))
			if on, ok := boolean(entry.Child("enabled")); ok {
				listed[id] = on
			}
		}
	}
	off := map[*Member]bool{}
	for _, m := range folder.Members {
		on, said := listed[m.ID]
		if !said && m.enabled != nil {
			on, said = *m.enabled, true
		}
		if said && !on {
			off[m] = true
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
