package syntax

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// ResolvePlain returns the type that PyYAML's safe_load gives a plain scalar (YAML 1.1): Null, Bool,
// Int, Float, Timestamp or Str. `=` and `<<` are Other: PyYAML types them as value and merge, and
// refuses both anywhere but as a key.
func ResolvePlain(text string) Tag {
	if text == "" {
		return Null
	}
	switch c := text[0]; {
	case '0' <= c && c <= '9':
		switch {
		case isInt(text):
			return Int
		case isFloat(text):
			return Float
		case isTimestamp(text):
			return Timestamp
		}
	case c == '+' || c == '-' || c == '.':
		switch {
		case isInt(text):
			return Int
		case isFloat(text):
			return Float
		}
	case len(text) <= 5:
		switch text {
		case "~", "null", "Null", "NULL":
			return Null
		case "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
			"true", "True", "TRUE", "false", "False", "FALSE":
			return Bool
		case "=", "<<":
			return Other
		}
	}
	return Str
}

// prefixLen returns how many bytes at the start of text are in the set that ok describes.
func prefixLen(text string, ok func(byte) bool) int {
	i := 0
	for i < len(text) && ok(text[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isDigit_(c byte) bool { return isDigit(c) || c == '_' }
func isOctal_(c byte) bool { return '0' <= c && c <= '7' || c == '_' }
func isBit_(c byte) bool   { return c == '0' || c == '1' || c == '_' }
func isHex_(c byte) bool {
	return isDigit_(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unsigned(text string) string {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		return text[1:]
	}
	return text
}

// isInt: [-+]? and 0b[01_]+, 0[0-7_]+, 0x[0-9a-fA-F_]+, 0, [1-9][0-9_]* or [1-9][0-9_]*(:[0-5]?[0-9])+.
func isInt(text string) bool {
	text = unsigned(text)
	if text == "" || !isDigit(text[0]) {
		return false
	}
	if text[0] != '0' {
		n := prefixLen(text, isDigit_)
		return n == len(text) || sexagesimal(text[n:]) == len(text)-n
	}
	switch {
	case len(text) == 1:
		return true
	case len(text) > 2 && text[1] == 'b':
		return prefixLen(text[2:], isBit_) == len(text)-2
	case len(text) > 2 && text[1] == 'x':
		return prefixLen(text[2:], isHex_) == len(text)-2
	}
	return prefixLen(text, isOctal_) == len(text)
}

// sexagesimal returns the length of (:[0-5]?[0-9])+ at the start of text, 0 if it is not there.
func sexagesimal(text string) int {
	i := 0
	for i+1 < len(text) && text[i] == ':' && isDigit(text[i+1]) {
		if i+2 < len(text) && text[i+1] <= '5' && isDigit(text[i+2]) {
			i += 3
		} else {
			i += 2
		}
	}
	return i
}

// isFloat: [-+]?[0-9][0-9_]*\.[0-9_]*E?, \.[0-9][0-9_]*E?, [-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*,
// [-+]?\.inf or \.nan, where E is [eE][-+][0-9]+.
func isFloat(text string) bool {
	rest := unsigned(text)
	if rest == "" {
		return false
	}
	if rest[0] == '.' {
		switch rest {
		case ".inf", ".Inf", ".INF":
			return true
		case ".nan", ".NaN", ".NAN":
			return len(rest) == len(text)
		}
		return len(rest) == len(text) && len(rest) > 1 && isDigit(rest[1]) && isExponent(rest[1+prefixLen(rest[1:], isDigit_):])
	}
	if !isDigit(rest[0]) {
		return false
	}
	rest = rest[prefixLen(rest, isDigit_):]
	sixty := sexagesimal(rest)
	rest = rest[sixty:]
	if rest == "" || rest[0] != '.' {
		return false
	}
	rest = rest[1+prefixLen(rest[1:], isDigit_):]
	return rest == "" || sixty == 0 && isExponent(rest)
}

func isExponent(text string) bool {
	if text == "" {
		return true
	}
	return len(text) > 2 && (text[0] == 'e' || text[0] == 'E') && (text[1] == '+' || text[1] == '-') &&
		prefixLen(text[2:], isDigit) == len(text)-2
}

func isTimestamp(text string) bool {
	_, ok := readTimestamp(text, true)
	return ok
}

// timestamp is what a scalar of that type says, unchecked.
type timestamp struct {
	year, month, day, hour, minute, second int
	micro                                  int
	clock                                  bool // it has a time of day
	zone                                   bool
	offset                                 int // of the zone, in minutes
}

// readTimestamp reads YYYY-MM-DD, or a date with one or two digits for month and day that a time of
// day follows. A date alone in short form is a timestamp only where its tag says so (strict false).
func readTimestamp(text string, strict bool) (t timestamp, ok bool) {
	rest := text
	number := func(least, most int) int {
		n, i := 0, 0
		for i < most && i < len(rest) && isDigit(rest[i]) {
			n, i = 10*n+int(rest[i]-'0'), i+1
		}
		ok = ok && i >= least
		rest = rest[i:]
		return n
	}
	next := func(c byte) {
		if rest == "" || rest[0] != c {
			ok = false
			return
		}
		rest = rest[1:]
	}
	blanks := func() int { return prefixLen(rest, func(c byte) bool { return c == ' ' || c == '\t' }) }

	ok = true
	t.year = number(4, 4)
	next('-')
	t.month = number(1, 2)
	next('-')
	t.day = number(1, 2)
	if !ok {
		return t, false
	}
	if rest == "" {
		return t, !strict || len(text) == len("2006-01-02")
	}
	if n := blanks(); n > 0 {
		rest = rest[n:]
	} else if rest[0] == 'T' || rest[0] == 't' {
		rest = rest[1:]
	} else {
		return t, false
	}
	t.clock = true
	t.hour = number(1, 2)
	next(':')
	t.minute = number(2, 2)
	next(':')
	t.second = number(2, 2)
	if !ok {
		return t, false
	}
	if strings.HasPrefix(rest, ".") {
		digits := rest[1 : 1+prefixLen(rest[1:], isDigit)]
		rest = rest[1+len(digits):]
		t.micro, _ = strconv.Atoi((digits + "000000")[:6])
	}
	if rest == "" {
		return t, true
	}
	rest = rest[blanks():]
	t.zone = true
	if rest == "Z" {
		return t, true
	}
	if rest == "" || rest[0] != '+' && rest[0] != '-' {
		return t, false
	}
	negative := rest[0] == '-'
	rest = rest[1:]
	t.offset = 60 * number(1, 2)
	if rest != "" {
		next(':')
		t.offset += number(2, 2)
	}
	if negative {
		t.offset = -t.offset
	}
	return t, ok && rest == ""
}

// check returns what Python's datetime has against a timestamp.
func (t timestamp) check() error {
	switch {
	case t.year == 0:
		return errors.New("there is no year 0")
	case t.month < 1 || t.month > 12:
		return fmt.Errorf("there is no month %d", t.month)
	case t.day < 1 || t.day > time.Date(t.year, time.Month(t.month)+1, 0, 0, 0, 0, 0, time.UTC).Day():
		return fmt.Errorf("%s %d has no day %d", time.Month(t.month), t.year, t.day)
	case t.hour > 23:
		return fmt.Errorf("there is no hour %d", t.hour)
	case t.minute > 59:
		return fmt.Errorf("there is no minute %d", t.minute)
	case t.second > 59:
		return fmt.Errorf("there is no second %d", t.second)
	case t.offset <= -24*60 || t.offset >= 24*60:
		return errors.New("a time zone is less than 24 hours from UTC")
	}
	return nil
}

// String returns what Python's str says.
func (t timestamp) String() string {
	s := fmt.Sprintf("%04d-%02d-%02d", t.year, t.month, t.day)
	if !t.clock {
		return s
	}
	s += fmt.Sprintf(" %02d:%02d:%02d", t.hour, t.minute, t.second)
	if t.micro != 0 {
		s += fmt.Sprintf(".%06d", t.micro)
	}
	if t.zone {
		sign, offset := '+', t.offset
		if offset < 0 {
			sign, offset = '-', -offset
		}
		s += fmt.Sprintf("%c%02d:%02d", sign, offset/60, offset%60)
	}
	return s
}

// maxDigits is the longest decimal integer that Python converts.
const maxDigits = 4300

// CheckPlain returns why PyYAML fails to construct a plain scalar of the type that it resolves to,
// or nil. The loader dies of it: `2026-13-45`, `0x_`, `=`, an integer of more than 4,300 digits.
func CheckPlain(text string) error { return CheckScalar(ResolvePlain(text), text) }

// CheckScalar is CheckPlain for a scalar whose type is known, by an explicit tag too (`!!int five`).
func CheckScalar(tag Tag, text string) error {
	switch tag {
	case Bool:
		if _, ok := readBool(text); !ok {
			return errors.New("it is no boolean")
		}
	case Int:
		_, err := readInt(text)
		return err
	case Float:
		_, err := readFloat(text)
		return err
	case Timestamp:
		t, ok := readTimestamp(text, false)
		if !ok {
			return errors.New("it is no date")
		}
		return t.check()
	case Other:
		return fmt.Errorf("`%s` has a meaning of its own in YAML 1.1", text)
	}
	return nil
}

func readBool(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "yes", "true", "on":
		return true, true
	case "no", "false", "off":
		return false, true
	}
	return false, false
}

// readInt reads an integer as PyYAML constructs it.
func readInt(text string) (*big.Int, error) {
	if len(text) > 0 && len(text) <= 18 && text[0] != '0' && strings.Trim(text, "0123456789") == "" {
		// Nearly all are: no sign, no other base, no `:`.
		value, err := strconv.ParseInt(text, 10, 64)
		return big.NewInt(value), err
	}
	digits := strings.ReplaceAll(text, "_", "")
	negative := strings.HasPrefix(digits, "-")
	digits = unsigned(digits)
	value, base := new(big.Int), 10
	switch {
	case strings.HasPrefix(digits, "0b"):
		base, digits = 2, digits[2:]
	case strings.HasPrefix(digits, "0x"):
		base, digits = 16, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	if digits == "" {
		return nil, errors.New("it is read as an integer, and has no digit")
	}
	for i, part := range strings.Split(digits, ":") {
		if base == 10 && len(part) > maxDigits {
			return nil, fmt.Errorf("Python reads integers of at most %d digits", maxDigits)
		}
		n, ok := parseInt(strings.TrimSpace(part), base)
		if !ok || i > 0 && base != 10 {
			return nil, errors.New("it is no integer")
		}
		value.Add(value.Mul(value, big.NewInt(60)), n)
	}
	if negative {
		value.Neg(value)
	}
	return value, nil
}

// parseInt is big.Int.SetString in time that grows with the length for the bases 2, 8 and 16, in
// which Python sets no limit.
func parseInt(digits string, base int) (*big.Int, bool) {
	if base == 10 || len(digits) < 1000 {
		if digits == "" || digits[0] == '+' || digits[0] == '-' {
			return nil, false
		}
		return new(big.Int).SetString(digits, base)
	}
	half := len(digits) / 2
	high, ok := parseInt(digits[:half], base)
	low, ok2 := parseInt(digits[half:], base)
	if !ok || !ok2 {
		return nil, false
	}
	bits := map[int]uint{2: 1, 8: 3, 16: 4}[base]
	return high.Add(high.Lsh(high, bits*uint(len(digits)-half)), low), true
}

// readFloat reads a float as PyYAML constructs it.
func readFloat(text string) (float64, error) {
	s := strings.ToLower(strings.ReplaceAll(text, "_", ""))
	sign := 1.0
	if strings.HasPrefix(s, "-") {
		sign = -1
	}
	switch s = unsigned(s); s {
	case ".inf":
		return sign * math.Inf(1), nil
	case ".nan":
		return math.NaN(), nil
	}
	value, base := 0.0, big.NewInt(1)
	parts := strings.Split(s, ":")
	for i := len(parts) - 1; i >= 0; i-- {
		part := strings.TrimSpace(parts[i])
		n, err := strconv.ParseFloat(part, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(part, "xp") {
			return 0, errors.New("it is no number")
		}
		factor, _ := new(big.Float).SetInt(base).Float64()
		if math.IsInf(factor, 0) {
			return 0, errors.New("it is read as a number in base 60, and has too many parts")
		}
		value += n * factor
		base.Mul(base, big.NewInt(60))
	}
	return sign * value, nil
}

// Bool returns the value of a boolean.
func (n *Node) Bool() (value, ok bool) {
	if n = n.Resolve(); n == nil || n.Kind != Scalar || n.Tag != Bool {
		return false, false
	}
	return readBool(n.Value)
}

// BigInt returns the value of an integer.
func (n *Node) BigInt() (*big.Int, bool) {
	if n = n.Resolve(); n == nil || n.Kind != Scalar || n.Tag != Int {
		return nil, false
	}
	value, err := readInt(n.Value)
	return value, err == nil
}

// Int returns the value of an integer that 64 bits hold.
func (n *Node) Int() (int64, bool) {
	value, ok := n.BigInt()
	if !ok || !value.IsInt64() {
		return 0, false
	}
	return value.Int64(), true
}

// Float returns the value of a number, an integer too (one that is too large is infinite).
func (n *Node) Float() (float64, bool) {
	if value, ok := n.BigInt(); ok {
		f, _ := new(big.Float).SetInt(value).Float64()
		return f, true
	}
	if n = n.Resolve(); n == nil || n.Kind != Scalar || n.Tag != Float {
		return 0, false
	}
	value, err := readFloat(n.Value)
	return value, err == nil
}

// PyText returns what Python's str makes of a scalar as PyYAML constructs it: `True`, `None`, `1.1`,
// `15` for 017, `750` for 12:30, the text of a text. Collections have none ("").
func PyText(n *Node) string {
	if n = n.Resolve(); n == nil || n.Kind != Scalar {
		return ""
	}
	switch n.Tag {
	case Null:
		return "None"
	case Bool:
		if value, ok := readBool(n.Value); ok && value {
			return "True"
		} else if ok {
			return "False"
		}
	case Int:
		if value, err := readInt(n.Value); err == nil {
			return value.String()
		}
	case Float:
		if value, err := readFloat(n.Value); err == nil {
			return pyFloat(value)
		}
	case Timestamp:
		if t, ok := readTimestamp(n.Value, false); ok {
			return t.String()
		}
	}
	return n.Value
}

// pyFloat returns Python's repr of a float: the shortest text that reads back, with an exponent below
// 1e-4 and from 1e16.
func pyFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return strings.Replace(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+", "", 1)
	case f != 0 && (math.Abs(f) < 1e-4 || math.Abs(f) >= 1e16):
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
