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

// String returns the kind as messages name it.
func (k Kind) String() string {
	return [...]string{"any value", "string", "integer", "number", "boolean", "mapping", "list", "scalar"}[k]
}

// Open says what happens to a key of a mapping that the schema does not know.
type Open uint8

const (
	Closed  Open = iota // the loader refuses it: an error
	Ignored             // the loader drops it in silence: a warning
	Free                // any key may stand here
)

// Type describes a value.
type Type struct {
	Name   string // of a mapping that has one ("trigger", "condition"), for messages and docs
	Kind   Kind
	Doc    string
	Fields []*Field // of a mapping, in the order of the specification
	Open   Open
	// IgnoredPrefix begins the keys of a closed mapping that the loader drops in silence; "" for none.
	IgnoredPrefix string
	Items         *Type // of a sequence; of the values of a mapping with free keys
	Enum          []Value
	// IgnoreCase: the loader compares Enum without regard to case.
	IgnoreCase bool
	// Renames is the table of former values (Renamed); "" for none.
	Renames string
	// OpenEnum: other values load too, and mean something else than their author thinks or nothing;
	// Enum is what is known. A rule of its own speaks of them.
	OpenEnum bool
	// Min, Max bound numbers; MinItems, MinLength, MaxLength (code points) lists and texts. nil, 0: no
	// bound.
	Min, Max             *float64
	MinItems             int
	MinLength, MaxLength int
	Pattern              string // an anchored RE2 pattern that a text must match ("behavior schema §6.3")
	PatternWords         string // Pattern in words
	// Format names the meaning of a text beyond its type; rules and completion go by it:
	// "path:full" "path:property" "path:output" "path:agent" "regex:re2" "regex:python" "matcher"
	// "template" "flag" "behavior-id" "rule-type" "kind" "verb" "tool" "timezone" "glob" "severity" …
	// On a Mapping, "path:property" and "path:output" speak of its keys, as do "glob" and "rule-code".
	Format string
	Levels []string // of a template: the levels at which it is shown
	Null   bool     // null is as good as absent
	Switch *Switch  // the type depends on a sibling
	// Rule is the rule type whose params these are; nil for all other types.
	Rule *RuleType
}

// Value is one of the allowed values of an enum. What follows Doc is set where it applies.
type Value struct {
	Name     string
	Doc      string
	Near     []string // words that are written for the value: did-you-mean
	Alias    string   // another spelling of that value
	Reserved bool     // loads, and does nothing yet
	Tools    []string // of a condition's field: the tools that send it
	Events   []string // of a condition's field: the events that send it without a tool
	Operands []string // of a condition's field or operator, or of a property: "text", "number"
	Verbs    []string // of a kind: the verbs that it takes; none means that it takes no verb
	Kinds    []string // of a property: the kinds whose steps carry it
	Values   []string // of a property: its known values
	// OpenValues: a property may have other values than Values.
	OpenValues bool
	Weight     float64 // of a severity: the risk of a violation
	Blocks     bool    // of a severity: a violation stops the step
	Nested     bool    // of a path's root: more segments must or may follow
	List       bool    // of an agent's attribute: it holds a list of names
	Hostless   bool    // of a kind: its steps carry no properties.target.host
}

// Field is a key of a mapping.
type Field struct {
	Name     string
	Doc      string
	Type     *Type
	Required bool
	// RequiredWhen makes the key required by the value of a sibling; nil if nothing does.
	RequiredWhen *When
	Default      string // as YAML text; "" without one
	Deprecated   string // why, and what to write today
	Missing      string // what to know of older files when the key is missing
	Former       string // what older loaders took where the key is missing, as YAML text; "" for nothing
	// Inert says what happens to a key that the loader accepts and drops; "" for keys that work.
	Inert string
	// Misleads: the dropped key looks as if it did something.
	Misleads bool
	// Hidden: the key is accepted without a word, and not offered.
	Hidden bool
	// Was lists former names of this key, in older versions of the format and in its ancestors: renaming
	// them keeps the meaning.
	Was []string
	// Near lists other words that are written for it: did-you-mean.
	Near []string
}

// When is a condition on a sibling: it holds one of the values.
type When struct {
	Sibling string
	Values  []string
}

// Switch chooses a type by the value of a sibling key: `rule_type` chooses the type of `params`.
type Switch struct {
	Sibling string
	// Inside: the key is one of the value's own entries, not one beside it: a clause by its `kind`.
	Inside bool
	Cases  map[string]*Type
	Else   *Type // for a sibling that is absent or unknown
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

// Value returns the enum's value of that name (exactly, or without regard to case where the loader
// has none), or nil.
func (t *Type) Value(name string) *Value {
	if t == nil {
		return nil
	}
	for i := range t.Enum {
		if v := &t.Enum[i]; v.Name == name || t.IgnoreCase && equalFold(v.Name, name) {
			return v
		}
	}
	return nil
}

// Names returns the names of the enum's values in their order.
func (t *Type) Names() []string {
	names := make([]string, len(t.Enum))
	for i, v := range t.Enum {
		names[i] = v.Name
	}
	return names
}

// RequiredBy reports whether the key is required in a mapping whose scalar entries get returns.
func (f *Field) RequiredBy(get func(sibling string) (value string, ok bool)) bool {
	if f.Required || f.RequiredWhen == nil {
		return f.Required
	}
	v, ok := get(f.RequiredWhen.Sibling)
	return ok && contains(f.RequiredWhen.Values, v)
}

// resolve follows switches to the type that holds, by the siblings that beside and inside return.
func (t *Type) resolve(beside, inside func(key string) (string, bool)) *Type {
	for t != nil && t.Switch != nil {
		get := beside
		if t.Switch.Inside {
			get = inside
		}
		next := t.Switch.Else
		if v, ok := get(t.Switch.Sibling); ok {
			if c := t.Switch.Cases[v]; c != nil {
				next = c
			}
		}
		t = next
	}
	return t
}
