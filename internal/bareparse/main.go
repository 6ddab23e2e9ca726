// Command bareparse parses a YAML file to nodes and does nothing with them: what .ci/measure compares
// the linting of a large file with.
package main

import (
	"fmt"
	"os"

	"gopkg.in/yaml.v3"
)

func main() {
	f, err := os.Open(os.Args[1])
	if err == nil {
		var node yaml.Node
		err = yaml.NewDecoder(f).Decode(&node)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
