package regex

import "strings"

// knownNames are characters that a pattern may want to name.
var knownNames = map[string]rune{
	"SPACE": ' ', "NO-BREAK SPACE": 0xA0, "AMPERSAND": '&', "APOSTROPHE": '\'', "ASTERISK": '*', "COMMA": ',',
	"HYPHEN-MINUS": '-', "SOLIDUS": '/', "REVERSE SOLIDUS": '\\', "COLON": ':', "SEMICOLON": ';', "TILDE": '~',
	"FULL STOP": '.', "LOW LINE": '_', "QUOTATION MARK": '"', "HYPHEN": 0x2010, "EN DASH": 0x2013, "EM DASH": 0x2014,
	"BULLET": 0x2022, "DAGGER": 0x2020, "INFINITY": 0x221E, "SNOWMAN": 0x2603,
}

// runeNamed returns the character of a Unicode name, as Python's `\N{…}` takes it. The names alone
// would add a megabyte to the program, so a name of several words is taken at its word, and stands
// for no character in particular; of the single words only the known ones are names.
func runeNamed(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if r, ok := knownNames[name]; ok {
		return r, true
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- "
	wellFormed := strings.Trim(name, letters) == "" && strings.Trim(name, " ") == name && strings.Contains(name, " ") &&
		strings.ContainsAny(name[:1], letters[:26])
	return '\uFFFD', wellFormed
}
