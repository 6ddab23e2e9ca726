package lint

import "testing"

func TestNormaliseHost(t *testing.T) {
	for _, c := range []struct {
		entry, host string
		ok          bool
	}{
		{"acme.io", "acme.io", true},
		{"API.Acme.io.", "api.acme.io", true},
		{"https://API.acme.io:443/v1?q#f", "api.acme.io", true},
		{"user:pw@acme.io", "acme.io", true},
		{"acme.io/path", "acme.io", true},
		{"10.0.0.0/8", "10.0.0.0", true},
		{"[::1]", "[::1]", true},
		{"[::1]:8080", "[::1]", true},
		{"xn--bcher-kva.acme.io", "xn--bcher-kva.acme.io", true},
		{"", "", false},
		{"*.acme.io", "", false},
		{".acme.io", "", false},
		{"acme..io", "", false},
		{"-acme.io", "", false},
		{"acme-.io", "", false},
		{"a_b.io", "", false},
		{"bücher.io", "", false},
		{" acme.io", "", false},
		{"a@b@acme.io", "", false},
		{`acme.io\.evil.io`, "", false},
		{"acme.io:80a", "", false},
		{"[::1", "", false},
	} {
		host, ok := normaliseHost(c.entry)
		if ok != c.ok || ok && host != c.host {
			t.Errorf("%q is read as %q, %v; want %q, %v", c.entry, host, ok, c.host, c.ok)
		}
	}
}
