package schema

import "sync"

// Rename is a word of an older or neighbouring dialect and what it is called today.
type Rename struct {
	Old, New string // New is "" if the author has to decide
	Safe     bool   // writing New for Old means the same
	Words    string // what to say beyond the names; "" for nothing
}

var dialects = sync.OnceValue(func() map[string][]Rename {
	out := map[string][]Rename{}
	for _, table := range readData("dialects").(object) {
		for _, e := range table.value.([]any) {
			var r Rename
			for _, m := range e.(object) {
				switch m.key {
				case "old":
					r.Old = m.value.(string)
				case "new":
					r.New = m.value.(string)
				case "safe":
					r.Safe = m.value.(bool)
				case "words":
					r.Words = m.value.(string)
				default:
					panic("schema/data/dialects.json: unknown key " + m.key)
				}
			}
			out[table.key] = append(out[table.key], r)
		}
	}
	return out
})

// Renames returns a table of renamed words: "kyvvu-param", "kyvvu-enforcement-point",
// "kyvvu-gate-kind", "kyvvu-path", "kyvvu-property", "kyvvu-rule", "behavior-trigger", "hook-event".
func Renames(table string) []Rename { return dialects()[table] }

// Renamed looks a word up in a table of renamed words.
func Renamed(table, old string) (Rename, bool) {
	for _, r := range dialects()[table] {
		if r.Old == old {
			return r, true
		}
	}
	return Rename{}, false
}

// RenameTables returns all tables of renamed words by their names.
func RenameTables() map[string][]Rename { return dialects() }
