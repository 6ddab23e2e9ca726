package schema

import (
	"slices"
	"sync"
)

// Tool is a tool of the host that runs the agent.
type Tool struct {
	Name string
	Doc  string
	// Fields are the names of its inputs. FieldsUnknown: it may have others.
	Fields        []string
	FieldsUnknown bool
	Filled        []string // of Fields, those of the conditions that every call holds, and never empty
	Legacy        string   // why it is no longer there; "" for current tools
	Renamed       string   // today's name; the old one still matches
	Note          string   // where it is absent
	Scarce        bool     // absent from usual installations: Note says which
	// Was lists what other hosts call such a tool: did-you-mean.
	Was []string
}

// Sends reports whether the tool sends, or may send, an input of that name.
func (t *Tool) Sends(field string) bool {
	return t.FieldsUnknown || slices.Contains(t.Fields, field)
}

// Event is a hook event of the host.
type Event struct {
	Name      string
	Doc       string
	Matcher   bool     // the host looks at the matcher
	Blocks    bool     // a hook's permission decision is honoured
	ToolInput bool     // the call's input is there
	InSchema  bool     // the behavior schema allows it
	Fields    []string // of its own payload
}

type hostData struct {
	events []Event
	tools  []Tool
	// payload are keys of every hook's own input.
	payload []string

	toolNamed map[string]*Tool
}

var host = sync.OnceValue(func() hostData {
	var h hostData
	for _, part := range readData("host").(object) {
		if part.key == "payload" {
			h.payload = (&builder{where: "host"}).strings(part.value)
			continue
		}
		for _, e := range part.value.([]any) {
			switch part.key {
			case "events":
				h.events = append(h.events, event(e.(object)))
			case "tools":
				h.tools = append(h.tools, tool(e.(object)))
			default:
				panic("schema/data/host.json: unknown key " + part.key)
			}
		}
	}
	h.toolNamed = make(map[string]*Tool, len(h.tools))
	for i := range h.tools {
		h.toolNamed[h.tools[i].Name] = &h.tools[i]
	}
	return h
})

func event(o object) (e Event) {
	for _, m := range o {
		switch m.key {
		case "name":
			e.Name = m.value.(string)
		case "description":
			e.Doc = m.value.(string)
		case "matcher":
			e.Matcher = m.value.(bool)
		case "blocks":
			e.Blocks = m.value.(bool)
		case "tool_input":
			e.ToolInput = m.value.(bool)
		case "in_schema":
			e.InSchema = m.value.(bool)
		case "fields":
			e.Fields = (&builder{where: "host"}).strings(m.value)
		default:
			panic("schema/data/host.json: unknown key " + m.key)
		}
	}
	return e
}

func tool(o object) (t Tool) {
	for _, m := range o {
		switch m.key {
		case "name":
			t.Name = m.value.(string)
		case "description":
			t.Doc = m.value.(string)
		case "fields":
			t.Fields = (&builder{where: "host"}).strings(m.value)
		case "filled":
			t.Filled = (&builder{where: "host"}).strings(m.value)
		case "fields_unknown":
			t.FieldsUnknown = m.value.(bool)
		case "legacy":
			t.Legacy = m.value.(string)
		case "renamed":
			t.Renamed = m.value.(string)
		case "note":
			t.Note = m.value.(string)
		case "scarce":
			t.Scarce = m.value.(bool)
		case "was":
			t.Was = (&builder{where: "host"}).strings(m.value)
		default:
			panic("schema/data/host.json: unknown key " + m.key)
		}
	}
	return t
}

// PayloadFields returns keys of a hook's own input that are there beside the tool's: conditions reach them
// by accident, for the hooks merge the two.
func PayloadFields() []string { return host().payload }

// Events returns the host's hook events.
func Events() []Event { return host().events }

// EventNamed returns the event of that name, or nil.
func EventNamed(name string) *Event {
	list := host().events
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Tools returns the host's tools, current ones first.
func Tools() []Tool { return host().tools }

// ToolNamed returns the tool of that name, or nil. Tools of MCP servers (`mcp__…`) are not listed.
func ToolNamed(name string) *Tool { return host().toolNamed[name] }
