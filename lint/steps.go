package lint

import (
	"github.com/forgelint/forgelint/schema"
	"github.com/forgelint/forgelint/syntax"
)

const stepsFormat = "kyvvu-steps"

// steps returns the places of the steps that are mappings, in the order of the file.
func (d *Document) steps() []*schema.Place {
	list := d.Root().Child("steps")
	if list == nil {
		return nil
	}
	var all []*schema.Place
	for _, item := range list.Children {
		if item.Node.Kind == syntax.Mapping {
			all = append(all, item)
		}
	}
	return all
}
