package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// object is a JSON object with its members in source order. encoding/json loses the order, and the
// order of a specification's fields is worth showing.
type object []member

type member struct {
	key   string
	value any // nil, bool, number, string, []any or object
}

// number is a JSON number as it is written.
type number string

func (o object) get(key string) (any, bool) {
	for _, m := range o {
		if m.key == key {
			return m.value, true
		}
	}
	return nil, false
}

// readJSON reads one JSON value with nothing behind it. Duplicate names are an error.
func readJSON(data []byte) (any, error) {
	d := jsontext.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	v, err := readValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("text behind the JSON value at byte %d", d.InputOffset())
	}
	return v, nil
}

func readValue(d *jsontext.Decoder) (any, error) {
	t, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return t.Bool(), nil
	case '"':
		return t.String(), nil
	case '0':
		return number(t.String()), nil
	case '[':
		list := []any{}
		for d.PeekKind() != ']' {
			v, err := readValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.ReadToken()
		return list, err
	default:
		o := object{}
		for d.PeekKind() != '}' {
			k, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			key := k.String()
			v, err := readValue(d)
			if err != nil {
				return nil, err
			}
			o = append(o, member{key, v})
		}
		_, err := d.ReadToken()
		return o, err
	}
}
