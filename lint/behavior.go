package lint

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

// behavior is a behavior file as the dotforge compiler and its hooks read it: defaults filled in.
// What the compiler cannot read as what it should be is left out; other rules speak of it.
type behavior struct {
	root     *schema.Place
	id       string
	idAt     *schema.Place // nil without a readable id
	triggers []*trigger
	levels   ladder
}

// trigger is one entry of `policy.triggers`; the compiler makes one hook of each.
type trigger struct {
	at         *schema.Place
	index      int
	event      string // "" when it is none of the format's events: the hook is never started
	matcher    matcher
	conditions []*triggerCondition
	readable   bool // conditions are what they should be, so that it is known when they hold
	any        bool // one condition is enough
	action     string
	flag       string
	onPresent  string
	onAbsent   string
	truth      func() truth // when the conditions hold together; decided once
}

// The actions of a trigger (behavior schema §3.5), and what check_flag does.
const (
	evaluateAction = "evaluate"
	setFlagAction  = "set_flag"
	checkFlag      = "check_flag"

	onPresentConsume = "consume"
	onPresentKeep    = "keep"
	onAbsentSkip     = "skip"
	onAbsentViolate  = "violate"
)

// violates reports whether the trigger can count a violation.
func (t *trigger) violates() bool {
	return t.action == evaluateAction || t.action == checkFlag && t.onAbsent == onAbsentViolate
}

// behavior returns what the document says as a behavior; nil if it is no behavior or no mapping.
func (d *Document) behavior() *behavior { return d.readAsBehavior() }

func (d *Document) readBehavior() *behavior {
	root := d.Root()
	if d.Format == nil || d.Format.ID != "behavior" || root == nil || root.Node.Kind != syntax.Mapping {
		return nil
	}
	b := &behavior{root: root}
	if id := root.Child("id"); id != nil {
		if text, ok := placeText(id); ok && text != "" {
			b.id, b.idAt = text, id
		}
	}
	policy := root.Child("policy")
	b.levels = readLadder(policy.Child("enforcement"))
	if triggers := policy.Child("triggers"); triggers != nil && triggers.Node.Kind == syntax.Sequence {
		for i, at := range triggers.Children {
			if at.Node.Kind == syntax.Mapping {
				b.triggers = append(b.triggers, readTrigger(at, i))
			}
		}
	}
	return b
}

func readTrigger(at *schema.Place, index int) *trigger {
	t := &trigger{at: at, index: index, readable: true}
	t.truth = sync.OnceValue(t.decide)
	t.event = oneOf(at, "event", "PreToolUse")
	t.matcher = readMatcher(at.Child("matcher"))
	if e := schema.EventNamed(t.event); e != nil && e.Matcher && isAbsent(t.matcher.at) {
		t.matcher.readable = false // it is missing: what was meant is not known
	}
	t.any = oneOf(at, "logic", "all") == "any"
	t.action = oneOf(at, "action", evaluateAction)
	t.flag, _ = keptText(at.Child("flag"))
	t.onPresent = oneOf(at, "on_present", "")
	t.onAbsent = oneOf(at, "on_absent", "")
	list := at.Child("conditions")
	switch {
	case isAbsent(list):
	case list.Node.Kind != syntax.Sequence:
		t.readable = false
	default:
		for _, item := range list.Children {
			if item.Node.Kind != syntax.Mapping {
				t.readable = false
				continue
			}
			t.conditions = append(t.conditions, readCondition(item))
		}
	}
	return t
}

// oneOf returns the text under key if it is one of the values that the format allows there, the
// fallback if the key is absent, "" otherwise.
func oneOf(at *schema.Place, key, fallback string) string {
	child := at.Child(key)
	if isAbsent(child) {
		return fallback
	}
	text, ok := keptText(child)
	if !ok || child.Type == nil || !slices.ContainsFunc(child.Type.Enum, func(v schema.Value) bool { return v.Name == text }) {
		return ""
	}
	return text
}

// placeText returns the text of a place whose value is one (`!!str`).
func placeText(at *schema.Place) (string, bool) {
	if at == nil || at.Node.Kind != syntax.Scalar || at.Node.Tag != syntax.Str {
		return "", false
	}
	return at.Node.Value, true
}

// keptText returns a text as the compiler keeps it: its shell drops the line breaks at the end.
func keptText(at *schema.Place) (string, bool) {
	text, ok := placeText(at)
	return strings.TrimRight(text, "\n"), ok
}

// isAbsent reports whether a place is absent or holds null, which the compiler reads alike.
func isAbsent(at *schema.Place) bool { return at == nil || isNull(at.Node) }

// items returns the places of a list's items or a mapping's entries; none for nil.
func items(at *schema.Place) []*schema.Place {
	if at == nil {
		return nil
	}
	return at.Children
}

// violates reports whether any trigger can count a violation.
func (b *behavior) violates() bool {
	return slices.ContainsFunc(b.triggers, (*trigger).violates)
}

// actionsKnown reports whether it is known of every trigger whether it can count a violation.
func (b *behavior) actionsKnown() bool {
	return !slices.ContainsFunc(b.triggers, func(t *trigger) bool {
		return t.action == "" || t.action == checkFlag && t.onAbsent == ""
	})
}

// eachCondition calls check for every condition of the document's triggers.
func eachCondition(p *Pass, check func(*trigger, *triggerCondition)) {
	b := p.Document.behavior()
	if b == nil {
		return
	}
	for _, t := range b.triggers {
		for _, c := range t.conditions {
			check(t, c)
		}
	}
}

// triggerName names a trigger in messages: by number, as people count them.
func triggerName(t *trigger) string { return "trigger " + strconv.Itoa(t.index+1) }
