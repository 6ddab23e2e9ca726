package schema

import "sync"

// Dialect is an older form of a format.
type Dialect struct {
	ID, Format string
	WrittenFor string // the engine or the draft, as in "written for …"
	Effect     string // what becomes of such a file today
	Signs      string // by what it is recognised
}

// Change is a construct that means something else to today's engine than to an older one.
type Change struct {
	ID       string
	What     string // the construct
	Until    string // the last version of the engine with the old meaning
	Was, Now string
	Keep     string // how the old meaning is written today
}

type engineData struct {
	dialects []Dialect
	changes  []Change
}

var engines = sync.OnceValue(func() engineData {
	var out engineData
	for _, table := range readData("engines").(object) {
		for _, e := range table.value.([]any) {
			text := func(key string) string {
				v, _ := e.(object).get(key)
				s, ok := v.(string)
				if !ok {
					panic("schema/data/engines.json: no text " + key)
				}
				return s
			}
			switch table.key {
			case "dialects":
				out.dialects = append(out.dialects, Dialect{text("id"), text("format"), text("written_for"), text("effect"), text("signs")})
			case "changes":
				out.changes = append(out.changes, Change{text("id"), text("what"), text("until"), text("was"), text("now"), text("keep")})
			default:
				panic("schema/data/engines.json: unknown key " + table.key)
			}
		}
	}
	return out
})

// Dialects returns the older forms of the formats.
func Dialects() []Dialect { return engines().dialects }

// Changes returns what changed its meaning between the engines, as observed on them.
func Changes() []Change { return engines().changes }

// LookupDialect returns the dialect of that id.
func LookupDialect(id string) Dialect {
	for _, d := range Dialects() {
		if d.ID == id {
			return d
		}
	}
	panic("no dialect " + id)
}
