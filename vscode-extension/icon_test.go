package vscode

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"testing"
)

// TestIcon holds that the icon is what drawIcon draws, pixel by pixel. UPDATE=1 writes it.
func TestIcon(t *testing.T) {
	const file = "media/icon.png"
	want := drawIcon(128)
	if os.Getenv("UPDATE") != "" {
		var out bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, want); err != nil {
			t.Fatal(err)
		}
		old, err := os.ReadFile(file)
		if err == nil && bytes.Equal(old, out.Bytes()) {
			return
		}
		if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	got, err := png.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s is %v, want %v", file, got.Bounds(), want.Bounds())
	}
	for y := range 128 {
		for x := range 128 {
			if g, w := color.NRGBAModel.Convert(got.At(x, y)), want.At(x, y); g != w {
				t.Fatalf("%s has %v at (%d, %d), want %v; UPDATE=1 draws it again", file, g, x, y, w)
			}
		}
	}
}

// drawIcon draws lines of a policy, one of them underlined as wrong. Coordinates are those of a
// square of 128; each pixel is the mean of 8 × 8 points.
func drawIcon(size int) *image.NRGBA {
	var (
		ground  = color.NRGBA{0x1d, 0x24, 0x33, 0xff}
		text    = color.NRGBA{0x8f, 0xa3, 0xbf, 0xff}
		key     = color.NRGBA{0xf2, 0xb1, 0x3c, 0xff}
		wrong   = color.NRGBA{0xf4, 0x54, 0x4c, 0xff}
		nothing = color.NRGBA{}
	)
	// bar reports whether a point lies in a line of text: a stroke with round ends.
	bar := func(x, y, left, right, middle float64) bool {
		const radius = 6
		x -= min(max(x, left+radius), right-radius)
		y -= middle
		return x*x+y*y <= radius*radius
	}
	at := func(x, y float64) color.NRGBA {
		const corner = 26
		dx := max(corner-x, x-(128-corner), 0)
		dy := max(corner-y, y-(128-corner), 0)
		wave := 84 + 5*math.Sin((x-44)*2*math.Pi/16)
		switch {
		case dx*dx+dy*dy > corner*corner:
			return nothing
		case bar(x, y, 22, 56, 34), bar(x, y, 44, 70, 66):
			return key
		case bar(x, y, 64, 106, 34), bar(x, y, 78, 106, 66), bar(x, y, 22, 74, 106):
			return text
		case x >= 44 && x <= 106 && math.Abs(y-wave) <= 3.4:
			return wrong
		}
		return ground
	}
	const points = 8
	icon := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var r, g, b, a int
			for j := range points {
				for i := range points {
					scale := 128 / float64(size)
					c := at((float64(x)+(float64(i)+.5)/points)*scale, (float64(y)+(float64(j)+.5)/points)*scale)
					r += int(c.R) * int(c.A)
					g += int(c.G) * int(c.A)
					b += int(c.B) * int(c.A)
					a += int(c.A)
				}
			}
			if a > 0 {
				icon.SetNRGBA(x, y, color.NRGBA{uint8(r / a), uint8(g / a), uint8(b / a), uint8(a / (points * points))})
			}
		}
	}
	return icon
}
