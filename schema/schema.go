// Package schema holds the formats as data: what may stand where in a policy file, and what it means.
// It knows no rule. Bind pairs the nodes of a document with what the schema says of them.
package schema

// Kind is the type of value that a schema asks for.
type Kind uint8

const (
	Any      Kind = iota
	String        // !!str
	Integer       // !!int; a boolean is none, 1.0 is none
	Number        // !!int or !!float
	Boolean       // !!bool
	Mapping       // fields by name (Fields), or free keys with values of type Items
	Sequence      // items of type Items
	Scalar        // any scalar but null, read as text by the loader
)

// Open says what happens to a key of a mapping that the schema does not know.
type Open uint8

const (
	Closed  Open = iota // the loader refuses it: an error
	Ignored             // the loader drops it in silence: a warning
	Free                // any key may stand here
)

// Type describes a value.
type Type struct {
	Name   string // of a named definition ("trigger", "condition"), for messages and docs
	Kind   Kind
	Doc    string
	Fields []*Field // of a mapping, in the order of the specification
	Open   Open
	Items  *Type // of a sequence; of the values of a mapping with free keys
	Enum   []Value
	// IgnoreCase: the loader compares Enum without regard to case.
	IgnoreCase bool
	// Min, Max bound numbers; MinItems, MaxLength (code points) lists and texts. nil, 0: no bound.
	Min, Max  *float64
	MinItems  int
	MaxLength int
	Pattern   string // an anchored RE2 pattern that a text must match ("behavior schema §6.3")
	// Format names the meaning of a text beyond its type; rules and completion go by it:
	// "path:full" "path:property" "path:output" "path:agent" "regex:re2" "regex:python" "matcher"
	// "template" "flag" "behavior-id" "rule-type" "kind" "verb" "tool" "timezone" "glob" "severity" …
	// On a Mapping, "path:property" and "path:output" speak of its keys.
	Format string
	Null   bool    // null is as good as absent
	Switch *Switch // the type depends on a sibling
}

// Value is one of the allowed values of an enum.
type Value struct {
	Name string
	Doc  string
}

// Field is a key of a mapping.
type Field struct {
	Name       string
	Doc        string
	Type       *Type
	Required   bool
	Default    string // as YAML text; "" without one
	Deprecated string // why, and what to write today
	// Was lists former or borrowed names of this key (other dialects, ancestors): did-you-mean.
	Was []string
}

// Switch chooses a type by the value of a sibling key: `rule_type` chooses the type of `params`.
type Switch struct {
	Sibling string
	Cases   map[string]*Type
	Else    *Type // for a sibling that is absent or unknown
}

// Field returns the field of that name, or nil.
func (t *Type) Field(name string) *Field {
	if t == nil {
		return nil
	}
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}
